/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANNOTATE_PLAIN_COUNTS_H
#define ANNOTATE_PLAIN_COUNTS_H

#include "annotate/annotation.h"

/*
 * Samples of an event in a function by offset. A count is small, so all counts of a large function
 * fit into a processor's cache. A zeroed one is empty.
 */
struct plain_counts {
	VEC(uint32_t) samples;
	uint64_t period; /* of the first sample */
	/* by offset: sum of the differences from the member period, modulo 2^64; may be shorter */
	VEC(uint64_t) periods;
	uint64_t row;  /* the first that was added */
	uint64_t addr; /* the function's start in the process of that row */
};

/* The slow part of plain_counts_add(). */
void plain_counts_grow(struct plain_counts *counts, uint64_t off);
void plain_counts_add_period(struct plain_counts *counts, uint64_t off, uint64_t more);

/* Add a sample of a row at an offset. addr: the function's start in the process of the row. */
static inline void plain_counts_add(struct plain_counts *counts, uint64_t off, uint64_t period,
				    uint64_t row, uint64_t addr)
{
	if (!counts->samples.n) {
		counts->row = row;
		counts->addr = addr;
		counts->period = period;
	}
	if (counts->samples.n <= off)
		plain_counts_grow(counts, off);
	counts->samples.v[off]++;
	if (period != counts->period)
		plain_counts_add_period(counts, off, period - counts->period);
}

/* The samples at an offset. */
struct annotation_count plain_counts_at(const struct plain_counts *counts, uint64_t off);

/* The number of offsets with samples. */
size_t plain_counts_places(const struct plain_counts *counts);

/* Move all samples to another one of the same event and function. */
void plain_counts_move(struct plain_counts *to, struct plain_counts *from);

void plain_counts_release(struct plain_counts *counts);

#endif
