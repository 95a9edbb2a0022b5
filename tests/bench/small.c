/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "small.h"

#include <err.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Offsets in struct perf_event_attr. */
enum {
	ATTR_TYPE = 0,
	ATTR_SAMPLE_TYPE = 24,
	ATTR_READ_FORMAT = 32,
	ATTR_FLAGS = 40,
	ATTR_BRANCH_TYPE = 72,
	ATTR_REGS_USER = 80,
	ATTR_STACK_USER = 88
};

enum sample_bit {
	S_IP = 1 << 0,
	S_TID = 1 << 1,
	S_TIME = 1 << 2,
	S_ADDR = 1 << 3,
	S_READ = 1 << 4,
	S_CALLCHAIN = 1 << 5,
	S_ID = 1 << 6,
	S_CPU = 1 << 7,
	S_PERIOD = 1 << 8,
	S_STREAM_ID = 1 << 9,
	S_RAW = 1 << 10,
	S_BRANCH_STACK = 1 << 11,
	S_REGS_USER = 1 << 12,
	S_STACK_USER = 1 << 13,
	S_IDENTIFIER = 1 << 16
};

enum {
	TYPE_TRACEPOINT = 2,
	BRANCH_HW_INDEX = 1 << 17,
	SAMPLE_ID_ALL = 1 << 18
};

struct event {
	uint32_t type;
	uint64_t sample_type, read_format, branch_type, regs_user;
	bool id_all;
	const uint8_t *ids;
	size_t ids_n;
};

void *xalloc(size_t size)
{
	void *p = calloc(1, size ? size : 1);

	if (!p)
		err(2, NULL);
	return p;
}

/* ---- the file ---- */

static void read_file(struct small *s)
{
	FILE *in = fopen(s->path, "re");
	long size;

	if (!in || fseek(in, 0, SEEK_END) || (size = ftell(in)) < 0)
		err(2, "%s", s->path);
	rewind(in);
	s->size = (size_t)size;
	s->file = xalloc(s->size);
	if (fread(s->file, 1, s->size, in) != s->size)
		err(2, "%s", s->path);
	fclose(in);
}

void small_check(const struct small *s, uint64_t off, uint64_t size)
{
	if (off > s->size || size > s->size - off)
		errx(2, "%s: something lies behind its end", s->path);
}

static void read_event(struct small *s, struct event *e, uint8_t *attr, uint64_t attr_size)
{
	uint64_t ids = get64(attr + attr_size - 16), ids_size = get64(attr + attr_size - 8);

	small_check(s, ids, ids_size);
	*e = (struct event){
		.type = get32(attr + ATTR_TYPE),
		.sample_type = get64(attr + ATTR_SAMPLE_TYPE),
		.read_format = get64(attr + ATTR_READ_FORMAT),
		.branch_type = get64(attr + ATTR_BRANCH_TYPE),
		.regs_user = get64(attr + ATTR_REGS_USER),
		.id_all = get64(attr + ATTR_FLAGS) & SAMPLE_ID_ALL,
		.ids = s->file + ids,
		.ids_n = ids_size / 8,
	};
	if (s->stack && e->sample_type & S_STACK_USER)
		put32(attr + ATTR_STACK_USER, (uint32_t)s->stack);
}

static void read_header(struct small *s)
{
	uint64_t attr_size, attrs, size;

	if (s->size < HEADER_SIZE || memcmp(s->file, "PERFILE2", 8) ||
	    get64(s->file + HEADER_OWN_SIZE) != HEADER_SIZE)
		errx(2, "%s: not a perf.data file of this byte order, or a stream", s->path);
	attr_size = get64(s->file + HEADER_ATTR_SIZE);
	attrs = get64(s->file + HEADER_ATTRS);
	size = get64(s->file + HEADER_ATTRS + 8);
	s->data = get64(s->file + HEADER_DATA);
	s->data_end = s->data + get64(s->file + HEADER_DATA + 8);
	small_check(s, s->data, s->data_end - s->data);
	small_check(s, attrs, size);
	/* Everything before the data stays at its place. */
	if (attr_size < ATTR_STACK_USER + 8 + 16 || attrs + size > s->data || !size)
		errx(2, "%s: too old, or not laid out as perf record does", s->path);
	s->events_n = size / attr_size;
	s->events = xalloc(s->events_n * sizeof(*s->events));
	for (size_t i = 0; i < s->events_n; i++)
		read_event(s, &s->events[i], s->file + attrs + i * attr_size, attr_size);
}

bool small_has_feature(const struct small *s, unsigned bit)
{
	return s->file[HEADER_FEATURES + bit / 8] >> bit % 8 & 1;
}

/* ---- more events ---- */

static uint64_t id_span(const struct small *s)
{
	uint64_t least = UINT64_MAX, most = 0;

	for (size_t i = 0; i < s->events_n; i++) {
		for (size_t k = 0; k < s->events[i].ids_n; k++) {
			uint64_t id = get64(s->events[i].ids + 8 * k);

			least = id < least ? id : least;
			most = id > most ? id : most;
		}
	}
	return most < least ? 1 : most - least + 1;
}

/* The table of features and its sections move. */
static void move_features(struct small *s, uint8_t *table, uint64_t by)
{
	for (unsigned bit = 0; bit < FEATURES_MAX; bit++) {
		if (!small_has_feature(s, bit))
			continue;
		small_check(s, (uint64_t)(table - s->file), 16);
		if (get64(table) >= s->data_end)
			put64(table, get64(table) + by);
		table += 16;
	}
}

/* The attrs of all repetitions, and their ids after them, are put before the data. */
static void repeat_events(struct small *s)
{
	uint64_t attr_size = get64(s->file + HEADER_ATTR_SIZE), n = s->times * s->events_n;
	uint64_t attrs = get64(s->file + HEADER_ATTRS), by = n * attr_size;
	uint8_t *file, *attr, *ids;

	for (size_t i = 0; i < s->events_n; i++)
		by += s->times * s->events[i].ids_n * 8;
	file = xalloc(s->size + by);
	move_features(s, s->file + s->data_end, by);
	memcpy(file, s->file, s->data);
	memcpy(file + s->data + by, s->file + s->data, s->size - s->data);
	attr = file + s->data;
	ids = attr + n * attr_size;
	for (size_t i = 0; i < n; i++, attr += attr_size) {
		const struct event *e = &s->events[i % s->events_n];

		memcpy(attr, s->file + attrs + i % s->events_n * attr_size, attr_size);
		put64(attr + attr_size - 16, (uint64_t)(ids - file));
		for (size_t k = 0; k < e->ids_n; k++, ids += 8)
			put64(ids, get64(e->ids + 8 * k) + i / s->events_n * s->id_span);
	}
	put64(file + HEADER_ATTRS, s->data);
	put64(file + HEADER_ATTRS + 8, n * attr_size);
	put64(file + HEADER_DATA, s->data + by);
	free(s->file);
	free(s->events);
	s->file = file;
	s->size += by;
}

static const struct event *event_of(const struct small *s, const uint8_t *p, size_t size)
{
	bool sample = get32(p) == RECORD_SAMPLE;
	uint64_t id;

	if (!(s->events[0].sample_type & S_IDENTIFIER)) {
		for (size_t i = 1; i < s->events_n; i++)
			if (s->events[i].sample_type != s->events[0].sample_type)
				errx(2, "%s: events cannot be told apart", s->path);
		return &s->events[0];
	}
	id = get64(sample ? p + 8 : p + size - 8);
	for (size_t i = 0; i < s->events_n; i++)
		for (size_t k = 0; k < s->events[i].ids_n; k++)
			if (get64(s->events[i].ids + 8 * k) == id)
				return &s->events[i];
	return &s->events[0];
}

/* ---- what is changed in a record ---- */

static void add_pid(struct rec *r, size_t at)
{
	if (r->pids < PLACES && at + 4 <= r->size)
		r->pid[r->pids++] = (uint16_t)at;
}

static void add_time(struct rec *r, size_t at)
{
	if (r->times < 2 && at + 8 <= r->size) {
		r->time[r->times++] = (uint16_t)at;
		r->at = get64(r->p + at);
	}
}

static void add_cpu(struct rec *r, size_t at)
{
	if (r->cpus < 2 && at + 4 <= r->size)
		r->cpu[r->cpus++] = (uint16_t)at;
}

static size_t read_size(const struct event *e, const uint8_t *p)
{
	uint64_t format = e->read_format;
	size_t value = 1 + !!(format & 4) + !!(format & 16);
	size_t times = !!(format & 1) + !!(format & 2);

	return 8 * (format & 8 ? 1 + times + (size_t)get64(p) * value : times + value);
}

/* Note places up to the raw data, and return the place after it. */
static size_t place_front(struct rec *r, const struct event *e)
{
	uint64_t t = e->sample_type;
	size_t at = 8 + (t & S_IDENTIFIER ? 8 : 0) + (t & S_IP ? 8 : 0);

	if (t & S_TID) {
		add_pid(r, at);
		add_pid(r, at + 4);
		at += 8;
	}
	if (t & S_TIME) {
		add_time(r, at);
		at += 8;
	}
	at += (t & S_ADDR ? 8 : 0) + (t & S_ID ? 8 : 0) + (t & S_STREAM_ID ? 8 : 0);
	if (t & S_CPU) {
		add_cpu(r, at);
		at += 8;
	}
	at += t & S_PERIOD ? 8 : 0;
	if (t & S_READ)
		at += read_size(e, r->p + at);
	if (t & S_CALLCHAIN)
		at += 8 + 8 * (size_t)get64(r->p + at);
	return at;
}

/* Give the user stack the requested size, filled with its own bytes repeatedly. */
static void grow_stack(const struct small *s, struct rec *r, size_t at)
{
	uint64_t old = get64(r->p + at);
	size_t behind = r->size - at - 8 - (size_t)old, size = at + 8 + s->stack + behind;
	uint8_t *p;

	if (!old || size > RECORD_MAX)
		return;
	p = xalloc(size);
	memcpy(p, r->p, at);
	put64(p + at, s->stack);
	for (size_t i = 0; i < s->stack; i++)
		p[at + 8 + i] = r->p[at + 8 + i % old];
	memcpy(p + at + 8 + s->stack, r->p + at + 8 + old, behind);
	put64(p + at + 8 + s->stack, s->stack);
	put16(p + 6, (uint16_t)size);
	r->p = p;
	r->size = (uint16_t)size;
}

static void place_sample(const struct small *s, struct rec *r, const struct event *e)
{
	uint64_t t = e->sample_type;
	size_t at = place_front(r, e);

	if (t & S_IDENTIFIER)
		r->id = 8;
	if (t & S_RAW) {
		size_t raw = at;

		if (e->type == TYPE_TRACEPOINT && at + 12 <= r->size)
			r->common_pid = (uint16_t)(at + 8);
		at += 4 + get32(r->p + at);
		if (at == r->size)
			r->raw = (uint16_t)raw;
	}
	if (t & S_BRANCH_STACK)
		at += 8 + (e->branch_type & BRANCH_HW_INDEX ? 8 : 0) +
		      24 * (size_t)get64(r->p + at);
	if (t & S_REGS_USER)
		at += 8 + (get64(r->p + at) ? 8 * (size_t)__builtin_popcountll(e->regs_user) : 0);
	if (at + 8 > r->size && t & S_STACK_USER)
		errx(2, "%s: a sample is not laid out as its event says", s->path);
	if (t & S_STACK_USER && s->stack)
		grow_stack(s, r, at);
}

/* The bodies that start with numbers of threads: how many of these, and then a time. */
static const struct {
	uint8_t pids;
	bool time;
} bodies[RECORD_USER] = {
	[RECORD_MMAP] = { 2, false },	      [RECORD_COMM] = { 2, false },
	[RECORD_EXIT] = { 4, true },	      [RECORD_FORK] = { 4, true },
	[RECORD_READ] = { 2, false },	      [RECORD_MMAP2] = { 2, false },
	[RECORD_ITRACE_START] = { 2, false }, [RECORD_NAMESPACES] = { 2, false },
};

static void place_other(struct rec *r, const struct event *e)
{
	uint32_t type = get32(r->p);
	uint64_t t = e->sample_type;
	size_t at;

	for (unsigned i = 0; i < bodies[type].pids; i++)
		add_pid(r, 8 + 4 * i);
	if (bodies[type].time)
		add_time(r, 8 + 4 * (size_t)bodies[type].pids);
	if (!e->id_all)
		return;
	if (t & S_IDENTIFIER)
		r->id = (uint16_t)(r->size - 8);
	at = r->size - 8 * (size_t)__builtin_popcountll(t & (S_TID | S_TIME | S_ID | S_STREAM_ID |
							     S_CPU | S_IDENTIFIER));
	if (t & S_TID) {
		add_pid(r, at);
		add_pid(r, at + 4);
		at += 8;
	}
	if (t & S_TIME) {
		add_time(r, at);
		at += 8;
	}
	at += (t & S_ID ? 8 : 0) + (t & S_STREAM_ID ? 8 : 0);
	if (t & S_CPU)
		add_cpu(r, at);
}

static void add_rec(struct recs *to, const struct rec *rec)
{
	if (!(to->n & (to->n + 1))) {
		to->v = realloc(to->v, (2 * to->n + 1) * sizeof(*to->v));
		if (!to->v)
			err(2, NULL);
	}
	to->v[to->n] = *rec;
	to->v[to->n].order = to->n;
	to->n++;
}

static void note_threads(struct small *s, const struct rec *r)
{
	for (unsigned i = 0; i < r->pids; i++) {
		uint32_t pid = get32(r->p + r->pid[i]);

		if (!is_thread(pid))
			continue;
		if (!s->pid_min || pid < s->pid_min)
			s->pid_min = pid;
		if (pid > s->pid_max)
			s->pid_max = pid;
	}
}

static void read_record(struct small *s, uint8_t *p, uint16_t size)
{
	struct rec r = { .p = p, .size = size };
	uint32_t type = get32(p);
	uint64_t before = s->body.n ? s->body.v[s->body.n - 1].at : 0;

	if (type == RECORD_FINISHED_ROUND)
		return;
	if (type == RECORD_AUXTRACE || type == RECORD_COMPRESSED || type == RECORD_COMPRESSED2)
		errx(2, "%s: records of type %u cannot be repeated", s->path, type);
	if (type == RECORD_SAMPLE)
		place_sample(s, &r, event_of(s, p, size));
	else if (type < RECORD_USER)
		place_other(&r, event_of(s, p, size));
	note_threads(s, &r);
	if (type == RECORD_SAMPLE && !r.times)
		r.at = before;
	add_rec(r.at ? &s->body : &s->start, &r);
}

static int by_time(const void *pa, const void *pb)
{
	const struct rec *a = pa, *b = pb;

	if (a->at != b->at)
		return a->at < b->at ? -1 : 1;
	return a->order < b->order ? -1 : 1;
}

static int by_value(const void *pa, const void *pb)
{
	uint32_t a = get32(pa), b = get32(pb);

	return a < b ? -1 : a > b;
}

/* Threads that the repeated records name first, as each has its own there. */
static unsigned count_threads(const struct small *s)
{
	uint32_t *tids = xalloc(s->body.n * sizeof(*tids));
	unsigned n = 0;

	for (size_t i = 0; i < s->body.n; i++)
		tids[i] = s->body.v[i].pids > 1 ? get32(s->body.v[i].p + s->body.v[i].pid[1]) : 0;
	qsort(tids, s->body.n, sizeof(*tids), by_value);
	for (size_t i = 0; i < s->body.n; i++)
		n += is_thread(tids[i]) && (!i || tids[i] != tids[i - 1]);
	free(tids);
	return n ? n : 1;
}

static void read_records(struct small *s)
{
	for (uint64_t at = s->data; at < s->data_end;) {
		uint16_t size = s->data_end - at < 8 ? 0 : get16(s->file + at + 6);

		if (size < 8 || size > s->data_end - at)
			errx(2, "%s: damaged at %" PRIu64, s->path, at);
		read_record(s, s->file + at, size);
		at += size;
	}
	if (s->body.n < 2)
		errx(2, "%s: nothing to repeat", s->path);
	qsort(s->body.v, s->body.n, sizeof(*s->body.v), by_time);
	s->threads = count_threads(s);
}

bool small_is_life(uint32_t type)
{
	return type < RECORD_USER && bodies[type].pids;
}

void small_read(struct small *s)
{
	read_file(s);
	read_header(s);
	s->id_span = id_span(s);
	if (s->times) {
		repeat_events(s);
		read_header(s);
	}
	read_records(s);
}
