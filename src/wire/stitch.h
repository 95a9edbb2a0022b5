/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_STITCH_H
#define WIRE_STITCH_H

#include "wire/branches.h"

/*
 * The path of a thread, which is longer than the path that one sample shows. If few branches were
 * taken since the previous sample, the oldest branches of a stack are also the newest branches of
 * the previous stack. The other branches of the previous stack are older than those of this stack.
 * Two branches are equal if all of their fields are equal.
 */
struct stitch_sample {
	uint64_t row; /* the caller's name for the sample */
	size_t at;    /* number of branches of the path that were taken after the sample */
	/*
	 * number of branches that later samples also have; this sample adds the branches after them
	 */
	size_t from;
	size_t common; /* branches that it shares with the sample after it; 0: the first sample */
	bool repeats;  /* they also fit at other places, so iterations of a loop may be missing */
};

struct stitch {
	/* newest first; ends with the oldest branch of the earliest stack */
	struct branches path;
	VEC(struct stitch_sample) samples; /* newest first */
	int64_t index;			   /* hw_idx of the earliest stack */
};

/*
 * Begin with the branches of a sample; unused entries at their end are ignored. index: hw_idx of
 * struct perf_branch_stack, the place of the newest branch in the processor; -1: unknown.
 */
void stitch_begin(struct stitch *stitch, uint64_t row, const struct branches *stack, int64_t index);

/*
 * Add the previous sample. False: it has no branch in common with the sample after it, and nothing
 * has changed. A single common branch counts only if it is known to be at the same place in the
 * processor.
 */
bool stitch_add(struct stitch *stitch, uint64_t row, const struct branches *stack, int64_t index);

void stitch_release(struct stitch *stitch);

/* The number of used entries. The processor has not filled those after them yet. */
size_t stitch_used(const struct branches *stack);

#endif
