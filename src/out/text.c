/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/text.h"

#include <stdlib.h>

#include "base/text.h"
#include "out/cells.h"
#include "recording/addresstext.h"
#include "recording/reader_text.h"
#include "recording/summary.h"

struct text_writer {
	struct writer writer;
	struct reader *reader;
	const struct writer_options *options;
	struct cells *cells; /* NULL: the default line */
	struct buf cell;
};

static void cell(struct text_writer *w, struct buf *out, size_t width, bool right)
{
	text_pad(out, w->cell.p, w->cell.len, width, right);
	buf_addc(out, ' ');
	buf_reset(&w->cell);
}

static void task_ids(const struct row_info *info, struct buf *out)
{
	if (info->has_pid) {
		buf_add_s64(out, (int)info->pid);
		buf_addc(out, '/');
	}
	buf_add_s64(out, (int)info->tid);
}

/* Write a CPU number with at least three digits. */
static void cpu_cell(int cpu, struct buf *out)
{
	if (cpu < 0 || cpu > 999) {
		buf_addf(out, "[%03d]", cpu);
		return;
	}
	buf_addc(out, '[');
	buf_addc(out, (char)('0' + cpu / 100));
	buf_addc(out, (char)('0' + cpu / 10 % 10));
	buf_addc(out, (char)('0' + cpu % 10));
	buf_addc(out, ']');
}

static void time_cell(const struct text_writer *w, const struct row_info *info, struct buf *out)
{
	uint64_t time = info->time;

	if (writer_time(w->options, &time))
		buf_addc(out, '-');
	if (w->options->ns)
		buf_add_u64(out, time);
	else
		field_id_text(out, F_time, time);
}

/* A row whose addresses are shown with names. */
struct naming_row {
	const struct text_writer *w;
	const struct row_info *row;
};

static bool name_address(void *arg, const struct tree_node *node, struct buf *out)
{
	const struct naming_row *n = arg;
	const struct writer_options *options = n->w->options;

	return options->name ? options->name(options->name_arg, n->row, node, out)
			     : addresstext_node(n->w->reader, n->row, node, out);
}

static void usual_line(struct writer *writer, const struct row_info *info, struct buf *out)
{
	struct text_writer *w = (struct text_writer *)writer;
	struct naming_row symbolizer = { w, info };
	struct summary_names names = { name_address, &symbolizer };
	struct buf *c = &w->cell;

	buf_reset(c);
	if (info->ordinal != ROW_NO_ORDINAL)
		buf_add_u64(c, info->ordinal);
	cell(w, out, 8, true);
	if (info->has_time)
		time_cell(w, info, c);
	cell(w, out, 16, true);
	if (info->has_cpu)
		cpu_cell((int)info->cpu, c);
	cell(w, out, 5, false);
	if (info->has_tid)
		task_ids(info, c);
	cell(w, out, 13, true);
	reader_comm(w->reader, info, c);
	cell(w, out, 16, false);
	if (info->type == RECORD_SAMPLE)
		reader_event(w->reader, info, c);
	else
		record_name(c, info->type);
	cell(w, out, 16, false);
	reader_summary(w->reader, info, &names, out);
	buf_addc(out, '\n');
}

static void chosen_line(struct writer *writer, const struct row_info *info, struct buf *out)
{
	struct text_writer *w = (struct text_writer *)writer;

	cells_row(w->cells, info);
	for (size_t i = 0; i < w->options->n; i++) {
		if (i)
			buf_addc(out, ' ');
		if (cells_add(w->cells, i, out) == CELL_ABSENT)
			buf_addc(out, '-');
	}
	buf_addc(out, '\n');
}

static void text_close(struct writer *writer)
{
	struct text_writer *w = (struct text_writer *)writer;

	cells_close(w->cells);
	buf_release(&w->cell);
	free(w);
}

struct writer *text_open(struct reader *reader, const struct writer_options *options)
{
	struct text_writer *w = mem_zalloc(sizeof(*w));

	w->writer = (struct writer){
		.row = options->n ? chosen_line : usual_line,
		.close = text_close,
	};
	w->reader = reader;
	w->options = options;
	buf_init(&w->cell);
	if (options->n)
		w->cells = cells_open(reader, options, CELL_SHOWN);
	return &w->writer;
}
