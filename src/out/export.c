/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/export.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/vec.h"
#include "file/output.h"
#include "filter/eval.h"
#include "filter/matcher.h"
#include "out/perfscript.h"
#include "out/profile_job.h"
#include "query/row_cursor_rounds.h"
#include "query/row_cursor_time.h"
#include "query/worker.h"

struct export
{
	struct recording *recording;
	struct export_options options;
	struct output *output;
	struct worker worker;
	_Atomic int state;
	_Atomic uint64_t written;
	_Atomic unsigned part;	   /* finished part of the work, PART_ALL: all */
	struct slice_counts slice; /* written before state becomes EXPORT_DONE */
	struct err err;		   /* written before state becomes EXPORT_FAILED */
};

struct export_pass {
	struct export *export;
	struct reader *reader;
	struct eval *eval;	 /* for the order of the file */
	struct matcher *matcher; /* for the order of time; NULL: all rows */
	struct writer *writer;
	struct buf text;
};

enum {
	TEXT_MAX = 1 << 20, /* bytes that are collected before they are written */
	PART_ALL = 1 << 16
};

static void set_part(void *arg, double part)
{
	struct export *x = arg;

	atomic_store(&x->part, (unsigned)(part * (double)PART_ALL));
	watcher_wake(x->worker.watcher);
}

static void flush(struct export_pass *w)
{
	output_add(w->export->output, w->text.p, w->text.len);
	buf_reset(&w->text);
}

static int damaged_block(struct export_pass *w, uint64_t number)
{
	return err_set(&w->export->err, ERR_STALE, "block %llu of the index is damaged",
		       (unsigned long long)number);
}

static int write_row(struct export_pass *w, uint64_t row)
{
	struct export *x = w->export;
	struct row_info info;
	size_t before = w->text.len;

	if (reader_row(w->reader, row, &info, &x->err) < 0)
		return ERR_STALE;
	w->writer->row(w->writer, &info, &w->text);
	atomic_fetch_add(&x->written, w->text.len != before);
	if (w->text.len >= TEXT_MAX)
		flush(w);
	return 0;
}

/*
 * Show all rows of the block to the writer, because the output of a row can depend on earlier rows
 * that are not printed.
 */
static int see_block(struct export_pass *w, const struct block_desc *desc)
{
	w->writer->begin(w->writer);
	for (uint32_t i = 0; i < desc->rows; i++) {
		struct row_info info;

		if (reader_row(w->reader, desc->first_row + i, &info, &w->export->err) < 0)
			return ERR_STALE;
		w->writer->see(w->writer, &info);
	}
	return 0;
}

static int write_block(struct export_pass *w, uint64_t number)
{
	struct export *x = w->export;
	struct block_desc desc = recording_block(x->recording, number);
	struct rows rows;
	int64_t found = eval_block(w->eval, number, &rows);

	if (found == EVAL_STOPPED)
		return ERR_STOPPED;
	if (found < 0)
		return damaged_block(w, number);
	if (w->writer->see && see_block(w, &desc))
		return ERR_STALE;
	for (uint32_t i = rows_next(&rows, 0); i < BLOCK_ROWS; i = rows_next(&rows, i + 1))
		if (write_row(w, desc.first_row + i))
			return ERR_STALE;
	flush(w);
	return output_error(x->output, &x->err);
}

/* Returns 1 if the row matches, 0 if not, < 0 on an error. */
static int row_matches(struct export_pass *w, uint64_t row)
{
	uint64_t number = recording_block_of(w->export->recording, row);
	struct block_desc desc = recording_block(w->export->recording, number);
	int yes = w->matcher ? matcher_row(w->matcher, number, (uint32_t)(row - desc.first_row))
			     : 1;

	return yes < 0 ? damaged_block(w, number) : yes;
}

static int see_batch(struct export_pass *w, const struct row_batch *batch)
{
	w->writer->begin(w->writer);
	for (uint32_t i = 0; i < batch->n; i++) {
		struct row_info info;

		if (reader_row(w->reader, batch->rows[i], &info, &w->export->err) < 0)
			return ERR_STALE;
		w->writer->see(w->writer, &info);
	}
	return 0;
}

static int write_batch(struct export_pass *w, const struct row_batch *batch)
{
	int rc = w->writer->see ? see_batch(w, batch) : 0;

	for (uint32_t i = 0; !rc && i < batch->n; i++) {
		int yes = row_matches(w, batch->rows[i]);

		rc = yes <= 0 ? yes : write_row(w, batch->rows[i]);
	}
	flush(w);
	return rc ? rc : output_error(w->export->output, &w->export->err);
}

/* Write the rows in the order of perf script. */
static int write_in_time(struct export_pass *w, const struct script_options *script)
{
	struct export *x = w->export;
	uint64_t rows = recording_rows(x->recording), done = 0;
	struct row_batch *batch = mem_alloc(sizeof(*batch));
	struct row_cursor *cursor = perfscript_delivered(script, x->recording)
					    ? row_cursor_rounds(x->recording, 0, ROW_BATCH_MAX)
					    : row_cursor_time(x->recording, 0, ROW_BATCH_MAX);
	int rc = cursor ? 0
			: err_set(&x->err, ERR_STALE,
				  "the order of time cannot be had of a damaged index");

	w->matcher = x->options.filter ? matcher_open(w->reader, x->options.filter) : NULL;
	while (!rc && cursor->next(cursor, batch)) {
		set_part(x, (double)done / (double)rows);
		done += batch->n;
		rc = atomic_load(&x->worker.stop) ? ERR_STOPPED : write_batch(w, batch);
	}
	matcher_close(w->matcher);
	if (cursor)
		cursor->close(cursor);
	free(batch);
	return rc;
}

static int write_in_file_order(struct export_pass *w)
{
	struct export *x = w->export;
	uint64_t blocks = recording_blocks(x->recording);
	int rc = 0;

	w->eval = eval_open(w->reader, x->options.filter);
	eval_stop_at(w->eval, &x->worker.stop);
	for (uint64_t i = 0; rc == 0 && i < blocks; i++) {
		set_part(x, (double)i / (double)blocks);
		rc = atomic_load(&x->worker.stop) ? ERR_STOPPED : write_block(w, i);
	}
	eval_close(w->eval);
	return rc;
}

static int write_slice(struct export *x)
{
	struct slice_options how = {
		.spool_dir = recording_spool_dir(x->recording),
		.scrub = x->options.scrub,
		.progress = set_part,
		.arg = x,
		.stop = &x->worker.stop,
	};
	int rc = slice_write(x->recording, x->options.filter, x->output, &how, &x->slice, &x->err);

	x->written = x->slice.selected + x->slice.state + x->slice.other;
	return rc;
}

static int write_text(struct export *x)
{
	struct script_options script;
	struct writer_options how = { .script = &script };
	struct export_pass w = { .export = x, .text = BUF_INIT };
	int rc;

	script_options_init(&script);
	script.raw = x->options.raw;
	w.reader = reader_open(x->recording);
	w.writer = x->options.format->open(w.reader, &how);
	if (w.writer->head)
		w.writer->head(w.writer, &w.text);
	rc = x->options.format->flags & FORMAT_SCRIPT ? write_in_time(&w, &script)
						      : write_in_file_order(&w);
	if (w.writer->foot && !rc)
		w.writer->foot(w.writer, &w.text);
	flush(&w);
	w.writer->close(w.writer);
	reader_close(w.reader);
	buf_release(&w.text);
	return rc;
}

static int write_profile(struct export *x)
{
	struct profile_job job = {
		.recording = x->recording,
		.filter = x->options.filter,
		.marked = x->options.marked,
		.inlined = x->options.inlined,
		.output = x->output,
		.stop = &x->worker.stop,
		.progress = set_part,
		.arg = x,
	};
	int rc = x->options.format->profile(&job, &x->err);

	x->options.filter = job.filter;
	x->written = job.samples;
	return rc;
}

static void *run(void *arg)
{
	struct export *x = arg;
	const struct format *format = x->options.format;
	int rc = !format ? write_slice(x) : format->profile ? write_profile(x) : write_text(x);

	if (rc == 0)
		rc = output_finish(x->output, &x->err);
	/*
	 * Close the output before the state changes, so that the reader of a pipe sees its end
	 * before anybody waits for that reader.
	 */
	output_close(x->output);
	x->output = NULL;
	atomic_store(&x->state, rc == 0		    ? EXPORT_DONE
				: rc == ERR_STOPPED ? EXPORT_STOPPED
						    : EXPORT_FAILED);
	watcher_wake(x->worker.watcher);
	return NULL;
}

static int check_path(const struct recording *recording, const char *path, struct err *err)
{
	for (size_t i = 0; i < recording_parts(recording); i++)
		if (output_hits(path, recording_path(recording, i)))
			return err_set(err, ERR_IO, "%s is the recording itself", path);
	return 0;
}

static int open_output(struct export *x, struct err *err)
{
	int rc;

	if (x->options.pipe >= 0) {
		x->output = output_open_pipe(x->options.pipe);
		return 0;
	}
	rc = check_path(x->recording, x->options.path, err);
	return rc ? rc : output_open(&x->output, x->options.path, x->options.force, err);
}

int export_start(struct export **out, struct recording *recording,
		 const struct export_options *options, struct err *err)
{
	struct export *x = mem_zalloc(sizeof(*x));
	int rc;

	x->recording = recording;
	x->options = *options;
	err_clear(&x->err);
	rc = open_output(x, err);
	if (rc) {
		export_free(x);
		return rc;
	}
	worker_start(&x->worker, recording, options->watcher, run, x);
	*out = x;
	return 0;
}

void export_stop(struct export *x)
{
	worker_stop(&x->worker);
}

void export_free(struct export *x)
{
	if (!x)
		return;
	worker_cancel(&x->worker);
	if (x->output)
		output_close(x->output);
	filter_free(x->options.filter);
	filter_free(x->options.marked);
	slice_counts_release(&x->slice);
	free(x);
}

enum export_state export_state(const struct export *x)
{
	return (enum export_state)atomic_load(&x->state);
}

uint64_t export_written(const struct export *x)
{
	return atomic_load(&x->written);
}

double export_part(const struct export *x)
{
	return (double)atomic_load(&x->part) / (double)PART_ALL;
}

const struct slice_counts *export_slice(const struct export *x)
{
	return x->options.format ? NULL : &x->slice;
}

const struct err *export_error(const struct export *x)
{
	return &x->err;
}

bool export_pipe(const struct export *x)
{
	return x->options.pipe >= 0;
}
