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

/* Append a character that is filled from below, by 0 to 8 eighths; 0 is a blank. */
void sparkline_add_height(struct buf *out, size_t eighths, bool ascii);

/*
 * Append a bar for a share of a whole in cols characters, to the nearest eighth of a character. A
 * share that is too small for it has no bar.
 */
void sparkline_add_share(struct buf *out, uint64_t part, uint64_t whole, size_t cols, bool ascii);

/*
 * Append blanks and a bar for the part of a whole between `from` and `to`, in cols characters. The
 * bar begins at a multiple of half a character, and is visible unless `from` and `to` are 0.
 */
void sparkline_add_range(struct buf *out, uint64_t from, uint64_t to, uint64_t whole, size_t cols,
			 bool ascii);

#endif
