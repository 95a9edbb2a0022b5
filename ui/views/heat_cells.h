/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_HEAT_CELLS_H
#define VIEWS_HEAT_CELLS_H

#include "records/time_range.h"

enum {
	HEAT_PARTS = 200 /* counted parts of a column at most; a cell has several */
};

/* The cells of a heat map: columns of the same time, in parts of about the same time. */
struct heat_cells {
	uint64_t lo, width; /* ns */
	int cols, parts;
};

/*
 * Return the cells for a time, with so many rows in a column, at most HEAT_PARTS. cols: the columns
 * of a short time, unless these are too few or too many.
 */
struct heat_cells heat_cells_of(const struct time_range *range, int cols, int rows);

#endif
