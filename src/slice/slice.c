/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "slice/slice.h"

#include <stdlib.h>

#include "file/rewrite_pipe.h"
#include "filter/marks.h"
#include "filter/spanfields.h"
#include "recording/payload.h"
#include "slice/sections.h"
#include "slice/state_deps.h"
#include "spans/spans.h"

enum {
	ATTR_DEFER_CALLCHAIN = 38, /* bit in the flags of an attr */
	ATTR_DEFER_OUTPUT = 39,
	EVENT_TYPE_ENTRY = 72,	     /* bytes of an entry of the event_types section */
	HEADER_BYTES_MAX = 64 << 20, /* of records that become a section */
	AUXTRACE_MAX = 1 << 20,	     /* records in perf's index */
	ROUND_BYTES = RECORD_HEADER_SIZE
};

struct slice {
	const struct slice_options *options;
	struct slice_counts *counts;
	const struct perf_file *file;
	struct index *index;
	struct reader *reader;
	struct output *output;
	struct record_classes classes;
	struct state_deps deps;
	struct marks marks;
	struct scrub *scrub; /* NULL: records are not changed */
	struct err *err;

	struct buf types, build_ids; /* for a pipe stream: records that become sections */
	uint64_t *ends;		     /* rows, as bits: ends and wakeups of selected spans */
	uint64_t *deferred;	     /* threads, as bits: the rest of a sample is still missing */

	/* A range of bytes of the recording that is still to be copied. */
	const struct source *source;
	uint64_t run, run_len;

	bool written;		/* a record was written since the last round */
	uint64_t first, last;	/* times of samples */
	VEC(uint64_t) auxtrace; /* offsets of these records in the output */
	bool auxtrace_cut;	/* there are more than AUXTRACE_MAX */
	bool stat;
	bool counters_out; /* a sample with values of counters was omitted */
};

/* The current row. */
struct slice_row {
	struct block *block;
	uint32_t i;
	uint64_t row, thread, time;
	const struct record_class_kind *kind;
	bool selected;
};

static struct slice_row row_of(const struct slice *s, struct block *block, uint32_t i,
			       const struct rows *selected)
{
	return (struct slice_row){
		.block = block,
		.i = i,
		.row = block->desc.first_row + i,
		.thread = block_column(block, COL_THREAD)[i],
		.time = block_column(block, COL_TIME)[i],
		.kind = record_class_of_kind(&s->classes, block_column(block, COL_KIND)[i]),
		.selected = rows_has(selected, i),
	};
}

static int damaged_index(struct slice *s)
{
	if (recording_rewritten(reader_recording(s->reader)) != SIZE_MAX)
		return err_set(s->err, ERR_STALE,
			       "the recording was overwritten after its index was made");
	return index_set_damaged(s->err);
}

/* Return the error of a failed write, or of a failed read. */
static int failed(struct slice *s)
{
	return s->err->code ? s->err->code : output_error(s->output, s->err);
}

static struct block *block_at(struct slice *s, uint64_t number)
{
	struct block *block = reader_block(s->reader, number);

	/* Read all columns, so that a damaged one is noticed. */
	for (enum column_id id = 0; block && id < COL_COUNT; id++)
		block_column(block, id);
	return block && !block->bad ? block : NULL;
}

static bool stopped(const struct slice *s)
{
	return s->options->stop && atomic_load(s->options->stop);
}

static void report_progress(const struct slice *s, unsigned pass, uint64_t block)
{
	double blocks = (double)index_blocks(s->index);

	if (s->options->progress)
		s->options->progress(s->options->arg, (pass + (double)block / blocks) / 2);
}

/* ---- first pass: what is selected, and what it needs ---- */

static void note_matches(struct slice *s, struct block *block, const struct rows *rows)
{
	for (uint32_t i = rows_next(rows, 0); i < BLOCK_ROWS; i = rows_next(rows, i + 1)) {
		struct slice_row row = row_of(s, block, i, rows);

		if (row.kind->class != CLASS_DAMAGE)
			state_deps_row(&s->deps, row.row, row.thread, row.time);
	}
}

static void take_row(struct slice *s, uint64_t row)
{
	s->ends[row / 64] |= 1ull << row % 64;
}

/* Note the records that end the spans of a block's selected rows, and that wake their threads. */
static void note_ends(struct slice *s, struct spans_view *spans, uint64_t number,
		      const struct rows *rows)
{
	uint64_t first = recording_block(reader_recording(s->reader), number).first_row;

	rows_each(rows, i)
	{
		struct spans_one span;

		if (!spans_begun(spans, first + i, &span))
			continue;
		if (span.has_dur)
			take_row(s, span.end);
		if (span.has_wakeup)
			take_row(s, span.wakeup);
	}
}

/* If the filter uses spans, find the records that complete the selected spans. */
static int find_ends(struct slice *s, const struct filter *filter)
{
	struct spans_view *spans;
	struct eval *eval;
	int rc = 0;

	if (!spanfields_in(filter))
		return 0;
	spans = spans_view(s->reader, s->options->stop);
	if (!spans)
		return ERR_STOPPED;
	s->ends = mem_zalloc(recording_rows(reader_recording(s->reader)) / 8 + 8);
	eval = eval_open(s->reader, filter);
	eval_stop_at(eval, s->options->stop);
	for (uint64_t k = 0; k < index_blocks(s->index) && !rc; k++) {
		struct rows rows;
		int64_t n = stopped(s) ? EVAL_STOPPED : eval_block(eval, k, &rows);

		if (n == EVAL_STOPPED)
			rc = ERR_STOPPED;
		else if (n < 0)
			rc = damaged_index(s);
		else if (n)
			note_ends(s, spans, k, &rows);
	}
	eval_close(eval);
	return rc;
}

/* Add the rows of find_ends() in a block to the rows that the filter selects. */
static int64_t add_ends(const struct slice *s, uint64_t number, int64_t n, struct rows *rows)
{
	struct block_desc desc;

	if (!s->ends || n < 0)
		return n;
	if (!n)
		*rows = (struct rows){ { 0 } };
	desc = recording_block(reader_recording(s->reader), number);
	for (uint32_t i = 0; i < desc.rows; i++)
		if (s->ends[(desc.first_row + i) / 64] >> (desc.first_row + i) % 64 & 1)
			rows_set(rows, i);
	return rows_count(rows);
}

static int find_matches(struct slice *s, const struct filter *filter)
{
	struct eval *eval = eval_open(s->reader, filter);
	uint64_t blocks = index_blocks(s->index);
	int rc = find_ends(s, filter);

	eval_stop_at(eval, s->options->stop);
	for (uint64_t k = 0; k < blocks && !rc; k++) {
		struct rows rows;
		int64_t n = stopped(s) ? EVAL_STOPPED : eval_block(eval, k, &rows);
		struct block *block;

		n = add_ends(s, k, n, &rows);
		block = n > 0 ? block_at(s, k) : NULL;
		report_progress(s, 0, k);
		if (n == EVAL_STOPPED)
			rc = ERR_STOPPED;
		else if (n < 0 || (n > 0 && !block))
			rc = damaged_index(s);
		if (rc || n <= 0)
			continue;
		note_matches(s, block, &rows);
		rc = marks_put(&s->marks, k, &rows, s->err);
	}
	eval_close(eval);
	return rc;
}

/* ---- records of a pipe stream that become sections ---- */

static void keep_type(struct slice *s, const uint8_t *p, size_t len)
{
	size_t name = len - 16 < EVENT_TYPE_ENTRY - 8 ? len - 16 : EVENT_TYPE_ENTRY - 8;

	buf_add(&s->types, p + 8, 8 + name);
	buf_fill(&s->types, 0, EVENT_TYPE_ENTRY - 8 - name);
}

/* Entries of the section have the type 0. */
static void keep_build_id(struct slice *s, const uint8_t *p, size_t len)
{
	buf_fill(&s->build_ids, 0, 4);
	buf_add(&s->build_ids, p + 4, len - 4);
}

static void keep_header_row(struct slice *s, struct block *block, uint32_t i)
{
	struct row_info info;
	const uint8_t *p;
	size_t len;

	reader_row_in(s->reader, block, i, &info);
	if (info.type != RECORD_EVENT_TYPE && info.type != RECORD_BUILD_ID)
		return;
	p = reader_bytes(s->reader, &info, &len);
	if (len < 16 || s->types.len + s->build_ids.len > HEADER_BYTES_MAX)
		return;
	if (info.type == RECORD_EVENT_TYPE)
		keep_type(s, p, len);
	else
		keep_build_id(s, p, len);
}

static int keep_header(struct slice *s)
{
	for (uint64_t k = 0; k < index_blocks(s->index); k++) {
		struct block *block;

		if (!(index_block(s->index, k)->kinds & s->classes.masks[CLASS_HEADER]))
			continue;
		block = block_at(s, k);
		if (!block)
			return damaged_index(s);
		for (uint32_t i = 0; i < block->desc.rows; i++) {
			uint64_t kind = block_column(block, COL_KIND)[i];

			if (record_class_of_kind(&s->classes, kind)->class == CLASS_HEADER)
				keep_header_row(s, block, i);
		}
	}
	return 0;
}

/* ---- second pass: which rows, by their classes ---- */

/* Thread numbers of a damaged index may be beyond its table. */
static bool may_be_deferred(const struct slice *s, uint64_t thread)
{
	return s->deferred && thread < index_threads(s->index);
}

static bool is_deferred(const struct slice *s, uint64_t thread)
{
	return may_be_deferred(s, thread) && s->deferred[thread / 64] >> thread % 64 & 1;
}

static void set_deferred(struct slice *s, uint64_t thread, bool on)
{
	uint64_t bit = 1ull << thread % 64;

	if (!may_be_deferred(s, thread))
		return;
	if (on)
		s->deferred[thread / 64] |= bit;
	else
		s->deferred[thread / 64] &= ~bit;
}

/*
 * Is a FINISHED_ROUND record still true? It states that later records are not older than the
 * records before the previous round. That remains true with fewer records, but not if the streams
 * of a directory are written one after the other.
 */
static bool wants_round(const struct slice *s, const struct slice_row *row)
{
	return s->file->streams.n == 1 && (row->selected || s->written);
}

static bool is_wanted(const struct slice *s, const struct slice_row *row)
{
	switch (row->kind->class) {
	case CLASS_TASK:
	case CLASS_SYSTEM:
		return row->selected || state_deps_needed(&s->deps, row->kind->class, row->row,
							  row->thread, row->time);
	case CLASS_ALWAYS:
		return true;
	case CLASS_ROUND:
		return wants_round(s, row);
	case CLASS_LATE:
		return row->selected || is_deferred(s, row->thread);
	case CLASS_HEADER:
	case CLASS_PACKED:
	case CLASS_DAMAGE:
		return false;
	case CLASS_DATA:
	default:
		return row->selected;
	}
}

static void count_row(struct slice *s, const struct slice_row *row)
{
	bool state = row->kind->class == CLASS_TASK || row->kind->class == CLASS_SYSTEM ||
		     row->kind->class == CLASS_LATE;

	if (row->selected)
		s->counts->selected++;
	else if (state)
		s->counts->state++;
	else
		s->counts->other++;
}

/* ---- the bytes of a row ---- */

static bool flush_run(struct slice *s)
{
	uint64_t len = s->run_len;

	s->run_len = 0;
	return !len || output_copy(s->output, s->source, s->run, len);
}

static bool add_run(struct slice *s, const struct source *source, uint64_t off, uint64_t len)
{
	if (s->run_len && source == s->source && off == s->run + s->run_len) {
		s->run_len += len;
		return true;
	}
	if (!flush_run(s))
		return false;
	s->source = source;
	s->run = off;
	s->run_len = len;
	return true;
}

/* Return the bytes of a row. NULL: they cannot be read, or do not match the index. */
static const uint8_t *bytes_of(struct slice *s, const struct slice_row *row, struct row_info *info)
{
	const uint8_t *p;
	size_t len;

	reader_row_in(s->reader, row->block, row->i, info);
	p = reader_bytes(s->reader, info, &len);
	if (len >= info->size)
		return p;
	damaged_index(s);
	return NULL;
}

/* Write a record that was inflated or must be scrubbed. */
static bool add_bytes(struct slice *s, const struct slice_row *row, bool *left_out)
{
	struct buf clean = BUF_INIT;
	struct row_info info;
	struct layout layout;
	const uint8_t *p = bytes_of(s, row, &info);
	size_t len = (size_t)info.size;
	bool done;

	if (!p)
		return false;
	if (!s->scrub)
		return flush_run(s) && output_add(s->output, p, len);
	reader_layout(s->reader, &info, &layout);
	*left_out = !scrub_record(s->scrub, &layout, p, len, &clean);
	done = flush_run(s) && output_add(s->output, clean.p, clean.len);
	buf_release(&clean);
	return done;
}

/* Return the number of bytes between a record and the next one of its stream. */
static uint64_t room_behind(struct slice *s, const struct row_info *info)
{
	uint64_t end = info->offset + info->size;
	struct row_info next;

	if (info->row + 1 < index_rows(s->index) &&
	    !reader_row(s->reader, info->row + 1, &next, NULL) && next.stream == info->stream)
		return next.offset > end ? next.offset - end : 0;
	return s->file->streams.v[info->stream].end - end;
}

static uint64_t tail_of(struct slice *s, const struct row_info *info)
{
	struct payload payload;
	size_t len;
	const uint8_t *p;

	if (reader_payload(s->reader, info, &payload))
		return payload.size;
	p = reader_bytes(s->reader, info, &len);
	return len < info->size ? 0
				: record_tail(record_find(info->type), p, len, s->file->header.big);
}

static void note_auxtrace(struct slice *s)
{
	if (s->auxtrace.n < AUXTRACE_MAX)
		vec_push(&s->auxtrace, output_size(s->output));
	else
		s->auxtrace_cut = true;
}

/*
 * Write a record with the data after it. *cut: the data are incomplete, and the record is omitted.
 */
static bool add_with_tail(struct slice *s, const struct slice_row *row, bool *cut)
{
	struct row_info info;
	uint64_t tail;

	reader_row_in(s->reader, row->block, row->i, &info);
	tail = tail_of(s, &info);
	*cut = row_is_inflated(s->reader, &info) || tail > room_behind(s, &info);
	if (*cut)
		return true;
	if (!flush_run(s))
		return false;
	if (info.type == RECORD_AUXTRACE)
		note_auxtrace(s);
	return add_run(s, s->file->streams.v[info.stream].source, info.offset, info.size + tail);
}

/* Write a record unchanged. */
static bool add_record(struct slice *s, const struct slice_row *row)
{
	struct row_info info;

	return bytes_of(s, row, &info) &&
	       add_run(s, s->file->streams.v[info.stream].source, info.offset, info.size);
}

/* Write a row. *left_out: the row was omitted. */
static bool add_row(struct slice *s, const struct slice_row *row, bool *left_out)
{
	uint16_t stream;
	bool done;

	block_offsets(row->block); /* also sets streams */
	stream = row->block->stream[row->i];
	*left_out = s->scrub && !scrub_knows(row->kind->type);
	if (*left_out) {
		s->counts->unknown++;
		return true;
	}
	if (row->kind->tail) {
		done = add_with_tail(s, row, left_out);
		s->counts->cut += *left_out;
	} else if (s->scrub || stream >= s->file->streams.n) {
		done = add_bytes(s, row, left_out);
		s->counts->unknown += *left_out;
	} else {
		done = add_record(s, row);
	}
	return done;
}

/* ---- second pass ---- */

/* perf shows a counter's value as its change since the previous sample. */
static void note_counters(struct slice *s)
{
	if (s->counters_out)
		s->counts->hint = "perf prints the change of a counter since the previous sample "
				  "as the period: the first "
				  "period in the slice counts from 0, and is too large";
}

static void note_sample(struct slice *s, const struct slice_row *row)
{
	set_deferred(s, row->thread, true);
	if (row->kind->counters)
		note_counters(s);
	if (!block_is_time(row->time))
		return;
	if (!s->first || row->time < s->first)
		s->first = row->time;
	if (row->time > s->last)
		s->last = row->time;
}

static void note_written(struct slice *s, const struct slice_row *row)
{
	s->written = row->kind->class != CLASS_ROUND;
	if (row->kind->type == RECORD_SAMPLE)
		note_sample(s, row);
	else if (row->kind->class == CLASS_LATE)
		set_deferred(s, row->thread, false);
	else if (row->kind->type == RECORD_STAT_CONFIG)
		s->stat = true;
	count_row(s, row);
}

static int write_row(struct slice *s, const struct slice_row *row)
{
	bool left_out;

	if (!is_wanted(s, row)) {
		s->counters_out |= row->kind->counters;
		s->counts->damaged += row->selected && row->kind->class == CLASS_DAMAGE;
		return 0;
	}
	if (!add_row(s, row, &left_out))
		return failed(s);
	if (!left_out)
		note_written(s, row);
	return 0;
}

/* Does a block have rows that are written although they are not selected? */
static bool has_others(const struct slice *s, uint64_t number)
{
	uint64_t kinds = index_block(s->index, number)->kinds;

	for (enum record_class c = CLASS_TASK; c <= CLASS_LATE; c++)
		if (kinds & s->classes.masks[c])
			return true;
	return false;
}

static int write_block(struct slice *s, uint64_t number)
{
	struct rows selected;
	struct block *block;
	int rc = marks_get(&s->marks, number, &selected, s->err);

	if (rc)
		return rc;
	if (rows_none(&selected) && !has_others(s, number)) {
		s->counters_out |= (index_block(s->index, number)->kinds & s->classes.counters) !=
				   0;
		return 0;
	}
	block = block_at(s, number);
	if (!block)
		return damaged_index(s);
	for (uint32_t i = 0; i < block->desc.rows && !rc; i++) {
		struct slice_row row = row_of(s, block, i, &selected);

		rc = write_row(s, &row);
	}
	return rc;
}

static int write_records(struct slice *s)
{
	uint64_t blocks = index_blocks(s->index);
	int rc = 0;

	for (uint64_t k = 0; k < blocks && !rc; k++) {
		report_progress(s, 1, k);
		rc = stopped(s) ? ERR_STOPPED : write_block(s, k);
	}
	if (!rc && !flush_run(s))
		rc = failed(s);
	return rc;
}

/* Write a record if there is none: a recording with an empty data section looks unfinished. */
static void fill_empty(struct slice *s, uint64_t start)
{
	uint8_t round[ROUND_BYTES] = { 0 };

	if (output_size(s->output) != start)
		return;
	store_u32(round, RECORD_FINISHED_ROUND, s->file->header.big);
	store_u16(round + 6, ROUND_BYTES, s->file->header.big);
	output_add(s->output, round, sizeof(round));
	s->counts->other++;
}

/* ---- all of it ---- */

static void init_sections(struct slice *s, struct sections *sections)
{
	struct sections_facts facts = {
		.first = s->first,
		.last = s->last,
		.auxtrace = s->auxtrace.v,
		.n_auxtrace = s->auxtrace.n,
		.auxtrace_cut = s->auxtrace_cut,
		.build_ids = &s->build_ids,
		.stat = s->stat,
	};

	sections_init(sections, s->file, s->scrub, &facts);
	for (size_t i = 0; i < sections->notes.n; i++)
		vec_push(&s->counts->notes, mem_strdup(sections->notes.v[i]));
}

static void write_sections(struct slice *s, struct rewrite *w)
{
	struct sections sections;

	init_sections(s, &sections);
	rewrite_features(w, sections.list.v, sections.list.n);
	sections_release(&sections);
}

static void note_unfit(struct slice *s, const struct sections *sections)
{
	for (size_t i = 0; i < sections->list.n; i++) {
		struct buf text = BUF_INIT;

		if (rewrite_pipe_fits(&sections->list.v[i]))
			continue;
		buf_adds(&text, "the feature section ");
		feature_name(&text, sections->list.v[i].number);
		buf_adds(&text, " is left out: it is too large for a record of a pipe stream");
		vec_push(&s->counts->notes, buf_take(&text));
	}
}

/* In a pipe stream, the sections come before the records. */
static void begin_pipe(struct slice *s, struct rewrite_pipe *w)
{
	struct sections sections;

	init_sections(s, &sections);
	note_unfit(s, &sections);
	rewrite_pipe_begin(w, s->output, s->file, &s->types, sections.list.v, sections.list.n);
	if (w->ids_lost)
		vec_push(&s->counts->notes,
			 mem_strdup("an event has more ids than a pipe stream can have"));
	sections_release(&sections);
}

static int write_pipe(struct slice *s)
{
	struct rewrite_pipe w;
	int rc;

	begin_pipe(s, &w);
	rc = write_records(s);
	if (rc)
		return rc;
	rewrite_pipe_times(&w, s->first, s->last);
	return failed(s);
}

static int write_file(struct slice *s)
{
	struct rewrite w;
	int rc;

	rewrite_begin(&w, s->output, s->file, &s->types);
	rc = write_records(s);
	if (rc)
		return rc;
	fill_empty(s, w.data.offset);
	write_sections(s, &w);
	return failed(s);
}

static bool may_defer(const struct events *events)
{
	for (size_t i = 0; i < events->list.n; i++)
		if (events->list.v[i].attr.flags >> ATTR_DEFER_CALLCHAIN & 1 ||
		    events->list.v[i].attr.flags >> ATTR_DEFER_OUTPUT & 1)
			return true;
	return false;
}

static int write_all(struct slice *s, const struct filter *filter)
{
	int rc = find_matches(s, filter);

	if (!rc)
		rc = state_deps_parents(&s->deps, s->reader, s->options->stop, s->err);
	if (!rc)
		rc = keep_header(s);
	if (rc)
		return rc;
	if (may_defer(&s->file->events))
		s->deferred = mem_zalloc((index_threads(s->index) / 64 + 1) * sizeof(uint64_t));
	return s->options->pipe ? write_pipe(s) : write_file(s);
}

int slice_write(struct recording *recording, const struct filter *filter, struct output *output,
		const struct slice_options *options, struct slice_counts *counts, struct err *err)
{
	struct slice s = {
		.options = options,
		.counts = counts,
		.file = recording_file(recording, 0),
		.index = recording_index(recording, 0),
		.output = output,
		.types = BUF_INIT,
		.build_ids = BUF_INIT,
		.err = err,
	};
	struct scrub scrub;
	int rc;

	*counts = (struct slice_counts){ 0 };
	rc = scrub_init(&scrub, err);
	if (!rc)
		rc = marks_open(&s.marks, options->spool_dir, err);
	if (rc)
		return rc;
	s.scrub = options->scrub ? &scrub : NULL;
	s.reader = reader_open(recording);
	record_classes_init(&s.classes, s.index, s.file);
	state_deps_init(&s.deps, s.index, &s.classes);
	rc = write_all(&s, filter);
	state_deps_release(&s.deps);
	record_classes_release(&s.classes);
	reader_close(s.reader);
	marks_close(&s.marks);
	scrub_release(&scrub);
	buf_release(&s.types);
	buf_release(&s.build_ids);
	vec_release(&s.auxtrace);
	free(s.ends);
	free(s.deferred);
	return rc;
}

void slice_counts_release(struct slice_counts *counts)
{
	for (size_t i = 0; i < counts->notes.n; i++)
		free(counts->notes.v[i]);
	vec_release(&counts->notes);
}
