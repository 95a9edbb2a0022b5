/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_COMPARE_CELLS_H
#define VIEWS_COMPARE_CELLS_H

#include "analysis/compare.h"
#include "term/theme.h"
#include "views/table_columns.h"

/* The columns of a comparison, and the texts of its lines in them. */
enum compare_cell {
	COMPARE_CELL_WHAT,
	COMPARE_CELL_NAME,
	COMPARE_CELL_A,
	COMPARE_CELL_B,
	COMPARE_CELL_MORE,    /* the difference */
	COMPARE_CELL_PERCENT, /* the difference in percent of A */
	COMPARE_CELLS
};

extern const struct table_column compare_cells_columns[COMPARE_CELLS];

/* Append a cell, escaped. unit: that of the line's numbers if it is COMPARE_TOTAL. */
void compare_cells_add(const struct compare_line *line, enum compare_unit unit,
		       enum compare_cell cell, struct buf *out);
enum style compare_cells_style(const struct compare_line *line, enum compare_cell cell);

/* Append the value of a side with its unit; "-" if it has none. */
void compare_cells_add_side(const struct compare_line *line, enum compare_unit unit, int side,
			    struct buf *out);

/* Do both sides have the same value? */
bool compare_cells_are_same(const struct compare_line *line);

#endif
