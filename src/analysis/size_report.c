/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/size_report.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "analysis/grouptable.h"
#include "analysis/size_report_file.h"
#include "filter/eval.h"
#include "wire/decode.h"

enum {
	TABLE_BYTES = 8 << 20 /* of types, events and threads; further threads share one line */
};

/*
 * The properties by which records are grouped, in addition to fields; also the beginning of a key.
 */
struct key {
	uint32_t what;
	uint32_t part;	 /* of the recording, if number is only valid there */
	uint64_t number; /* of a type, an event or a thread */
};

struct size_report {
	struct sink sink;
	struct job job;
	uint64_t fields[FIELD_COUNT];	   /* bytes, in the current block */
	uint64_t having[FIELD_COUNT];	   /* records that have the field */
	uint64_t last_having[FIELD_COUNT]; /* the last row that had it + 1 */
	uint64_t row;
	struct row_info last;	 /* the last counted record; size 0: none */
	struct grouptable fresh; /* for the current block */
	uint64_t fresh_records;
	/* Guarded by the lock of the job, which is held only while a block is added. */
	struct grouptable table;
	uint64_t field_bytes[FIELD_COUNT], field_records[FIELD_COUNT];
	uint64_t records; /* bytes of records in the file */
	VEC(struct size_report_line) lines;
};

/* ---- counting ---- */

static void add_bytes(struct size_report *r, const struct item *item)
{
	if (item->flags & ROW_AGAIN)
		return;
	r->fields[item->field] += item->len;
	r->having[item->field] += r->last_having[item->field] != r->row + 1;
	r->last_having[item->field] = r->row + 1;
}

/* The leaves cover a record without gaps; a number with parts counts as one leaf. */
static bool size_report_begin(struct sink *sink, const struct item *item)
{
	struct size_report *r = (struct size_report *)sink;

	if (item->kind == ROW_BITS)
		add_bytes(r, item);
	return true;
}

static bool size_report_value(struct sink *sink, const struct item *item)
{
	struct size_report *r = (struct size_report *)sink;

	if (!item->bits)
		add_bytes(r, item);
	return true;
}

static void add_key(struct size_report *r, enum size_report_what what, size_t part, uint64_t number,
		    uint64_t bytes)
{
	struct key key = { .what = (uint32_t)what, .part = (uint32_t)part, .number = number };
	struct group_state *state =
		grouptable_state(&r->fresh, grouptable_find(&r->fresh, &key, sizeof(key)));

	state->count++;
	state->rows += bytes;
}

static void count_fields(struct size_report *r, struct reader *reader, const struct row_info *info)
{
	struct layout layout;
	size_t len;
	const uint8_t *p = reader_bytes(reader, info, &len);

	r->row = info->row;
	if (info->type == RECORD_DAMAGE || len != info->size) {
		r->fields[F_damage] += info->size;
		r->having[F_damage]++;
		return;
	}
	reader_layout(reader, info, &layout);
	decode_record(&layout, p, len, &r->sink);
}

/* Compressed data that cannot be inflated are a damaged stretch inside their record. */
static bool lies_in_last(const struct size_report *r, const struct row_info *info)
{
	const struct row_info *last = &r->last;

	return info->type == RECORD_DAMAGE && info->part == last->part &&
	       info->stream == last->stream && info->offset >= last->offset &&
	       info->offset - last->offset < last->size;
}

static void count_row(struct size_report *r, struct reader *reader, const struct row_info *info)
{
	if (row_is_inflated(reader, info)) {
		add_key(r, SIZE_REPORT_INFLATED, 0, info->type, info->size);
		return;
	}
	if (lies_in_last(r, info))
		return;
	r->last = *info;
	r->fresh_records += info->size;
	add_key(r, SIZE_REPORT_TYPE, 0, info->type, info->size);
	add_key(r, SIZE_REPORT_EVENT, info->part, (uint64_t)(int64_t)info->event, info->size);
	add_key(r, SIZE_REPORT_THREAD, 0, info->has_tid ? info->tid : (uint64_t)1 << 32,
		info->size);
	count_fields(r, reader, info);
}

static void add_fields(struct size_report *r)
{
	for (size_t i = 0; i < FIELD_COUNT; i++) {
		r->field_bytes[i] += r->fields[i];
		r->field_records[i] += r->having[i];
		r->fields[i] = r->having[i] = 0;
	}
}

static void add_fresh_keys(struct size_report *r)
{
	for (size_t i = 0; i < r->fresh.n; i++) {
		const struct group_state *fresh = grouptable_state(&r->fresh, i);
		struct group_state *state;
		struct key key;
		size_t len;

		memcpy(&key, grouptable_key(&r->fresh, i, &len), sizeof(key));
		if (key.what == SIZE_REPORT_THREAD && grouptable_bytes(&r->table) > TABLE_BYTES)
			key.number = UINT64_MAX;
		state = grouptable_state(&r->table, grouptable_find(&r->table, &key, sizeof(key)));
		state->count += fresh->count;
		state->rows += fresh->rows;
	}
	grouptable_clear(&r->fresh);
}

/* Add the current block to the totals. */
static void add_block(struct size_report *r)
{
	pthread_mutex_lock(&r->job.lock);
	add_fresh_keys(r);
	add_fields(r);
	r->records += r->fresh_records;
	r->fresh_records = 0;
	pthread_mutex_unlock(&r->job.lock);
}

static bool examine_block(void *ctx, const struct job_block *at)
{
	struct size_report *r = ctx;
	struct block *block;
	struct rows rows;
	bool good;

	if (!job_rows(at, &rows, &block, &good))
		return good;
	for (uint32_t i = job_next(at, &rows, 0); i < BLOCK_ROWS; i = job_next(at, &rows, i + 1)) {
		struct row_info info;

		reader_row_in(at->reader, block, i, &info);
		count_row(r, at->reader, &info);
	}
	add_block(r);
	return !block->bad || atomic_load(at->stop);
}

/* ---- lines ---- */

static const struct {
	const char *name, *advice;
} advices[] = {
	{ "callchain", "-e EVENT/max-stack=16/, or without -g" },
	{ "ustack", "--call-graph dwarf,1024 or fp" },
	{ "uregs", "--call-graph fp, or fewer --user-regs" },
	{ "iregs", "fewer --intr-regs" },
	{ "brstack", "without -b, or --branch-filter u" },
	{ "raw", "fewer tracepoints, or --filter" },
	{ "tp", "fewer tracepoints, or --filter" },
	{ "read", "without :S and -s" },
	{ "addr", "without -d" },
	{ "data_src", "without -d" },
	{ "phys_addr", "without --phys-data" },
	{ "data_page_size", "without --data-page-size" },
	{ "code_page_size", "without --code-page-size" },
	{ "weight", "without -W" },
	{ "period", "-c N in place of -F" },
	{ "cgroup", "without --all-cgroups" },
	{ "aux", "a smaller --aux-sample" },
	{ "SAMPLE", "a lower -F, or -z" },
	{ "SWITCH", "without --switch-events" },
	{ "SWITCH_CPU_WIDE", "without --switch-events" },
	{ "MMAP2", "--synth=no, without -d" },
	{ "FORK", "--synth=no" },
	{ "COMM", "--synth=no" },
	{ "NAMESPACES", "without --namespaces" },
	{ "CGROUP", "without --all-cgroups" },
	{ "KSYMBOL", "--no-bpf-event" },
	{ "BPF_EVENT", "--no-bpf-event" },
	{ "FINISHED_ROUND", "a larger -m" },
	{ "AUXTRACE", "--snapshot, or filters of the trace" },
	{ "BUILD_ID", "-B" },
};

static const char *advice_on(const char *name)
{
	for (size_t i = 0; i < sizeof(advices) / sizeof(advices[0]); i++)
		if (!strcmp(advices[i].name, name))
			return advices[i].advice;
	return NULL;
}

static struct size_report_line *add_line(struct size_report *r, enum size_report_what what,
					 const char *name)
{
	struct size_report_line *line = vec_add(&r->lines);

	line->what = what;
	line->name = mem_strdup(name);
	line->advice = advice_on(name);
	return line;
}

static struct size_report_line *line_of(struct size_report *r, enum size_report_what what,
					const char *name)
{
	for (size_t i = r->lines.n; i-- && r->lines.v[i].what == what;)
		if (!strcmp(r->lines.v[i].name, name))
			return &r->lines.v[i];
	return add_line(r, what, name);
}

static void add_key_name(const struct size_report *r, const struct key *key, struct buf *out)
{
	const struct perf_file *file;
	int event = (int)(int64_t)key->number;

	switch (key->what) {
	case SIZE_REPORT_EVENT:
		file = recording_file(r->job.recording, key->part);
		if (event >= 0 && (size_t)event < file->events.list.n)
			buf_adds(out, file->events.list.v[event].name);
		else
			buf_adds(out, "of no event");
		break;
	case SIZE_REPORT_THREAD:
		if (key->number == UINT64_MAX)
			buf_adds(out, "of many others");
		else if (key->number >> 32)
			buf_adds(out, "of no thread");
		else
			buf_addf(out, "tid %d", (int)(int32_t)key->number);
		break;
	default:
		field_id_text(out, F_type, key->number);
		break;
	}
}

/* Add the lines of types, events and threads. */
static void add_keys(struct size_report *r, enum size_report_what what)
{
	struct buf name = BUF_INIT;

	for (size_t i = 0; i < r->table.n; i++) {
		const struct group_state *state = grouptable_state(&r->table, i);
		struct size_report_line *line;
		struct key key;
		size_t len;

		memcpy(&key, grouptable_key(&r->table, i, &len), sizeof(key));
		if (key.what != what)
			continue;
		buf_reset(&name);
		add_key_name(r, &key, &name);
		/* Events of several files can be the same one; threads are already distinct. */
		line = what == SIZE_REPORT_EVENT ? line_of(r, what, name.p)
						 : add_line(r, what, name.p);
		line->number = key.number;
		line->bytes += state->rows;
		line->records += state->count;
	}
	buf_release(&name);
}

/* Add the lines of fields. Parts count for the whole field: brstack.from for brstack. */
static void add_field_lines(struct size_report *r)
{
	for (size_t i = 0; i < FIELD_COUNT; i++) {
		const char *name = field_id_name((enum field_id)i);
		struct size_report_line *line;
		char *top;

		if (!r->field_bytes[i])
			continue;
		top = i == F_type || i == F_misc || i == F_size
			      ? mem_strdup("header")
			      : mem_strndup(name, strcspn(name, "."));
		line = line_of(r, SIZE_REPORT_FIELD, top);
		line->bytes += r->field_bytes[i];
		if (line->records < r->field_records[i])
			line->records = r->field_records[i];
		free(top);
	}
}

static void add_part(void *arg, const char *name, uint64_t bytes)
{
	struct size_report_line *line = line_of(arg, SIZE_REPORT_FILE, name);

	line->bytes += bytes;
}

static void add_file_lines(struct size_report *r)
{
	uint64_t streams = 0;

	for (size_t i = 0; i < recording_parts(r->job.recording); i++)
		streams += size_report_file_parts(recording_file(r->job.recording, i), add_part, r);
	if (r->records)
		add_line(r, SIZE_REPORT_FILE, "records")->bytes = r->records;
	/* Data after records of trace data; before the end also bytes that were not counted yet. */
	if (streams > r->records)
		add_line(r, SIZE_REPORT_FILE, "behind records")->bytes = streams - r->records;
}

static int compare_lines(const void *pa, const void *pb)
{
	const struct size_report_line *a = pa, *b = pb;

	if (a->what != b->what)
		return a->what < b->what ? -1 : 1;
	if (a->bytes != b->bytes)
		return a->bytes > b->bytes ? -1 : 1;
	return strcmp(a->name, b->name);
}

static void clear_lines(struct size_report *r)
{
	for (size_t i = 0; i < r->lines.n; i++)
		free(r->lines.v[i].name);
	r->lines.n = 0;
}

const struct size_report_line *size_report_lines(struct size_report *r, size_t *n)
{
	clear_lines(r);
	pthread_mutex_lock(&r->job.lock);
	if (!r->job.filter)
		add_file_lines(r);
	add_keys(r, SIZE_REPORT_TYPE);
	add_keys(r, SIZE_REPORT_EVENT);
	add_keys(r, SIZE_REPORT_THREAD);
	add_field_lines(r);
	add_keys(r, SIZE_REPORT_INFLATED);
	pthread_mutex_unlock(&r->job.lock);
	if (r->lines.n)
		qsort(r->lines.v, r->lines.n, sizeof(*r->lines.v), compare_lines);
	*n = r->lines.n;
	return r->lines.v;
}

const char *size_report_what_name(enum size_report_what what)
{
	static const char *const names[] = {
		"file", "type", "event", "thread", "field", "inflated"
	};

	return names[what];
}

uint64_t size_report_size(const struct size_report *r)
{
	uint64_t size = 0;

	for (size_t i = 0; i < recording_parts(r->job.recording); i++)
		size += recording_file(r->job.recording, i)->size;
	return size;
}

/* ---- all of it ---- */

static void forget(void *ctx)
{
	struct size_report *r = ctx;

	pthread_mutex_lock(&r->job.lock);
	grouptable_release(&r->table);
	grouptable_init(&r->table, 0);
	memset(r->field_bytes, 0, sizeof(r->field_bytes));
	memset(r->field_records, 0, sizeof(r->field_records));
	memset(r->last_having, 0, sizeof(r->last_having));
	r->records = 0;
	r->last = (struct row_info){ .size = 0 };
	pthread_mutex_unlock(&r->job.lock);
}

static const struct job_ops job_ops = {
	.examine = examine_block,
	.again = forget,
};

struct size_report *size_report_start(struct recording *recording, struct filter *filter,
				      struct watcher *watcher)
{
	struct size_report *r = mem_zalloc(sizeof(*r));

	r->job.recording = recording;
	r->job.filter = filter;
	r->sink = (struct sink){ .begin = size_report_begin, .value = size_report_value };
	grouptable_init(&r->table, 0);
	grouptable_init(&r->fresh, 0);
	job_start(&r->job, &job_ops, r, watcher);
	return r;
}

void size_report_free(struct size_report *r)
{
	if (!r)
		return;
	job_end(&r->job);
	grouptable_release(&r->table);
	grouptable_release(&r->fresh);
	clear_lines(r);
	vec_release(&r->lines);
	free(r);
}

struct job *size_report_job(struct size_report *r)
{
	return &r->job;
}
