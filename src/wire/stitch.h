/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_STITCH_H
#define WIRE_STITCH_H

#include "wire/branches.h"

/*
 * The path of a thread, longer than one sample shows. If a processor keeps more branches than were
 * taken since the previous sample, the oldest branches of a stack are the newest branches of the
 * previous one; the other branches of the previous stack are then older than those of this stack.
 * Branches are equal if all of their fields are.
 */
struct stitch_sample {
	uint64_t row;  /* the caller's name for the sample */
	size_t at;     /* branches of the path that were taken after it */
	size_t from;   /* branches that later samples show; this sample adds those after them */
	size_t common; /* branches that it shares with the sample after it; 0: the first sample */
	bool repeats;  /* they also fit at other places: more turns of a loop may be missing */
};

struct stitch {
	struct branches way;		   /* newest first; it ends where the earliest stack does */
	VEC(struct stitch_sample) samples; /* newest first */
	int64_t index;			   /* of the earliest stack */
};

/*
 * Begin with the branches of a sample; unused ones at their end are ignored. index: hw_idx of
 * struct perf_branch_stack, where the processor has the newest branch; -1: unknown.
 */
void stitch_begin(struct stitch *stitch, uint64_t row, const struct branches *stack, int64_t index);

/*
 * Add the previous sample. False: it shares no branch with the sample after it, and nothing has
 * changed. A single shared branch counts only if it is known to be at the same place in the
 * processor.
 */
bool stitch_add(struct stitch *stitch, uint64_t row, const struct branches *stack, int64_t index);

void stitch_release(struct stitch *stitch);

/* The number of used entries. The processor has not filled those after them yet. */
size_t stitch_used(const struct branches *stack);

#endif
