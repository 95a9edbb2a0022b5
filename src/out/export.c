/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/export.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "file/output.h"
#include "out/batch_reader.h"
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
	struct batch_reader *rows;
	struct matcher *matcher; /* NULL: all rows */
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

/* A batch is not complete: the export is stopped, or a block is damaged. */
static int interrupted(struct export_pass *w)
{
	if (atomic_load(&w->export->worker.stop))
		return ERR_STOPPED;
	return err_set(&w->export->err, ERR_STALE,
		       "block %llu of the index is damaged: perfnav index --force rebuilds it",
		       (unsigned long long)batch_reader_damaged(w->rows));
}

/*
 * Let the writer see all rows of the batch, because the output of a row can depend on earlier rows
 * that are not printed; then write those that match.
 */
static int write_batch(struct export_pass *w)
{
	struct export *x = w->export;
	struct row_batch *batch = batch_reader_batch(w->rows);

	if (!batch_reader_see(w->rows, w->writer) ||
	    (w->matcher && !batch_reader_keep(w->rows, w->matcher)) || !batch_reader_load(w->rows))
		return interrupted(w);
	for (uint32_t i = 0; i < batch->n; i++) {
		const struct row_info *info = batch_reader_row(w->rows, i);
		size_t before = w->text.len;

		if (!info)
			return interrupted(w);
		w->writer->row(w->writer, info, &w->text);
		atomic_fetch_add(&x->written, w->text.len != before);
		if (w->text.len >= TEXT_MAX)
			flush(w);
	}
	flush(w);
	return output_error(x->output, &x->err);
}

static int write_rows(struct export_pass *w, struct row_cursor *cursor)
{
	struct export *x = w->export;
	struct row_batch *batch = batch_reader_batch(w->rows);
	uint64_t rows = recording_rows(x->recording), done = 0;
	int rc = 0;

	while (!rc && cursor->next(cursor, batch)) {
		set_part(x, (double)done / (double)rows);
		done += batch->n;
		rc = atomic_load(&x->worker.stop) ? ERR_STOPPED : write_batch(w);
	}
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

/* NULL: the index has no time order, because it is damaged. */
static struct row_cursor *open_cursor(const struct export *x, const struct script_options *script)
{
	bool is_script = x->options.format->flags & FORMAT_SCRIPT;

	if (!is_script && !x->options.by_time)
		return row_cursor_file(x->recording, 0, ROW_BATCH_MAX);
	return is_script && perfscript_delivered(script, x->recording)
		       ? row_cursor_rounds(x->recording, 0, ROW_BATCH_MAX)
		       : row_cursor_time(x->recording, 0, ROW_BATCH_MAX);
}

static int write_text(struct export *x)
{
	struct script_options script;
	struct writer_options how = {
		.fields = x->options.fields,
		.n = x->options.n,
		.script = &script,
		.columns = x->options.columns,
	};
	struct export_pass w = { .export = x, .text = BUF_INIT };
	struct reader *reader = reader_open(x->recording);
	struct row_cursor *cursor;
	int rc;

	script_options_init(&script);
	script.raw = x->options.raw;
	reader_stop_at(reader, &x->worker.stop);
	w.rows = batch_reader_open(reader,
				   x->options.format->flags & FORMAT_SCRIPT || x->options.by_time);
	w.matcher = x->options.filter ? matcher_open(reader, x->options.filter) : NULL;
	if (w.matcher)
		matcher_stop_at(w.matcher, &x->worker.stop);
	w.writer = x->options.format->open(reader, &how);
	cursor = open_cursor(x, &script);
	if (w.writer->head)
		w.writer->head(w.writer, &w.text);
	rc = cursor ? write_rows(&w, cursor)
		    : err_set(&x->err, ERR_STALE,
			      "a damaged index has no time order: "
			      "perfnav index --force rebuilds it");
	if (w.writer->foot && !rc)
		w.writer->foot(w.writer, &w.text);
	flush(&w);
	if (cursor)
		cursor->close(cursor);
	w.writer->close(w.writer);
	matcher_close(w.matcher);
	batch_reader_close(w.rows);
	reader_close(reader);
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

void export_options_release(const struct export_options *options)
{
	field_list_release(options->fields, options->n);
	free(options->fields);
	filter_free(options->filter);
	filter_free(options->marked);
}

void export_stop(struct export *x)
{
	worker_stop(&x->worker);
}

void export_wait(struct export *x)
{
	worker_join(&x->worker);
}

void export_free(struct export *x)
{
	if (!x)
		return;
	worker_cancel(&x->worker);
	if (x->output)
		output_close(x->output);
	export_options_release(&x->options);
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
