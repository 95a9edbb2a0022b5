/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_STITCH_H
#define WIRE_STITCH_H

#include "wire/branches.h"

/*
 * The way of a thread past one of its samples. Where the processor had room for more branches than
 * were taken since the sample before, the oldest branches of a stack are the newest ones of the
 * stack before; from there on that one tells more. Branches are the same when all that is
 * told of them is.
 */
struct stitch_sample {
	uint64_t row;  /* the caller's name for it */
	size_t at;     /* branches of the way that were taken behind it */
	size_t from;   /* the first one that the samples behind it do not tell: from the end of the
			* way before, if it tells more at all */
	size_t common; /* branches that it has in common with the sample behind it; 0: the first */
	bool repeats;  /* they fit at other places, too: it can be that more turns of a loop lack */
};

struct stitch {
	struct branches way;		   /* newest first; it ends as the earliest stack does */
	VEC(struct stitch_sample) samples; /* newest first */
	int64_t index;			   /* of the earliest */
};

/*
 * Begin with a sample's branches; unused ones at their end are left out. index: hw_idx of
 * struct perf_branch_stack, the place in the processor of the newest branch; -1: not known.
 */
void stitch_begin(struct stitch *stitch, uint64_t row, const struct branches *stack, int64_t index);

/*
 * Go on with the sample before. False: it has nothing in common with the one behind it, and nothing
 * is changed. One branch in common is enough only where it is known to be in the same place.
 */
bool stitch_add(struct stitch *stitch, uint64_t row, const struct branches *stack, int64_t index);

void stitch_release(struct stitch *stitch);

/* Entries that are used: behind them are those that the processor has not filled yet. */
size_t stitch_used(const struct branches *stack);

#endif
