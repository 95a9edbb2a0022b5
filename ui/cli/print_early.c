/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/print_early.h"

#include <string.h>
#include <unistd.h>

#include "cli/cli_recording.h"
#include "field/getter.h"
#include "query/settled.h"

enum {
	SETTLE_MS = 100, /* ms without new rows; after that the rest waits for the index */
	FIRST_BATCH = 64 /* settled rows; each further batch is twice as large, up to PRINT_BATCH */
};

/* Is the field known with the record, or the name that a task has at that time? */
static bool is_settled(const struct field *field)
{
	return field->id == F_comm || (value_when(field->id) == VALUE_AT_ONCE &&
				       !getter_is_from(field->id, GETTER_FROM_NOTES));
}

bool print_early_can(const struct printer *p)
{
	const struct options *options = p->options;
	bool text = !strcmp(p->format->name, "text") || !strcmp(p->format->name, "csv");

	for (size_t i = 0; i < p->output.n && text; i++)
		text = is_settled(&p->output.fields[i]);
	return text && p->order == row_cursor_file && !p->fail_if && !options->reltime &&
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
	printer_print_batch(p);
	status = outfile_add(&p->file, &w->out);
	buf_reset(&w->out);
	return status;
}

/*
 * Print settled rows, from *row on, until the index is complete, or until no rows come and a
 * terminal can show the progress of the index instead.
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
		n = n < PRINT_BATCH ? 2 * n : PRINT_BATCH;
	}
	return status;
}

static void warn_unsettled(const struct printer *p)
{
	cli_warn(recording_path(p->recording, 0),
		 "some records came later than perf's rounds allow: lines above can have old "
		 "names of tasks; printing again uses the complete index");
}

int print_early(struct printer *p, uint64_t *row)
{
	struct settled *settled = settled_open(p->recording);
	uint64_t first = *row;
	int status = print_settled(p, settled, row);

	if (!status)
		status = cli_recording_finish(p->options, p->recording, &p->status);
	if (!status)
		printer_warn_absent(p);
	if (!status && *row > first && settled_failed(settled))
		warn_unsettled(p);
	settled_close(settled);
	return status;
}
