/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/printer.h"

#include <errno.h>
#include <string.h>

#include "base/clock.h"
#include "base/thread.h"
#include "cli/cli_filter.h"
#include "cli/print_early.h"

enum {
	BATCH_NS = 4000000, /* processor time of a batch */
	PIECE_BYTES = 512 << 10,
	ROOM_BYTES = 16 << 20 /* bytes of output that may wait for earlier output */
};

/* ---- rows, in the threads of the pool ---- */

/* Does the filter answer a block at a time? */
static bool takes_blocks(const struct printer *p)
{
	return p->filter && p->filter->tier;
}

/*
 * How many rows the next batch has: up to a whole block, because threads that share a block wait
 * for each other. Fewer if rows are slow, so that they are printed soon; and at the end, so that
 * all threads end at the same time.
 */
static uint32_t batch_rows(const struct printer *p)
{
	uint64_t share = (recording_rows(p->recording) - p->taken) / (2ull * p->n);
	uint64_t row_ns = atomic_load(&p->row_ns), rows = row_ns ? BATCH_NS / row_ns : 0;

	rows = share < rows ? share : rows;
	if (takes_blocks(p) || rows > ROW_BATCH_MAX)
		return ROW_BATCH_MAX;
	return rows > PRINT_BATCH ? (uint32_t)rows : PRINT_BATCH;
}

static bool take_rows(void *arg, unsigned number)
{
	struct printer *p = arg;
	struct row_batch *batch = batch_reader_batch(p->workers[number].rows);

	if (!p->cursor->next(p->cursor, batch))
		return false;
	p->taken += batch->n;
	p->cursor->most = batch_rows(p);
	return true;
}

static void note_damage(struct printer *p, struct print_worker *w)
{
	p->damaged = batch_reader_damaged(w->rows) + 1;
	if (w->slot)
		ordered_pool_end(w->slot);
}

/* Keep the rows of a batch that --skip and --max leave. at: matching rows before the batch. */
static uint64_t cut_batch(const struct printer *p, struct row_batch *b, uint64_t at)
{
	uint64_t from = 0, to = b->n;

	if (at < p->first)
		from = p->first - at < to ? p->first - at : to;
	if (at + to > p->end)
		to = p->end > at ? p->end - at : 0;
	b->n = to > from ? (uint32_t)(to - from) : 0;
	memmove(b->rows, b->rows + from, b->n * sizeof(b->rows[0]));
	return at + from;
}

/* Find the first time that is printed: --reltime counts from it, as in perf. */
static void find_origin(struct printer *p, struct print_worker *w)
{
	for (uint32_t i = 0; !p->origin && i < batch_reader_batch(w->rows)->n; i++) {
		const struct row_info *info = batch_reader_row(w->rows, i);

		if (!info)
			note_damage(p, w);
		else if (info->has_time)
			p->origin = info->time;
	}
}

/* Keep the rows of the batch that are printed. Returns the place of the first one. */
static uint64_t cut_rows(struct printer *p, struct print_worker *w)
{
	struct row_batch *batch = batch_reader_batch(w->rows);
	uint64_t at, passed;

	if (w->slot)
		ordered_pool_begin_turn(w->slot);
	passed = p->passed + batch->n;
	at = cut_batch(p, batch, p->passed);
	p->passed = passed;
	if (p->options->reltime)
		find_origin(p, w);
	w->origin = p->origin;
	if (w->slot)
		ordered_pool_end_turn(w->slot);
	if (w->slot && passed >= p->end)
		ordered_pool_end(w->slot);
	return at;
}

static void note_match(struct printer *p, uint64_t place, uint64_t ordinal)
{
	pthread_mutex_lock(&p->lock);
	if (!p->found++ || place < p->found_at) {
		p->found_at = place;
		p->found_ordinal = ordinal;
	}
	pthread_mutex_unlock(&p->lock);
}

/* Print row i of the batch. False: damage. */
static bool print_row(struct printer *p, struct print_worker *w, uint64_t place, uint32_t i)
{
	const struct row_info *info = batch_reader_row(w->rows, i);
	int fails = info && w->fail_if ? batch_reader_matches(w->rows, w->fail_if, i) : 0;

	if (!info || fails < 0)
		note_damage(p, w);
	if (fails > 0)
		note_match(p, place, info->ordinal);
	if (info)
		w->writer->row(w->writer, info, &w->out);
	return info;
}

static void print_rows(void *arg, unsigned number, struct ordered_slot *slot)
{
	struct printer *p = arg;
	struct print_worker *w = &p->workers[number];
	struct row_batch *batch = batch_reader_batch(w->rows);
	uint32_t rows = batch->n;
	int64_t begin = clock_thread_ns();
	bool go_on;
	uint64_t place;

	w->slot = slot;
	if (!batch_reader_see(w->rows, w->writer))
		note_damage(p, w);
	if (w->filter && !batch_reader_keep(w->rows, w->filter))
		note_damage(p, w);
	place = cut_rows(p, w);
	go_on = batch_reader_load(w->rows);
	if (!go_on)
		note_damage(p, w);
	for (uint32_t i = 0; i < batch->n && go_on; i++) {
		go_on = print_row(p, w, place + i, i);
		if (w->slot && w->out.len >= PIECE_BYTES)
			go_on &= ordered_pool_put(w->slot, &w->out);
	}
	atomic_store(&p->row_ns, (uint64_t)(clock_thread_ns() - begin) / (rows + !rows) + 1);
	if (w->slot)
		ordered_pool_put(w->slot, &w->out);
}

void printer_print_batch(struct printer *p)
{
	print_rows(p, 0, NULL);
}

/* ---- the recording ---- */

static void open_worker(struct printer *p, struct print_worker *w)
{
	w->reader = reader_open(p->recording);
	w->output = p->output;
	w->output.origin = &w->origin;
	w->writer = p->format->open(w->reader, &w->output);
	w->filter = p->filter ? matcher_open(w->reader, p->filter) : NULL;
	w->fail_if = p->fail_if ? matcher_open(w->reader, p->fail_if) : NULL;
	w->rows = batch_reader_open(w->reader, p->order != row_cursor_file);
	buf_init(&w->out);
}

static void close_worker(struct print_worker *w)
{
	matcher_close(w->filter);
	matcher_close(w->fail_if);
	w->writer->close(w->writer);
	batch_reader_close(w->rows);
	reader_close(w->reader);
	buf_release(&w->out);
}

static int write_head(struct printer *p)
{
	struct writer *writer = p->workers[0].writer;
	struct buf head = BUF_INIT;
	int status;

	if (writer->head)
		writer->head(writer, &head);
	status = outfile_add(&p->file, &head);
	buf_release(&head);
	return status;
}

static int write_foot(struct printer *p)
{
	struct writer *writer = p->workers[0].writer;
	struct buf foot = BUF_INIT;
	int status;

	if (!writer->foot)
		return STATUS_OK;
	writer->foot(writer, &foot);
	status = outfile_add(&p->file, &foot);
	buf_release(&foot);
	return status;
}

static int write_rows(struct printer *p)
{
	static const struct ordered_pool_ops ops = { .take = take_rows, .work = print_rows };
	struct ordered_pool *pool;
	struct buf piece = BUF_INIT;
	int status = STATUS_OK;

	pool = ordered_pool_open(p->n, ROOM_BYTES, &ops, p);
	if (!pool) {
		cli_warn(NULL, "cannot start a thread: %s", strerror(errno));
		return STATUS_IO;
	}
	while (!status && ordered_pool_next(pool, &piece))
		status = outfile_add(&p->file, &piece);
	ordered_pool_close(pool);
	buf_release(&piece);
	return status;
}

/* The first row to read. Rows before it can be skipped without reading them. */
static uint64_t first_row(struct printer *p)
{
	if (!p->filter && !p->workers[0].writer->see)
		p->passed = p->first;
	return p->passed;
}

static struct row_cursor *open_cursor(struct printer *p, uint64_t row)
{
	p->taken = row;
	return p->order(p->recording, row, takes_blocks(p) ? ROW_BATCH_MAX : PRINT_BATCH);
}

static int no_order(const struct printer *p)
{
	cli_warn(recording_path(p->recording, 0),
		 "time order needs a complete index; this one is damaged or incomplete");
	return STATUS_IO;
}

/*
 * Warn about the typed filter only: the filter of perf-script also has types that nobody asked for.
 */
void printer_warn_absent(const struct printer *p)
{
	const struct options *options = p->options;
	struct filter *typed = NULL;

	if (p->output.script && !cli_filter(options, &typed))
		cli_filter_warn_absent(options, p->recording, typed);
	else
		cli_filter_warn_absent(options, p->recording, p->filter);
	cli_filter_warn_absent(options, p->recording, p->fail_if);
	filter_free(typed);
}

static int print_all(struct printer *p)
{
	uint64_t row = first_row(p);
	int status = STATUS_OK;

	if (p->early) {
		status = write_head(p);
		if (!status)
			status = print_early(p, &row);
	} else {
		printer_warn_absent(p);
	}
	if (status)
		return status;
	p->cursor = open_cursor(p, row);
	status = !p->cursor ? no_order(p) : p->early ? STATUS_OK : write_head(p);
	if (!status && p->passed < p->end && p->first < p->end && !p->damaged)
		status = write_rows(p);
	if (!status)
		status = write_foot(p);
	if (p->cursor)
		p->cursor->close(p->cursor);
	return status;
}

int printer_run(struct printer *p)
{
	uint64_t number;
	size_t part;
	int status;

	p->n = thread_processors(PRINT_WORKERS_MAX);
	if (p->output.script && perfscript_in_order(p->output.script, p->recording))
		p->n = 1;
	for (unsigned i = 0; i < p->n; i++)
		open_worker(p, &p->workers[i]);
	status = print_all(p);
	for (unsigned i = 0; i < p->n; i++)
		close_worker(&p->workers[i]);
	if (status || !p->damaged)
		return status;
	part = recording_part_of_block(p->recording, p->damaged - 1, &number);
	cli_warn(recording_path(p->recording, part),
		 "the index is damaged: perfnav index --force rebuilds it");
	return STATUS_IO;
}
