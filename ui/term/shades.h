/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TERM_SHADES_H
#define TERM_SHADES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"

enum {
	SHADES = 5
};

/* How dense a cell is, by its part of the densest: blank is none, and one record is something. */
uint32_t shade_of(bool ascii, uint64_t value, uint64_t most);

/* Append 1.5 s, 20 ms, 500 ns. */
void shade_add_time(uint64_t ns, int digits, struct buf *out);

#endif
