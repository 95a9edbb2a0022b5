/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_TABLE_COLUMNS_H
#define VIEWS_TABLE_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "widgets/number.h"

/*
 * The columns of a table (views/table.h): which of them are on the screen, and how wide they are.
 */
enum {
	TABLE_COLUMNS = 76 /* the most that totals have (counts_columns.c) */
};

struct table_column {
	const char *title;
	bool right;
	int most;   /* width on a screen that lacks room; 0: the full width. The last column takes
		   * the rest */
	int screen; /* width of the narrowest screen that shows it */
	struct number number; /* what its numbers are, if it has numbers */
	int bar;	      /* width of the narrowest screen that shows bars after it; 0: none */
	bool digits;	      /* has numbers: digits in groups of three, aligned by their point */
};

struct table_columns {
	const struct table_column *v;
	size_t n;
	int cols;		      /* of the screen */
	int widths[TABLE_COLUMNS];    /* of the widest value seen so far; */
	int wholes[TABLE_COLUMNS];    /* of numbers before the point, */
	int fractions[TABLE_COLUMNS]; /* and from it on */
	size_t held;		      /* first columns that are never scrolled off; 0: one */
	size_t skip;		      /* columns after these, scrolled off for the cursor */
	int drawn[TABLE_COLUMNS];     /* screen columns of each; 0: not on the screen */
	int bar;		      /* screen columns of bars; 0: they are not on the screen */
};

/* Forget the widths of columns, whose values have changed. */
void table_columns_forget_widths(struct table_columns *columns);

/* Make a column as wide as a value. digits: numbers are aligned by their point. */
void table_columns_measure(struct table_columns *columns, size_t column, const struct buf *text,
			   bool digits);

/* The width of a column, or of its title, for all values measured so far. */
int table_columns_whole_width(const struct table_columns *columns, size_t column);

/* Is the screen wide enough for a column? */
bool table_columns_fits(const struct table_columns *columns, size_t column);

/* Set skip, drawn and bar, so that the column under the cursor is on the screen. */
void table_columns_lay_out(struct table_columns *columns, size_t cursor);

/* Screen columns of the bars after a column; 0: there are none. */
int table_columns_bar(const struct table_columns *columns, size_t column);

#endif
