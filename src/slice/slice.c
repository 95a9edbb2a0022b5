/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "slice/slice.h"

#include <stdlib.h>

#include "base/bitset.h"
#include "base/stop.h"
#include "file/rewrite_pipe.h"
#include "filter/marks.h"
#include "filter/spanfields.h"
#include "slice/header_records.h"
#include "slice/row_copier.h"
#include "slice/sections.h"
#include "slice/state_deps.h"
#include "spans/spans.h"

enum {
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
	struct row_copier copier;
	struct scrub *scrub; /* NULL: records are not changed */
	struct err *err;

	struct header_records header;
	struct sections_facts facts; /* about the rows that were written so far */
	struct spans_view *spans;    /* NULL: the filter uses no spans */
	uint64_t *ends;		     /* rows, as bits: ends and wakeups of selected spans */
	uint64_t *deferred;	     /* threads, as bits: the rest of a sample is still missing */
	bool round_due;		     /* a record was written since the last round */
	bool counters_omitted;	     /* a sample with values of counters was omitted */
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

static struct block *block_at(struct slice *s, uint64_t number)
{
	struct block *block;

	reader_walk(s->reader, number);
	block = reader_block(s->reader, number);
	/* Read all columns, so that a damaged one is noticed. */
	for (enum column_id id = 0; block && id < COL_COUNT; id++)
		block_column(block, id);
	return block && !block->bad ? block : NULL;
}

static bool stopped(const struct slice *s)
{
	return stop_wanted(s->options->stop);
}

static void report_progress(const struct slice *s, unsigned pass, uint64_t block)
{
	double blocks = (double)index_blocks(s->index);

	if (s->options->progress)
		s->options->progress(s->options->arg, (pass + (double)block / blocks) / 2);
}

/* ---- first pass: what is selected, and what it needs ---- */

/*
 * Call a function for each block, with the rows that the filter selects, until the function returns
 * a value other than 0. Returns the function's last result, or ERR_STOPPED or ERR_STALE.
 */
static int each_block(struct slice *s, const struct filter *filter,
		      int (*fn)(struct slice *s, uint64_t number, struct rows *rows))
{
	struct eval *eval = eval_open(s->reader, filter);
	uint64_t blocks = index_blocks(s->index);
	int rc = 0;

	eval_stop_at(eval, s->options->stop);
	for (uint64_t k = 0; k < blocks && !rc; k++) {
		struct rows rows;
		int64_t n = stopped(s) ? EVAL_STOPPED : eval_block(eval, k, &rows);

		if (!n)
			rows = (struct rows){ { 0 } };
		if (n == EVAL_STOPPED)
			rc = ERR_STOPPED;
		else
			rc = n < 0 ? damaged_index(s) : fn(s, k, &rows);
	}
	eval_close(eval);
	return rc;
}

/* Note the records that end the spans of a block's selected rows, and that wake their threads. */
static int note_ends(struct slice *s, uint64_t number, struct rows *rows)
{
	uint64_t first = recording_block(reader_recording(s->reader), number).first_row;

	rows_each(rows, i)
	{
		struct spans_one span;

		if (!spans_begun(s->spans, first + i, &span))
			continue;
		if (span.has_dur)
			bitset_add(s->ends, span.end);
		if (span.has_wakeup)
			bitset_add(s->ends, span.wakeup);
	}
	return 0;
}

/* If the filter uses spans, find the records that complete the selected spans. */
static int find_ends(struct slice *s, const struct filter *filter)
{
	if (!spanfields_in(filter))
		return 0;
	s->spans = spans_view(s->reader, s->options->stop);
	if (!s->spans)
		return ERR_STOPPED;
	s->ends = bitset_new(recording_rows(reader_recording(s->reader)));
	return each_block(s, filter, note_ends);
}

/* Add the rows of find_ends() in a block to the rows that the filter selects. */
static void add_ends(const struct slice *s, uint64_t number, struct rows *rows)
{
	struct block_desc desc = recording_block(reader_recording(s->reader), number);

	for (uint32_t i = 0; s->ends && i < desc.rows; i++)
		if (bitset_has(s->ends, desc.first_row + i))
			rows_set(rows, i);
}

/* Note the selected rows of a block. */
static int note_matches(struct slice *s, uint64_t number, struct rows *rows)
{
	struct block *block;

	report_progress(s, 0, number);
	add_ends(s, number, rows);
	if (rows_none(rows))
		return 0;
	block = block_at(s, number);
	if (!block)
		return damaged_index(s);
	rows_each(rows, i)
	{
		struct slice_row row = row_of(s, block, i, rows);

		if (row.kind->class != CLASS_DAMAGE)
			state_deps_row(&s->deps, row.row, row.thread, row.time);
	}
	return marks_put(&s->marks, number, rows, s->err);
}

/* Keep the records that become sections of the header. */
static int keep_header(struct slice *s)
{
	for (uint64_t k = 0; k < index_blocks(s->index); k++) {
		struct block *block;

		if (!(index_block(s->index, k)->kinds & s->classes.masks[CLASS_HEADER]))
			continue;
		block = block_at(s, k);
		if (!block)
			return damaged_index(s);
		header_records_keep(&s->header, s->reader, &s->classes, block);
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
	return may_be_deferred(s, thread) && bitset_has(s->deferred, thread);
}

static void set_deferred(struct slice *s, uint64_t thread, bool on)
{
	if (!may_be_deferred(s, thread))
		return;
	if (on)
		bitset_add(s->deferred, thread);
	else
		bitset_remove(s->deferred, thread);
}

/*
 * Is a FINISHED_ROUND record still true? It states that later records are not older than the
 * records before the previous round. That remains true with fewer records, but not if the streams
 * of a directory are written one after the other.
 */
static bool wants_round(const struct slice *s, const struct slice_row *row)
{
	return s->file->streams.n == 1 && (row->selected || s->round_due);
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

/* ---- second pass: writing ---- */

/* perf shows a counter's value as its change since the previous sample. */
static void note_counters(struct slice *s)
{
	if (s->counters_omitted)
		s->counts->hint = "the first period of each counter in the slice is too large: "
				  "perf computes it as the growth since the previous sample, "
				  "which is not in the slice";
}

static void note_sample(struct slice *s, const struct slice_row *row)
{
	set_deferred(s, row->thread, true);
	if (row->kind->counters)
		note_counters(s);
	if (!block_is_time(row->time))
		return;
	if (!s->facts.first || row->time < s->facts.first)
		s->facts.first = row->time;
	if (row->time > s->facts.last)
		s->facts.last = row->time;
}

static void note_written(struct slice *s, const struct slice_row *row)
{
	s->round_due = row->kind->class != CLASS_ROUND;
	if (row->kind->type == RECORD_SAMPLE)
		note_sample(s, row);
	else if (row->kind->class == CLASS_LATE)
		set_deferred(s, row->thread, false);
	else if (row->kind->type == RECORD_STAT_CONFIG)
		s->facts.stat = true;
	count_row(s, row);
}

static int write_row(struct slice *s, const struct slice_row *row)
{
	if (!is_wanted(s, row)) {
		s->counters_omitted |= row->kind->counters;
		s->counts->damaged += row->selected && row->kind->class == CLASS_DAMAGE;
		return 0;
	}
	switch (row_copier_add(&s->copier, row->block, row->i, row->kind)) {
	case ROW_COPIED:
		note_written(s, row);
		return 0;
	case ROW_UNKNOWN:
		s->counts->unknown++;
		return 0;
	case ROW_CUT:
		s->counts->cut++;
		return 0;
	case ROW_LOST:
		return damaged_index(s);
	case ROW_NOT_WRITTEN:
	default:
		return output_error(s->output, s->err);
	}
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
		s->counters_omitted |=
			(index_block(s->index, number)->kinds & s->classes.counters) != 0;
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
	if (!rc && !row_copier_flush(&s->copier))
		rc = output_error(s->output, s->err);
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
	s->facts.auxtrace = s->copier.auxtrace.v;
	s->facts.n_auxtrace = s->copier.auxtrace.n;
	s->facts.auxtrace_cut = s->copier.auxtrace_cut;
	s->facts.build_ids = &s->header.build_ids;
	sections_init(sections, s->file, s->scrub, &s->facts);
}

static void end_sections(struct slice *s, struct sections *sections)
{
	for (size_t i = 0; i < sections->notes.n; i++)
		vec_push(&s->counts->notes, mem_strdup(sections->notes.v[i]));
	sections_release(sections);
}

static void write_sections(struct slice *s, struct rewrite *w)
{
	struct sections sections;

	init_sections(s, &sections);
	rewrite_features(w, sections.list.v, sections.list.n);
	end_sections(s, &sections);
}

static void note_unfit(struct sections *sections)
{
	for (size_t i = 0; i < sections->list.n; i++)
		if (!rewrite_pipe_fits(&sections->list.v[i]))
			sections_note_omitted(sections, sections->list.v[i].number,
					      "it is too large for a record of a pipe stream");
}

/* In a pipe stream, the sections come before the records. */
static void begin_pipe(struct slice *s, struct rewrite_pipe *w)
{
	struct sections sections;

	init_sections(s, &sections);
	note_unfit(&sections);
	rewrite_pipe_begin(w, s->output, s->file, &s->header.types, sections.list.v,
			   sections.list.n);
	end_sections(s, &sections);
	if (w->ids_lost)
		vec_push(&s->counts->notes,
			 mem_strdup("an event has more ids than a pipe stream can have"));
}

static int write_pipe(struct slice *s)
{
	struct rewrite_pipe w;
	int rc;

	begin_pipe(s, &w);
	rc = write_records(s);
	if (rc)
		return rc;
	rewrite_pipe_times(&w, s->facts.first, s->facts.last);
	return output_error(s->output, s->err);
}

static int write_file(struct slice *s)
{
	struct rewrite w;
	int rc;

	rewrite_begin(&w, s->output, s->file, &s->header.types);
	rc = write_records(s);
	if (rc)
		return rc;
	fill_empty(s, w.data.offset);
	write_sections(s, &w);
	return output_error(s->output, s->err);
}

static bool may_defer(const struct events *events)
{
	for (size_t i = 0; i < events->list.n; i++)
		if (attr_flag(&events->list.v[i].attr, ATTR_DEFER_CALLCHAIN) ||
		    attr_flag(&events->list.v[i].attr, ATTR_DEFER_OUTPUT))
			return true;
	return false;
}

static int write_all(struct slice *s, const struct filter *filter)
{
	int rc = find_ends(s, filter);

	if (!rc)
		rc = each_block(s, filter, note_matches);
	if (!rc)
		rc = state_deps_parents(&s->deps, s->reader, s->options->stop, s->err);
	if (!rc)
		rc = keep_header(s);
	if (rc)
		return rc;
	if (may_defer(&s->file->events))
		s->deferred = bitset_new(index_threads(s->index));
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
	header_records_init(&s.header);
	row_copier_init(&s.copier, s.reader, output, s.scrub);
	record_classes_init(&s.classes, s.index, s.file);
	state_deps_init(&s.deps, s.index, &s.classes);
	rc = write_all(&s, filter);
	state_deps_release(&s.deps);
	record_classes_release(&s.classes);
	reader_close(s.reader);
	marks_close(&s.marks);
	scrub_release(&scrub);
	header_records_release(&s.header);
	row_copier_release(&s.copier);
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
