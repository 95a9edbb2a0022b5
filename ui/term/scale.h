/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TERM_SCALE_H
#define TERM_SCALE_H

#include "analysis/numeric_stats.h"
#include "base/buf.h"
#include "term/surface.h"

enum {
	SCALE_EIGHTHS = 8 /* of a row: what a height is told in */
};

/* The numbers beside the rows of a chart: what the lowest and the highest stand for. */
struct scale {
	int128 least, greatest;
	bool logarithmic;
	bool time; /* ns */
};

/*
 * How high a number is in that many rows, in eighths of a row from the bottom, below
 * rows * SCALE_EIGHTHS. Numbers outside of the scale are at its ends.
 */
int scale_height(const struct scale *scale, int rows, int128 number);

/*
 * Round numbers on the left of the rows, with their units, and a line. Returns the columns that
 * they take; 0: there is no room for them.
 */
int scale_draw(const struct scale *scale, const struct surface *s, int row, int rows);

/* 1, 2, 5, 10, 20 ...: the first that a span has at most so many of (> 0). */
uint64_t scale_step(uint64_t span, uint64_t most);

#endif
