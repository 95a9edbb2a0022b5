/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_SPARKLINE_H
#define WIDGETS_SPARKLINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

/*
 * Append n values as a line of at most cols characters. A character shows the mean of the values
 * that it covers; its height is proportional to the highest one. Only 0 is invisible.
 */
void sparkline_add(struct buf *out, const uint64_t *values, size_t n, size_t cols, bool ascii);

/* Append a bar of cols characters that shows part / whole. */
void sparkline_add_bar(struct buf *out, uint64_t part, uint64_t whole, size_t cols, bool ascii);

/*
 * Append blanks and a bar for the stretch of a whole that begins at from, in cols characters.
 * It begins at a half of a character, and is visible unless from and to are 0.
 */
void sparkline_add_stretch(struct buf *out, uint64_t from, uint64_t to, uint64_t whole, size_t cols,
			   bool ascii);

#endif
