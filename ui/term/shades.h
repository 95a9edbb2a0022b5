/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TERM_SHADES_H
#define TERM_SHADES_H

#include <stdbool.h>
#include <stdint.h>

#include "term/surface.h"

enum {
	SHADES = 5
};

/* Return the density of a cell by its part of the largest value. Only 0 is blank. */
uint32_t shade_of(bool ascii, uint64_t value, uint64_t most);

/* Draw a cell: in a colour of the scale if it has halves (term/surface.h), else as a density. */
void shade_draw(const struct surface *s, int row, int col, uint64_t value, uint64_t most);

#endif
