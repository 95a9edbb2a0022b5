/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANNOTATE_PLAIN_COUNTS_H
#define ANNOTATE_PLAIN_COUNTS_H

#include "annotate/annotation.h"

/*
 * Plain samples of an event in a function by offset: samples that are counted only by ip and period
 * (annotate/spots_plain.h). A count is small, so all counts of a large function
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

/* Store the values of the first sample. */
static inline void plain_counts_begin(struct plain_counts *counts, uint64_t period, uint64_t row,
				      uint64_t addr)
{
	if (counts->samples.n)
		return;
	counts->row = row;
	counts->addr = addr;
	counts->period = period;
}

/* Add a sample of a row at an offset. addr: the function's start in the process of the row. */
static inline void plain_counts_add(struct plain_counts *counts, uint64_t off, uint64_t period,
				    uint64_t row, uint64_t addr)
{
	plain_counts_begin(counts, period, row, addr);
	if (counts->samples.n <= off)
		plain_counts_grow(counts, off);
	counts->samples.v[off]++;
	if (period != counts->period)
		plain_counts_add_period(counts, off, period - counts->period);
}

/*
 * Add n samples of consecutive rows, the first of which is `row`. Returns the sum of their periods.
 * Faster than one call for each sample, because the processor then seldom waits for a counter.
 */
uint64_t plain_counts_add_many(struct plain_counts *counts, const uint64_t *offs,
			       const uint64_t *periods, size_t n, uint64_t row, uint64_t addr);

/* The samples at an offset. */
struct annotation_count plain_counts_at(const struct plain_counts *counts, uint64_t off);

/* The offsets with samples. */
struct plain_extent {
	size_t offsets;	      /* their number; 0: `first` and `last` are not set */
	uint64_t first, last; /* the smallest and the largest */
	uint64_t samples;     /* at all of them */
};

void plain_counts_extent(const struct plain_counts *counts, struct plain_extent *extent);

/* Move all samples to another one of the same event and function. */
void plain_counts_move(struct plain_counts *to, struct plain_counts *from);

void plain_counts_release(struct plain_counts *counts);

#endif
