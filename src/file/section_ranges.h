/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_SECTION_RANGES_H
#define FILE_SECTION_RANGES_H

#include "base/buf.h"

/*
 * Numbers as text, adjacent ones as a range: "2163-2164 2170". To begin, set the member out and
 * zero the others.
 */
struct section_ranges {
	struct buf *out;
	uint64_t first, n; /* of the range that is not written yet */
	uint64_t ranges, left_out;
};
void section_ranges_add(struct section_ranges *r, uint64_t v);
void section_ranges_end(struct section_ranges *r);

#endif
