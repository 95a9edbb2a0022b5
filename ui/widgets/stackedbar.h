/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_STACKEDBAR_H
#define WIDGETS_STACKEDBAR_H

#include "term/surface.h"

/* A part of a bar. Its height is its share of the sum of all values. */
struct stackedbar_part {
	uint64_t value;
	enum style style;
};

/*
 * Draw a bar from the bottom of a column, in eighths of a cell. The first of n parts (at least 1)
 * is the lowest. A cell has the style of the largest part in it or, with 256 colours, of two parts.
 */
void stackedbar_draw(const struct surface *s, int col, unsigned eighths,
		     const struct stackedbar_part *parts, size_t n);

#endif
