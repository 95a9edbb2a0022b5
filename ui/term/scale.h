/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TERM_SCALE_H
#define TERM_SCALE_H

#include "analysis/numeric_stats.h"
#include "base/buf.h"
#include "term/surface.h"

enum {
	SCALE_EIGHTHS = 8 /* parts of a row, in which heights are measured */
};

/* The range of numbers of the rows of a chart. */
struct scale {
	int128 least, greatest;
	bool logarithmic;
	bool time; /* ns */
};

/*
 * Return the height of a number in a chart with this number of rows, in eighths of a row from the
 * bottom, below rows * SCALE_EIGHTHS. Numbers outside of the scale are at its ends.
 */
int scale_height(const struct scale *scale, int rows, int128 number);

/*
 * Draw round numbers with their units, and a line, on the left of the rows. Returns the columns
 * used; 0: there is no room.
 */
int scale_draw(const struct scale *scale, const struct surface *s, int row, int rows);

/* Return the smallest of 1, 2, 5, 10, 20 ... that fits into span at most `most` (> 0) times. */
uint64_t scale_step(uint64_t span, uint64_t most);

#endif
