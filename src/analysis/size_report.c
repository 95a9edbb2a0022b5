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

static void add_bytes(struct size_report *b, const struct item *item)
{
	if (item->flags & ROW_AGAIN)
		return;
	b->fields[item->field] += item->len;
	b->having[item->field] += b->last_having[item->field] != b->row + 1;
	b->last_having[item->field] = b->row + 1;
}

/* The leaves cover a record without gaps; a number with parts counts as one leaf. */
static bool size_report_begin(struct sink *sink, const struct item *item)
{
	struct size_report *b = (struct size_report *)sink;

	if (item->kind == ROW_BITS)
		add_bytes(b, item);
	return true;
}

static bool size_report_value(struct sink *sink, const struct item *item)
{
	struct size_report *b = (struct size_report *)sink;

	if (!item->bits)
		add_bytes(b, item);
	return true;
}

static void add_key(struct size_report *b, enum size_report_what what, size_t part, uint64_t number,
		    uint64_t bytes)
{
	struct key key = { .what = (uint32_t)what, .part = (uint32_t)part, .number = number };
	struct group_state *state =
		grouptable_state(&b->fresh, grouptable_find(&b->fresh, &key, sizeof(key)));

	state->count++;
	state->rows += bytes;
}

static void count_fields(struct size_report *b, struct reader *reader, const struct row_info *info)
{
	struct layout layout;
	size_t len;
	const uint8_t *p = reader_bytes(reader, info, &len);

	b->row = info->row;
	if (info->type == RECORD_DAMAGE || len != info->size) {
		b->fields[F_damage] += info->size;
		b->having[F_damage]++;
		return;
	}
	reader_layout(reader, info, &layout);
	decode_record(&layout, p, len, &b->sink);
}

/* Compressed data that cannot be inflated are a damaged stretch inside their record. */
static bool lies_in_last(const struct size_report *b, const struct row_info *info)
{
	const struct row_info *last = &b->last;

	return info->type == RECORD_DAMAGE && info->part == last->part &&
	       info->stream == last->stream && info->offset >= last->offset &&
	       info->offset - last->offset < last->size;
}

static void count_row(struct size_report *b, struct reader *reader, const struct row_info *info)
{
	if (row_is_inflated(reader, info)) {
		add_key(b, SIZE_REPORT_INFLATED, 0, info->type, info->size);
		return;
	}
	if (lies_in_last(b, info))
		return;
	b->last = *info;
	b->fresh_records += info->size;
	add_key(b, SIZE_REPORT_TYPE, 0, info->type, info->size);
	add_key(b, SIZE_REPORT_EVENT, info->part, (uint64_t)(int64_t)info->event, info->size);
	add_key(b, SIZE_REPORT_THREAD, 0, info->has_tid ? info->tid : (uint64_t)1 << 32,
		info->size);
	count_fields(b, reader, info);
}

static void add_fields(struct size_report *b)
{
	for (size_t i = 0; i < FIELD_COUNT; i++) {
		b->field_bytes[i] += b->fields[i];
		b->field_records[i] += b->having[i];
		b->fields[i] = b->having[i] = 0;
	}
}

static void add_fresh_keys(struct size_report *b)
{
	for (size_t i = 0; i < b->fresh.n; i++) {
		const struct group_state *fresh = grouptable_state(&b->fresh, i);
		struct group_state *state;
		struct key key;
		size_t len;

		memcpy(&key, grouptable_key(&b->fresh, i, &len), sizeof(key));
		if (key.what == SIZE_REPORT_THREAD && grouptable_bytes(&b->table) > TABLE_BYTES)
			key.number = UINT64_MAX;
		state = grouptable_state(&b->table, grouptable_find(&b->table, &key, sizeof(key)));
		state->count += fresh->count;
		state->rows += fresh->rows;
	}
	grouptable_clear(&b->fresh);
}

/* Add the current block to the totals. */
static void add_block(struct size_report *b)
{
	pthread_mutex_lock(&b->job.lock);
	add_fresh_keys(b);
	add_fields(b);
	b->records += b->fresh_records;
	b->fresh_records = 0;
	pthread_mutex_unlock(&b->job.lock);
}

static bool examine_block(void *ctx, const struct job_block *at)
{
	struct size_report *b = ctx;
	struct block *block;
	struct rows rows;
	bool good;

	if (!job_rows(at, &rows, &block, &good))
		return good;
	for (uint32_t i = job_next(at, &rows, 0); i < BLOCK_ROWS; i = job_next(at, &rows, i + 1)) {
		struct row_info info;

		reader_row_in(at->reader, block, i, &info);
		count_row(b, at->reader, &info);
	}
	add_block(b);
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

static struct size_report_line *add_line(struct size_report *b, enum size_report_what what,
					 const char *name)
{
	struct size_report_line *line = vec_add(&b->lines);

	line->what = what;
	line->name = mem_strdup(name);
	line->advice = advice_on(name);
	return line;
}

static struct size_report_line *line_of(struct size_report *b, enum size_report_what what,
					const char *name)
{
	for (size_t i = b->lines.n; i-- && b->lines.v[i].what == what;)
		if (!strcmp(b->lines.v[i].name, name))
			return &b->lines.v[i];
	return add_line(b, what, name);
}

static void add_key_name(const struct size_report *b, const struct key *key, struct buf *out)
{
	const struct perf_file *file;
	int event = (int)(int64_t)key->number;

	switch (key->what) {
	case SIZE_REPORT_EVENT:
		file = recording_file(b->job.recording, key->part);
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
static void add_keys(struct size_report *b, enum size_report_what what)
{
	struct buf name = BUF_INIT;

	for (size_t i = 0; i < b->table.n; i++) {
		const struct group_state *state = grouptable_state(&b->table, i);
		struct size_report_line *line;
		struct key key;
		size_t len;

		memcpy(&key, grouptable_key(&b->table, i, &len), sizeof(key));
		if (key.what != what)
			continue;
		buf_reset(&name);
		add_key_name(b, &key, &name);
		/* Events of several files can be the same one; threads are already distinct. */
		line = what == SIZE_REPORT_EVENT ? line_of(b, what, name.p)
						 : add_line(b, what, name.p);
		line->number = key.number;
		line->bytes += state->rows;
		line->records += state->count;
	}
	buf_release(&name);
}

/* Add the lines of fields. Parts count for the whole field: brstack.from for brstack. */
static void add_field_lines(struct size_report *b)
{
	for (size_t i = 0; i < FIELD_COUNT; i++) {
		const char *name = field_id_name((enum field_id)i);
		struct size_report_line *line;
		char *top;

		if (!b->field_bytes[i])
			continue;
		top = i == F_type || i == F_misc || i == F_size
			      ? mem_strdup("header")
			      : mem_strndup(name, strcspn(name, "."));
		line = line_of(b, SIZE_REPORT_FIELD, top);
		line->bytes += b->field_bytes[i];
		if (line->records < b->field_records[i])
			line->records = b->field_records[i];
		free(top);
	}
}

static void add_part(void *arg, const char *name, uint64_t bytes)
{
	struct size_report_line *line = line_of(arg, SIZE_REPORT_FILE, name);

	line->bytes += bytes;
}

static void add_file_lines(struct size_report *b)
{
	uint64_t streams = 0;

	for (size_t i = 0; i < recording_parts(b->job.recording); i++)
		streams += size_report_file_parts(recording_file(b->job.recording, i), add_part, b);
	if (b->records)
		add_line(b, SIZE_REPORT_FILE, "records")->bytes = b->records;
	/* Data after records of trace data; before the end also bytes that were not counted yet. */
	if (streams > b->records)
		add_line(b, SIZE_REPORT_FILE, "behind records")->bytes = streams - b->records;
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

static void clear_lines(struct size_report *b)
{
	for (size_t i = 0; i < b->lines.n; i++)
		free(b->lines.v[i].name);
	b->lines.n = 0;
}

const struct size_report_line *size_report_lines(struct size_report *b, size_t *n)
{
	clear_lines(b);
	pthread_mutex_lock(&b->job.lock);
	if (!b->job.filter)
		add_file_lines(b);
	add_keys(b, SIZE_REPORT_TYPE);
	add_keys(b, SIZE_REPORT_EVENT);
	add_keys(b, SIZE_REPORT_THREAD);
	add_field_lines(b);
	add_keys(b, SIZE_REPORT_INFLATED);
	pthread_mutex_unlock(&b->job.lock);
	if (b->lines.n)
		qsort(b->lines.v, b->lines.n, sizeof(*b->lines.v), compare_lines);
	*n = b->lines.n;
	return b->lines.v;
}

const char *size_report_what_name(enum size_report_what what)
{
	static const char *const names[] = {
		"file", "type", "event", "thread", "field", "inflated"
	};

	return names[what];
}

uint64_t size_report_size(const struct size_report *b)
{
	uint64_t size = 0;

	for (size_t i = 0; i < recording_parts(b->job.recording); i++)
		size += recording_file(b->job.recording, i)->size;
	return size;
}

/* ---- all of it ---- */

static void forget(void *ctx)
{
	struct size_report *b = ctx;

	pthread_mutex_lock(&b->job.lock);
	grouptable_release(&b->table);
	grouptable_init(&b->table, 0);
	memset(b->field_bytes, 0, sizeof(b->field_bytes));
	memset(b->field_records, 0, sizeof(b->field_records));
	memset(b->last_having, 0, sizeof(b->last_having));
	b->records = 0;
	b->last = (struct row_info){ .size = 0 };
	pthread_mutex_unlock(&b->job.lock);
}

static const struct job_ops job_ops = {
	.examine = examine_block,
	.again = forget,
};

struct size_report *size_report_start(struct recording *recording, struct filter *filter,
				      struct watcher *watcher)
{
	struct size_report *b = mem_zalloc(sizeof(*b));

	b->job.recording = recording;
	b->job.filter = filter;
	b->sink = (struct sink){ .begin = size_report_begin, .value = size_report_value };
	grouptable_init(&b->table, 0);
	grouptable_init(&b->fresh, 0);
	job_start(&b->job, &job_ops, b, watcher);
	return b;
}

void size_report_free(struct size_report *b)
{
	if (!b)
		return;
	job_end(&b->job);
	grouptable_release(&b->table);
	grouptable_release(&b->fresh);
	clear_lines(b);
	vec_release(&b->lines);
	free(b);
}

struct job *size_report_job(struct size_report *b)
{
	return &b->job;
}
