/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "records/list_writer.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "recording/addresstext.h"
#include "recording/summary.h"

struct list_writer {
	struct writer writer;
	struct reader *reader;
	const struct row_info *row; /* whose addresses are shown with names */
	struct list_columns columns;
	struct buf cell, room;
};

enum {
	/* 99 days in seconds, with nine decimals. */
	CLOCK_COLS = 17
};

void list_writer_columns(const struct list_columns *columns, bool clock, struct buf *out)
{
	for (size_t i = 0; i < columns->n; i++) {
		const struct list_column *column = &columns->v[i];
		int title = (int)strlen(column->title);
		int width = column->width > title ? column->width : title;

		if (column->kind == LIST_TIME && !clock && width < CLOCK_COLS)
			width = CLOCK_COLS;
		if (i)
			buf_addc(out, ',');
		list_column_name(column, out);
		buf_addf(out, ":%d", width < LIST_WIDTH_MAX ? width : LIST_WIDTH_MAX);
	}
}

/* Append a cell. The last one has no blanks at its end. */
static void add_cell(const struct list_writer *w, size_t i, const struct buf *text, struct buf *out)
{
	const struct list_column *column = &w->columns.v[i];
	bool right = list_column_look(column).right;

	if (i)
		buf_addc(out, ' ');
	if (i + 1 < w->columns.n || right)
		text_pad(out, text->p, text->len, (size_t)column->fixed, right);
	else
		buf_add(out, text->p, text->len);
}

static void head(struct writer *writer, struct buf *out)
{
	struct list_writer *w = (struct list_writer *)writer;

	for (size_t i = 0; i < w->columns.n; i++) {
		buf_reset(&w->cell);
		buf_adds(&w->cell, w->columns.v[i].title);
		add_cell(w, i, &w->cell, out);
	}
	buf_addc(out, '\n');
}

static bool name_address(void *arg, const struct tree_node *node, struct buf *out)
{
	const struct list_writer *w = arg;

	return addresstext_node(w->reader, w->row, node, out);
}

static void line(struct writer *writer, const struct row_info *row, struct buf *out)
{
	struct list_writer *w = (struct list_writer *)writer;
	struct summary_names names = { name_address, w };

	w->row = row;
	for (size_t i = 0; i < w->columns.n; i++) {
		buf_reset(&w->cell);
		if (w->columns.v[i].kind == LIST_TIME && row->has_time)
			field_id_text(&w->cell, F_time, row->time);
		list_column_text(&w->columns.v[i], w->reader, row, &names, &w->room, &w->cell);
		add_cell(w, i, &w->cell, out);
	}
	buf_addc(out, '\n');
}

static void list_close(struct writer *writer)
{
	struct list_writer *w = (struct list_writer *)writer;

	list_columns_release(&w->columns);
	buf_release(&w->cell);
	buf_release(&w->room);
	free(w);
}

static struct writer *list_open(struct reader *reader, const struct writer_options *options)
{
	struct list_writer *w = mem_zalloc(sizeof(*w));
	struct err err = ERR_INIT;

	w->writer = (struct writer){ .head = head, .row = line, .close = list_close };
	w->reader = reader;
	list_columns_set(&w->columns, options->columns, &err);
	buf_init(&w->cell);
	buf_init(&w->room);
	return &w->writer;
}

const struct format list_writer_format = { .name = "text", .open = list_open };
