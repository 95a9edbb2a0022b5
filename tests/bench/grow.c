/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * grow [-c CPUS] [-t THREADS] [-r BYTES] [-s BYTES] IN OUT BYTES
 *
 * Makes a large recording of a small one: its records are repeated with other
 * times, threads and CPUs until there are BYTES of data, in the order in which
 * perf record writes what it reads from the buffers of many CPUs. Each CPU walks
 * over the records on its own, at its own pace and from its own start; a round is
 * one run of each CPU's records, with rising times, and a FINISHED_ROUND.
 *
 * IN is a recording of this machine's byte order, without compression or AUX data.
 * Numbers of threads inside tracepoint payloads stay, but for common_pid.
 */
#include <err.h>
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Offsets in struct perf_file_header and struct perf_event_attr, of tools/perf and the kernel. */
enum {
	HEADER_ATTR_SIZE = 16,
	HEADER_ATTRS = 24,
	HEADER_DATA = 40,
	HEADER_FEATURES = 72,
	HEADER_SIZE = 104,
	ATTR_TYPE = 0,
	ATTR_SAMPLE_TYPE = 24,
	ATTR_READ_FORMAT = 32,
	ATTR_FLAGS = 40,
	ATTR_BRANCH_TYPE = 72,
	ATTR_REGS_USER = 80,
	ATTR_STACK_USER = 88
};

enum {
	RECORD_MMAP = 1,
	RECORD_COMM = 3,
	RECORD_EXIT = 4,
	RECORD_FORK = 7,
	RECORD_READ = 8,
	RECORD_SAMPLE = 9,
	RECORD_MMAP2 = 10,
	RECORD_ITRACE_START = 12,
	RECORD_NAMESPACES = 16,
	RECORD_USER = 64,
	RECORD_FINISHED_ROUND = 68,
	RECORD_AUXTRACE = 71,
	RECORD_COMPRESSED = 81,
	RECORD_FINISHED_INIT = 82,
	RECORD_COMPRESSED2 = 83
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
	FEATURE_NRCPUS = 7,
	FEATURE_SAMPLE_TIME = 21,
	TYPE_TRACEPOINT = 2,
	BRANCH_HW_INDEX = 1 << 17,
	SAMPLE_ID_ALL = 1 << 18,
	RECORD_MAX = 65528,
	LIVES = 4,
	PLACES = 8
};

struct event {
	uint32_t type;
	uint64_t sample_type, read_format, branch_type, regs_user;
	bool id_all;
	const uint8_t *ids;
	size_t ids_n;
};

/* A record of the small recording, and where in it stands what is changed. */
struct rec {
	uint8_t *p;
	uint16_t size;
	uint16_t pid[PLACES], time[2], cpu[2];
	uint8_t pids, times, cpus;
	uint16_t common_pid; /* of a tracepoint's payload, 0: none; perhaps of another namespace */
	uint64_t at; /* its time */
	size_t order; /* in the file */
};

struct recs {
	struct rec *v;
	size_t n;
};

struct cpu {
	uint64_t time;
	size_t next; /* in the records that are repeated */
	uint64_t lap, noise;
};

struct grow {
	const char *in;
	uint8_t *file;
	size_t file_size;
	uint64_t data, data_end;
	struct event *events;
	size_t events_n;
	struct recs start, body; /* written once; repeated */
	uint32_t pid_min, pid_span; /* a copy's threads are this far from the next copy's */
	unsigned copies;

	unsigned cpus_n, threads;
	uint64_t run_bytes, stack, want;
	FILE *out;
	uint64_t written, last_time;
	uint8_t buf[RECORD_MAX];
};

static uint64_t get64(const uint8_t *p)
{
	uint64_t v;

	memcpy(&v, p, sizeof(v));
	return v;
}

static uint32_t get32(const uint8_t *p)
{
	uint32_t v;

	memcpy(&v, p, sizeof(v));
	return v;
}

static uint16_t get16(const uint8_t *p)
{
	uint16_t v;

	memcpy(&v, p, sizeof(v));
	return v;
}

static void put64(uint8_t *p, uint64_t v)
{
	memcpy(p, &v, sizeof(v));
}

static void put32(uint8_t *p, uint32_t v)
{
	memcpy(p, &v, sizeof(v));
}

static void put16(uint8_t *p, uint16_t v)
{
	memcpy(p, &v, sizeof(v));
}

static void *xalloc(size_t size)
{
	void *p = calloc(1, size ? size : 1);

	if (!p)
		err(2, NULL);
	return p;
}

/* ---- the small recording ---- */

static void read_file(struct grow *g)
{
	FILE *in = fopen(g->in, "re");
	long size;

	if (!in || fseek(in, 0, SEEK_END) || (size = ftell(in)) < 0)
		err(2, "%s", g->in);
	rewind(in);
	g->file_size = (size_t)size;
	g->file = xalloc(g->file_size);
	if (fread(g->file, 1, g->file_size, in) != g->file_size)
		err(2, "%s", g->in);
	fclose(in);
}

static void check_inside(const struct grow *g, uint64_t off, uint64_t size)
{
	if (off > g->file_size || size > g->file_size - off)
		errx(2, "%s: something lies behind its end", g->in);
}

static void read_event(struct grow *g, struct event *e, uint8_t *attr, uint64_t attr_size)
{
	uint64_t ids = get64(attr + attr_size - 16), ids_size = get64(attr + attr_size - 8);

	check_inside(g, ids, ids_size);
	*e = (struct event){
		.type = get32(attr + ATTR_TYPE),
		.sample_type = get64(attr + ATTR_SAMPLE_TYPE),
		.read_format = get64(attr + ATTR_READ_FORMAT),
		.branch_type = get64(attr + ATTR_BRANCH_TYPE),
		.regs_user = get64(attr + ATTR_REGS_USER),
		.id_all = get64(attr + ATTR_FLAGS) & SAMPLE_ID_ALL,
		.ids = g->file + ids,
		.ids_n = ids_size / 8,
	};
	if (g->stack && e->sample_type & S_STACK_USER)
		put32(attr + ATTR_STACK_USER, (uint32_t)g->stack);
}

static void read_header(struct grow *g)
{
	uint64_t attr_size, attrs, size;

	if (g->file_size < HEADER_SIZE || memcmp(g->file, "PERFILE2", 8))
		errx(2, "%s: not a perf.data file of this byte order", g->in);
	attr_size = get64(g->file + HEADER_ATTR_SIZE);
	attrs = get64(g->file + HEADER_ATTRS);
	size = get64(g->file + HEADER_ATTRS + 8);
	g->data = get64(g->file + HEADER_DATA);
	g->data_end = g->data + get64(g->file + HEADER_DATA + 8);
	check_inside(g, g->data, g->data_end - g->data);
	check_inside(g, attrs, size);
	/* What stands before the data stays where it is. */
	if (attr_size < ATTR_STACK_USER + 8 + 16 || attrs + size > g->data || !size)
		errx(2, "%s: too old, or not laid out as perf record does", g->in);
	g->events_n = size / attr_size;
	g->events = xalloc(g->events_n * sizeof(*g->events));
	for (size_t i = 0; i < g->events_n; i++)
		read_event(g, &g->events[i], g->file + attrs + i * attr_size, attr_size);
}

static const struct event *event_of(const struct grow *g, const uint8_t *p, size_t size)
{
	bool sample = get32(p) == RECORD_SAMPLE;
	uint64_t id;

	if (!(g->events[0].sample_type & S_IDENTIFIER)) {
		for (size_t i = 1; i < g->events_n; i++)
			if (g->events[i].sample_type != g->events[0].sample_type)
				errx(2, "%s: events cannot be told apart", g->in);
		return &g->events[0];
	}
	id = get64(sample ? p + 8 : p + size - 8);
	for (size_t i = 0; i < g->events_n; i++)
		for (size_t k = 0; k < g->events[i].ids_n; k++)
			if (get64(g->events[i].ids + 8 * k) == id)
				return &g->events[i];
	return &g->events[0];
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
	size_t value = 1 + !!(format & 4) + !!(format & 16), times = !!(format & 1) + !!(format & 2);

	return 8 * (format & 8 ? 1 + times + (size_t)get64(p) * value : times + value);
}

/* Up to the raw data; what stands behind it returns with the place. */
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

/* The user's stack becomes as large as was asked for, filled with its own bytes again and again. */
static void grow_stack(const struct grow *g, struct rec *r, size_t at)
{
	uint64_t old = get64(r->p + at);
	size_t behind = r->size - at - 8 - (size_t)old, size = at + 8 + g->stack + behind;
	uint8_t *p;

	if (!old || size > RECORD_MAX)
		return;
	p = xalloc(size);
	memcpy(p, r->p, at);
	put64(p + at, g->stack);
	for (size_t i = 0; i < g->stack; i++)
		p[at + 8 + i] = r->p[at + 8 + i % old];
	memcpy(p + at + 8 + g->stack, r->p + at + 8 + old, behind);
	put64(p + at + 8 + g->stack, g->stack);
	put16(p + 6, (uint16_t)size);
	r->p = p;
	r->size = (uint16_t)size;
}

static void place_sample(const struct grow *g, struct rec *r, const struct event *e)
{
	uint64_t t = e->sample_type;
	size_t at = place_front(r, e);

	if (t & S_RAW) {
		if (e->type == TYPE_TRACEPOINT && at + 12 <= r->size)
			r->common_pid = (uint16_t)(at + 8);
		at += 4 + get32(r->p + at);
	}
	if (t & S_BRANCH_STACK)
		at += 8 + (e->branch_type & BRANCH_HW_INDEX ? 8 : 0) +
		      24 * (size_t)get64(r->p + at);
	if (t & S_REGS_USER)
		at += 8 + (get64(r->p + at) ? 8 * (size_t)__builtin_popcountll(e->regs_user) : 0);
	if (at + 8 > r->size && t & S_STACK_USER)
		errx(2, "%s: a sample is not laid out as its event says", g->in);
	if (t & S_STACK_USER && g->stack)
		grow_stack(g, r, at);
}

/* The bodies that start with numbers of threads: how many of these, and then a time. */
static const struct {
	uint8_t pids;
	bool time;
} bodies[RECORD_USER] = {
	[RECORD_MMAP] = { 2, false },	    [RECORD_COMM] = { 2, false },
	[RECORD_EXIT] = { 4, true },	    [RECORD_FORK] = { 4, true },
	[RECORD_READ] = { 2, false },	    [RECORD_MMAP2] = { 2, false },
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

/* A thread that is one: not the idle task, and not "none". */
static bool is_thread(uint32_t pid)
{
	return pid && pid <= INT32_MAX;
}

static void note_threads(struct grow *g, const struct rec *r, uint32_t *max)
{
	for (unsigned i = 0; i < r->pids; i++) {
		uint32_t pid = get32(r->p + r->pid[i]);

		if (!is_thread(pid))
			continue;
		if (!g->pid_min || pid < g->pid_min)
			g->pid_min = pid;
		if (pid > *max)
			*max = pid;
	}
}

static void read_record(struct grow *g, uint8_t *p, uint16_t size, uint32_t *pid_max)
{
	struct rec r = { .p = p, .size = size };
	uint32_t type = get32(p);
	uint64_t before = g->body.n ? g->body.v[g->body.n - 1].at : 0;

	if (type == RECORD_FINISHED_ROUND)
		return;
	if (type == RECORD_AUXTRACE || type == RECORD_COMPRESSED || type == RECORD_COMPRESSED2)
		errx(2, "%s: records of type %u cannot be repeated", g->in, type);
	if (type == RECORD_SAMPLE)
		place_sample(g, &r, event_of(g, p, size));
	else if (type < RECORD_USER)
		place_other(&r, event_of(g, p, size));
	note_threads(g, &r, pid_max);
	if (type == RECORD_SAMPLE && !r.times)
		r.at = before;
	add_rec(r.at ? &g->body : &g->start, &r);
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
static unsigned count_threads(const struct grow *g)
{
	uint32_t *tids = xalloc(g->body.n * sizeof(*tids));
	unsigned n = 0;

	for (size_t i = 0; i < g->body.n; i++)
		tids[i] = g->body.v[i].pids > 1 ? get32(g->body.v[i].p + g->body.v[i].pid[1]) : 0;
	qsort(tids, g->body.n, sizeof(*tids), by_value);
	for (size_t i = 0; i < g->body.n; i++)
		n += is_thread(tids[i]) && (!i || tids[i] != tids[i - 1]);
	free(tids);
	return n ? n : 1;
}

static void read_records(struct grow *g)
{
	uint32_t pid_max = 0;

	for (uint64_t at = g->data; at < g->data_end;) {
		uint16_t size = g->data_end - at < 8 ? 0 : get16(g->file + at + 6);

		if (size < 8 || size > g->data_end - at)
			errx(2, "%s: damaged at %" PRIu64, g->in, at);
		read_record(g, g->file + at, size, &pid_max);
		at += size;
	}
	if (g->body.n < 2)
		errx(2, "%s: nothing to repeat", g->in);
	qsort(g->body.v, g->body.n, sizeof(*g->body.v), by_time);
	g->pid_span = pid_max - g->pid_min + 1;
	g->copies = (g->threads + count_threads(g) - 1) / count_threads(g);
	/* No two CPUs run the same copy's threads at once. */
	if (g->copies < g->cpus_n)
		g->copies = g->cpus_n;
}

/* ---- the large one ---- */

static void put(struct grow *g, const void *p, size_t len)
{
	if (fwrite(p, 1, len, g->out) != len)
		err(2, "writing");
	g->written += len;
}

static void move_pid(const struct grow *g, uint8_t *p, unsigned copy)
{
	if (is_thread(get32(p)))
		put32(p, get32(p) + copy * g->pid_span);
}

static void put_record(struct grow *g, const struct rec *r, unsigned copy, uint64_t time, int cpu)
{
	uint8_t *p = g->buf;

	memcpy(p, r->p, r->size);
	for (unsigned i = 0; i < r->pids; i++)
		move_pid(g, p + r->pid[i], copy);
	if (r->common_pid)
		move_pid(g, p + r->common_pid, copy);
	for (unsigned i = 0; i < r->times; i++)
		put64(p + r->time[i], time);
	for (unsigned i = 0; i < r->cpus && cpu >= 0; i++)
		put32(p + r->cpu[i], (uint32_t)cpu);
	put(g, p, r->size);
}

/* perf tells first which tasks and maps were there: here for the threads of all copies. */
static void put_start(struct grow *g)
{
	bool copied = false;

	for (size_t i = 0; i <= g->start.n; i++) {
		const struct rec *r = &g->start.v[i];

		if (!copied && (i == g->start.n || get32(r->p) == RECORD_FINISHED_INIT)) {
			for (unsigned copy = 1; copy < g->copies; copy++)
				for (size_t k = 0; k < i; k++)
					if (g->start.v[k].pids && is_thread(get32(g->start.v[k].p + 8)))
						put_record(g, &g->start.v[k], copy, 0, -1);
			copied = true;
		}
		if (i < g->start.n)
			put_record(g, r, 0, 0, -1);
	}
}

static uint64_t noise(struct cpu *c)
{
	c->noise ^= c->noise << 13;
	c->noise ^= c->noise >> 7;
	c->noise ^= c->noise << 17;
	return c->noise;
}

/* Between this record and the next one of a CPU: what it was, more or less. */
static uint64_t gap(const struct grow *g, struct cpu *c, unsigned cpu)
{
	size_t i = c->next;
	uint64_t ns = i ? g->body.v[i].at - g->body.v[i - 1].at : g->body.v[1].at - g->body.v[0].at;

	ns = ns / 2 + noise(c) % (ns + 1);
	return ns * (48 + cpu % 32) / 64 + 1;
}

/*
 * Most tasks of a busy system live long: a copy's threads are born, named, mapped
 * and buried anew only each LIVES times that they come by.
 */
static bool is_left_out(const struct grow *g, const struct rec *r, uint64_t turn)
{
	uint32_t type = get32(r->p);

	return type < RECORD_USER && bodies[type].pids && turn / g->copies % LIVES;
}

static void put_run(struct grow *g, struct cpu *c, unsigned cpu, uint64_t end)
{
	while (c->time < end) {
		const struct rec *r = &g->body.v[c->next];
		uint64_t turn = cpu + c->lap * g->cpus_n;

		if (!is_left_out(g, r, turn))
			put_record(g, r, (unsigned)(turn % g->copies), c->time, (int)cpu);
		if (c->time > g->last_time)
			g->last_time = c->time;
		if (++c->next == g->body.n) {
			c->next = 0;
			c->lap++;
		}
		c->time += gap(g, c, cpu);
	}
}

static void put_data(struct grow *g)
{
	static const uint8_t round[8] = { RECORD_FINISHED_ROUND, 0, 0, 0, 0, 0, 8, 0 };
	struct cpu *cpus = xalloc(g->cpus_n * sizeof(*cpus));
	uint64_t first = g->body.v[0].at, span = g->body.v[g->body.n - 1].at - first + 1;
	uint64_t lap_bytes = 0, start = g->written, end = first;
	double round_ns;

	for (size_t i = 0; i < g->body.n; i++)
		lap_bytes += g->body.v[i].size;
	round_ns = (double)span * (double)g->run_bytes / (double)lap_bytes;
	for (unsigned c = 0; c < g->cpus_n; c++)
		cpus[c] = (struct cpu){
			.time = first + 137 * c,
			.next = c * g->body.n / g->cpus_n,
			.noise = 0x9e3779b97f4a7c15u * (c + 1),
		};
	put_start(g);
	while (g->written - start < g->want) {
		end += (uint64_t)round_ns + 1;
		for (unsigned c = 0; c < g->cpus_n; c++)
			put_run(g, &cpus[c], c, end);
		put(g, round, sizeof(round));
	}
	free(cpus);
}

static bool has_feature(const struct grow *g, unsigned bit)
{
	return g->file[HEADER_FEATURES + bit / 8] >> bit % 8 & 1;
}

/* The table of features stands behind the data: it and what it points to move on. */
static void put_features(struct grow *g, uint64_t by)
{
	uint8_t *table = g->file + g->data_end;
	size_t left = g->file_size - g->data_end;

	for (unsigned bit = 0; bit < 256; bit++) {
		uint64_t off, size;

		if (!has_feature(g, bit))
			continue;
		if ((size_t)(g->file + g->file_size - table) < 16)
			errx(2, "%s: its table of features is cut", g->in);
		off = get64(table);
		size = get64(table + 8);
		check_inside(g, off, size);
		if (bit == FEATURE_NRCPUS && size >= 8) {
			put32(g->file + off, g->cpus_n);
			put32(g->file + off + 4, g->cpus_n);
		}
		if (bit == FEATURE_SAMPLE_TIME && size >= 16)
			put64(g->file + off + 8, g->last_time);
		if (off >= g->data_end)
			put64(table, off + by);
		table += 16;
	}
	put(g, g->file + g->data_end, left);
}

static void write_recording(struct grow *g, const char *path)
{
	uint64_t size;

	g->out = fopen(path, "we");
	if (!g->out)
		err(2, "%s", path);
	setvbuf(g->out, NULL, _IOFBF, 1 << 20);
	put(g, g->file, g->data);
	put_data(g);
	size = g->written - g->data;
	put_features(g, size - (g->data_end - g->data));
	put64(g->file + HEADER_DATA + 8, size);
	if (fseeko(g->out, 0, SEEK_SET))
		err(2, "%s", path);
	put(g, g->file, HEADER_SIZE);
	if (fclose(g->out))
		err(2, "%s", path);
}

static uint64_t number(const char *text)
{
	char *end;
	unsigned long long v = strtoull(text, &end, 10);

	if (!*text || *end || !v)
		errx(2, "%s: not a number", text);
	return v;
}

int main(int argc, char **argv)
{
	static struct grow g = { .cpus_n = 16, .threads = 400, .run_bytes = 128 << 10 };
	int opt;

	while ((opt = getopt(argc, argv, "c:t:r:s:")) != -1) {
		if (opt == 'c')
			g.cpus_n = (unsigned)number(optarg);
		else if (opt == 't')
			g.threads = (unsigned)number(optarg);
		else if (opt == 'r')
			g.run_bytes = number(optarg);
		else if (opt == 's')
			g.stack = (number(optarg) + 7) & ~7ull;
		else
			return 2;
	}
	if (argc - optind != 3)
		errx(2, "usage: grow [-c CPUS] [-t THREADS] [-r BYTES] [-s BYTES] IN OUT BYTES");
	g.in = argv[optind];
	g.want = number(argv[optind + 2]);
	read_file(&g);
	read_header(&g);
	read_records(&g);
	write_recording(&g, argv[optind + 1]);
	return 0;
}
