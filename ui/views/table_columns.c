/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/table_columns.h"

#include <string.h>

#include "base/text.h"
#include "widgets/digits.h"

enum {
	BAR_PART = 10, /* bars take this part of the screen, */
	BAR_LEAST = 6  /* or less, but at least so many columns */
};

static void widen(int *width, size_t cols)
{
	if ((int)cols > *width)
		*width = (int)cols;
}

void table_columns_measure(struct table_columns *columns, size_t column, const struct buf *text,
			   bool digits)
{
	size_t whole;

	if (digits && digits_whole(text->p, &whole)) {
		widen(&columns->wholes[column], whole);
		widen(&columns->fractions[column],
		      text_columns(text->p + whole, text->len - whole));
		widen(&columns->widths[column],
		      (size_t)(columns->wholes[column] + columns->fractions[column]));
	} else {
		widen(&columns->widths[column], text_columns(text->p, text->len));
	}
}

void table_columns_forget_widths(struct table_columns *columns)
{
	memset(columns->widths, 0, sizeof(columns->widths));
	memset(columns->wholes, 0, sizeof(columns->wholes));
	memset(columns->fractions, 0, sizeof(columns->fractions));
}

bool table_columns_fits(const struct table_columns *columns, size_t column)
{
	return columns->cols >= columns->v[column].screen;
}

int table_columns_whole_width(const struct table_columns *columns, size_t column)
{
	const struct table_column *c = &columns->v[column];
	int title = (int)text_columns_str(c->title);

	return columns->widths[column] < title ? title : columns->widths[column];
}

static size_t held(const struct table_columns *columns)
{
	return columns->held ? columns->held : 1;
}

/* The least width of a column; 0: it is not on the screen. */
static int column_width(const struct table_columns *columns, size_t column)
{
	const struct table_column *c = &columns->v[column];
	int width = table_columns_whole_width(columns, column);

	if (!table_columns_fits(columns, column) ||
	    (column >= held(columns) && column < held(columns) + columns->skip))
		return 0;
	return c->most && width > c->most ? c->most : width;
}

static bool has_bar(const struct table_columns *columns, size_t column)
{
	return columns->v[column].bar && columns->cols >= columns->v[column].bar;
}

/* Bars use the width that columns leave. The last column counts as 3/8 of the screen at most. */
static int bar_width(const struct table_columns *columns)
{
	int room = columns->cols - 1, most = columns->cols / BAR_PART, last = columns->cols / 8 * 3;
	bool bars = false;

	for (size_t c = 0; c < columns->n; c++) {
		int whole = table_columns_whole_width(columns, c);
		int width = column_width(columns, c) ? whole + 2 : 0;

		room -= c + 1 == columns->n && width > last ? last : width;
		bars |= width && has_bar(columns, c);
	}
	return !bars || room < BAR_LEAST ? 0 : room < most ? room : most;
}

/* Columns that are cut share the remaining room equally. */
static void find_widths(struct table_columns *columns)
{
	int room = columns->cols - 1;
	bool more = true;

	columns->bar = bar_width(columns);
	room -= columns->bar ? columns->bar + 2 : 0;
	for (size_t c = 0; c < columns->n; c++) {
		columns->drawn[c] = column_width(columns, c);
		room -= columns->drawn[c] ? columns->drawn[c] + 2 : 0;
	}
	for (room += 2; room > 0 && more;) {
		more = false;
		for (size_t c = 0; c < columns->n && room > 0; c++) {
			if (!columns->drawn[c] ||
			    columns->drawn[c] >= table_columns_whole_width(columns, c))
				continue;
			columns->drawn[c]++;
			room--;
			more = true;
		}
	}
}

/* Scroll columns off on the left until the one under the cursor is on the screen. */
static void find_skip(struct table_columns *columns, size_t cursor)
{
	if (cursor < held(columns) + columns->skip)
		columns->skip = cursor > held(columns) ? cursor - held(columns) : 0;
	for (; columns->skip + held(columns) < cursor; columns->skip++) {
		int end = 1;

		for (size_t c = 0; c <= cursor; c++)
			end += column_width(columns, c) ? column_width(columns, c) + 2 : 0;
		if (end - 2 <= columns->cols)
			break;
	}
}

int table_columns_bar(const struct table_columns *columns, size_t column)
{
	return has_bar(columns, column) ? columns->bar : 0;
}

void table_columns_lay_out(struct table_columns *columns, size_t cursor)
{
	find_skip(columns, cursor);
	find_widths(columns);
}
