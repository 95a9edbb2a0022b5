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

#endif
