/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/ordered_pool.h"
#include "base/thread.h"
#include "cli/cli.h"
#include "cli/cli_filter.h"
#include "cli/cli_recording.h"
#include "cli/fieldarg.h"
#include "cli/outfile.h"
#include "cli/profile_print.h"
#include "cli/script_print.h"
#include "field/getter.h"
#include "out/batch_reader.h"
#include "out/formats.h"
#include "query/row_cursor_rounds.h"
#include "query/row_cursor_time.h"
#include "query/settled.h"

enum {
	FIELDS_MAX = 64,
	WORKERS_MAX = 8,
	PIECE_BYTES = 512 << 10,
	ROOM_BYTES = 16 << 20, /* bytes of output that may wait for earlier output */
	SETTLE_MS = 100,       /* ms without new rows; after that the rest waits for the index */
	BATCH = 2048,	       /* rows, or blocks if a filter answers a block at a time */
	FIRST_BATCH = 64,      /* settled rows; each further batch is twice as large, up to BATCH */
};

static const struct order_row {
	const char *name;
	struct row_cursor *(*open)(struct recording *recording, uint64_t first, uint32_t batch);
} orders[] = {
	{ "file", row_cursor_file },
	{ "time", row_cursor_time },
	{ "causal", row_cursor_causal },
};

/* The order of perf script if times alone do not decide. */
static const struct order_row delivered = { "delivered", row_cursor_rounds };

struct print_worker {
	struct reader *reader;
	struct writer_options output;
	uint64_t origin; /* of times in the batch, found on the way */
	struct writer *writer;
	struct matcher *filter, *fail_if; /* NULL: no filter */
	struct ordered_slot *slot;	  /* the batch's slot */
	struct batch_reader *rows;
	struct buf out;
	char apart[MEM_APART];
};

struct printer {
	const struct format *format;
	const struct order_row *order;
	struct writer_options output;
	bool reltime;
	uint64_t origin;	      /* guarded by turns; 0: no time was printed */
	struct script_options script; /* for the format perf-script */
	struct outfile file;
	struct recording *recording;
	const struct filter *filter, *fail_if;
	struct row_cursor *cursor;
	struct print_worker workers[WORKERS_MAX];
	unsigned n;
	const struct options *options;
	bool early;	     /* the index is still being built: print what is settled meanwhile */
	int status;	     /* of the recording, if it becomes known after opening */
	uint64_t first, end; /* matching rows to print: from first on and before end */
	uint64_t passed;     /* matching rows so far, guarded by turns */
	_Atomic uint64_t damaged;	  /* 1 + the number of a damaged block; 0: none */
	pthread_mutex_t lock;		  /* guards the next members */
	uint64_t found;			  /* rows that match --fail-if */
	uint64_t found_at, found_ordinal; /* of the first of them: its place in the output */
};

static bool take_rows(void *arg, unsigned number)
{
	struct printer *p = arg;

	return p->cursor->next(p->cursor, batch_reader_batch(p->workers[number].rows));
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
	if (p->reltime)
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
	if (w->slot)
		ordered_pool_put(w->slot, &w->out);
}

/* ---- while the index is built ---- */

/* Is the field known with the record, or the name that a task has at that time? */
static bool is_settled(const struct field *field)
{
	return field->id == F_comm || (value_when(field->id) == VALUE_AT_ONCE &&
				       !getter_is_from(field->id, GETTER_FROM_NOTES));
}

/* Are all requested fields known with each record? */
static bool can_be_early(const struct options *options, const struct printer *p)
{
	bool text = !strcmp(p->format->name, "text") || !strcmp(p->format->name, "csv");

	for (size_t i = 0; i < p->output.n && text; i++)
		text = is_settled(&p->output.fields[i]);
	return text && p->order->open == row_cursor_file && !p->fail_if && !options->reltime &&
	       !options->spans.n && options->files.n <= 1 &&
	       (!p->filter ||
		(filter_when(p->filter) == VALUE_AT_ONCE && !p->filter->noted && !p->filter->tier));
}

/* Print at most n rows of one block from *row on, in this thread. *row becomes the next row. */
static int print_batch(struct printer *p, uint64_t *row, uint64_t end, uint32_t n)
{
	struct print_worker *w = &p->workers[0];
	struct row_batch *batch = batch_reader_batch(w->rows);
	struct block_desc block =
		recording_block(p->recording, recording_block_of(p->recording, *row));
	int status;

	if (end > *row + n)
		end = *row + n;
	if (end > block.first_row + block.rows)
		end = block.first_row + block.rows;
	for (batch->n = 0; *row < end; (*row)++)
		batch->rows[batch->n++] = *row;
	print_rows(p, 0, NULL);
	status = outfile_add(&p->file, &w->out);
	buf_reset(&w->out);
	return status;
}

/*
 * Print settled rows, from *row on, until the index is complete, or until no rows come and somebody
 * wants to see progress.
 */
static int print_settled(struct printer *p, struct settled *settled, uint64_t *row)
{
	unsigned ms = !p->options->quiet && isatty(STDERR_FILENO) ? SETTLE_MS : 0;
	uint32_t n = FIRST_BATCH;
	int status = STATUS_OK;
	uint64_t end;

	while (!status && p->passed < p->end && !p->damaged &&
	       (end = settled_wait(settled, *row, ms))) {
		status = print_batch(p, row, end, n);
		n = n < BATCH ? 2 * n : BATCH;
	}
	return status;
}

static void open_worker(struct printer *p, struct print_worker *w)
{
	w->reader = reader_open(p->recording);
	w->output = p->output;
	w->output.origin = &w->origin;
	w->writer = p->format->open(w->reader, &w->output);
	w->filter = p->filter ? matcher_open(w->reader, p->filter) : NULL;
	w->fail_if = p->fail_if ? matcher_open(w->reader, p->fail_if) : NULL;
	w->rows = batch_reader_open(w->reader, p->order->open != row_cursor_file);
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

static struct row_cursor *open_cursor(const struct printer *p, uint64_t row)
{
	bool whole = p->filter && p->filter->tier;

	return p->order->open(p->recording, row, whole ? ROW_BATCH_MAX : BATCH);
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
static void warn_absent(const struct options *options, const struct printer *p)
{
	struct filter *typed = NULL;

	if (p->output.script && !cli_filter(options, &typed))
		cli_filter_warn_absent(options, p->recording, typed);
	else
		cli_filter_warn_absent(options, p->recording, p->filter);
	filter_free(typed);
}

static void warn_unsettled(const struct printer *p)
{
	cli_warn(recording_path(p->recording, 0),
		 "some records came later than perf's rounds allow: lines above can have old "
		 "names of tasks; printing again uses the complete index");
}

/* Print the rows that need not wait for the index, then wait for it. */
static int print_early(struct printer *p, uint64_t *row)
{
	struct settled *settled = settled_open(p->recording);
	uint64_t first = *row;
	int status = print_settled(p, settled, row);

	if (!status)
		status = cli_recording_finish(p->options, p->recording, &p->status);
	if (!status)
		warn_absent(p->options, p);
	if (!status && *row > first && settled_failed(settled))
		warn_unsettled(p);
	settled_close(settled);
	return status;
}

static int print_all(struct printer *p)
{
	uint64_t row = first_row(p);
	int status = STATUS_OK;

	if (p->early) {
		status = write_head(p);
		if (!status)
			status = print_early(p, &row);
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

static int print_recording(struct printer *p)
{
	uint64_t number;
	size_t part;
	int status;

	p->n = thread_processors(WORKERS_MAX);
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

/* Broken formats of tracepoints show only when samples are printed. */
static int report_problems(const struct recording *recording, size_t part)
{
	struct tracehelper *helper = recording_file(recording, part)->helper;
	struct buf problem = BUF_INIT, message = BUF_INIT;
	int status = STATUS_OK;

	if (helper)
		tracehelper_take_problem(helper, &problem);
	if (problem.len) {
		buf_addf(&message, "tracing data: %s", problem.p);
		cli_warn(recording_path(recording, part), "%s", message.p);
		status = STATUS_DAMAGED;
	}
	buf_release(&problem);
	buf_release(&message);
	return status;
}

static int print_opened(const struct options *options, struct printer *p)
{
	int status = STATUS_OK, problems = STATUS_OK;

	if (p->output.script)
		status = script_print_check(p->recording, p->output.script);
	if (status)
		return status;
	if (p->output.script && !options->order && !p->script.rounds &&
	    perfscript_delivered(p->output.script, p->recording))
		p->order = &delivered;
	status = cli_filter_check(p->recording, p->filter, p->output.fields, p->output.n);
	if (!status)
		status = cli_filter_check(p->recording, p->fail_if, NULL, 0);
	if (status)
		return status;
	if (!p->early)
		warn_absent(options, p);
	p->reltime = options->reltime;
	status = print_recording(p);
	if (status)
		return status;
	for (size_t i = 0; i < recording_parts(p->recording); i++)
		if (report_problems(p->recording, i))
			problems = STATUS_DAMAGED;
	status = cli_filter_report_matches(p->found, p->found_ordinal);
	return status ? status : problems;
}

static int print_files(const struct options *options, const struct format *format,
		       const struct order_row *order)
{
	struct printer *p = mem_zalloc(sizeof(*p));
	struct field fields[FIELDS_MAX];
	struct filter *filter = NULL, *fail_if = NULL;
	bool script = format->flags & FORMAT_SCRIPT;
	int damaged = STATUS_OK;
	int status = script ? script_print_filter(options, &filter) : cli_filter(options, &filter);

	if (!status)
		status = cli_filter_fail_if(options, &fail_if);
	p->output = (struct writer_options){ .fields = fields, .ns = options->ns };
	if (!status && script)
		status = script_print_options(options, &p->script);
	if (script)
		p->output.script = &p->script;
	else if (!status && options->fields)
		status = fieldarg_parse(options->fields, fields, FIELDS_MAX, &p->output.n);
	p->format = format;
	p->order = order;
	p->filter = filter;
	p->fail_if = fail_if;
	p->first = options->skip;
	p->end = options->max < UINT64_MAX - options->skip ? options->skip + options->max
							   : UINT64_MAX;
	pthread_mutex_init(&p->lock, NULL);
	p->options = options;
	if (!status && can_be_early(options, p))
		p->recording = cli_recording_open_early(options, &damaged, &p->early);
	else if (!status)
		p->recording = cli_recording_open(options, &damaged);
	if (p->recording) {
		status = outfile_open_stream(&p->file, options, p->recording);
		if (!status)
			status = outfile_close(&p->file, print_opened(options, p), NULL);
		damaged = cli_worse(damaged, cli_recording_close(p->recording));
		damaged = cli_worse(damaged, p->status);
	}
	field_list_release(fields, p->output.n);
	filter_free(filter);
	filter_free(fail_if);
	pthread_mutex_destroy(&p->lock);
	free(p);
	return status > damaged ? status : damaged;
}

/*
 * Find an order by its name. Without a name, perf-script has time order, other formats that
 * of the file. NULL: no order has the name.
 */
static const struct order_row *find_order(const struct options *options,
					  const struct format *format)
{
	const char *name = options->order;

	if (!name && format->flags & FORMAT_SCRIPT && !options->show[SHOW_ROUND])
		name = "time";
	for (size_t i = 0; i < sizeof(orders) / sizeof(orders[0]); i++)
		if (!name || !strcmp(name, orders[i].name))
			return &orders[i];
	return NULL;
}

static bool shows(const struct options *options)
{
	for (size_t i = 0; i < SHOW_COUNT; i++)
		if (options->show[i])
			return true;
	return false;
}

/*
 * Refuse options that the format does not know: ignoring them would give another output than was
 * meant.
 */
static int refuse(const struct options *options, const struct format *format)
{
	const struct {
		bool given;
		unsigned flag;
		const char *what;
	} rows[] = {
		{ options->inlines, FORMAT_INLINE, "--inline is" },
		{ options->weight, FORMAT_WEIGHT, "--weight is" },
		{ options->show_event, FORMAT_EVENT, "--show-event is" },
		{ options->max_stack != UINT64_MAX, FORMAT_SCRIPT, "--max-stack is" },
		{ shows(options), FORMAT_SCRIPT, "--show-...-events are" },
	};
	struct buf message = BUF_INIT;
	bool refused;

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]) && !message.len; i++) {
		if (!rows[i].given || (format && format->flags & rows[i].flag))
			continue;
		buf_addf(&message, "%s for --format ", rows[i].what);
		formats_names(rows[i].flag, " and ", &message);
	}
	refused = message.len;
	if (refused) {
		cli_warn(NULL, "%s", message.p);
	} else if (!format) {
		formats_names(0, " or ", &message);
		cli_refuse("--format", message.p, options->format);
		refused = true;
	}
	buf_release(&message);
	return refused ? STATUS_USAGE : STATUS_OK;
}

int cli_print(const struct options *options)
{
	const struct format *format = format_of_name(options->json ? "json" : options->format);
	const struct order_row *order;

	if (refuse(options, format))
		return STATUS_USAGE;
	if (options->fields && format->flags & FORMAT_WITHOUT_FIELDS) {
		cli_warn(NULL, "--format chrome-trace has no fields");
		return STATUS_USAGE;
	}
	if (format->profile)
		return profile_print(options, format);
	order = find_order(options, format);
	if (!order)
		return cli_refuse("--order", "file, time or causal", options->order);
	return print_files(options, format, order);
}
