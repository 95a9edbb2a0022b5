/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANNOTATE_SPOT_WALK_H
#define ANNOTATE_SPOT_WALK_H

#include "annotate/spots.h"

/* The spots of one function: those of the list, and those that its plain samples become. */
struct spot_extent {
	size_t n;	   /* spots; 0: the other members are not set */
	struct spot first; /* of the first sample */
	uint64_t last_off; /* the largest offset */
};

/* The list may be unsorted. */
void spot_extent_find(const struct spots *spots, size_t function, struct spot_extent *extent);

struct spot_walk {
	const struct spots *spots;
	size_t function;
	size_t next;  /* in the list */
	uint64_t off; /* where to look next in the sums, and */
	size_t sum;   /* in which one */
	uint64_t end; /* after the last offset of the sums */
};

/* The list must be sorted, and all of it must stay as it is. */
void spot_walk_begin(struct spot_walk *walk, const struct spots *spots, size_t function);

/* Get the next spot, in the order of offsets. False: there are no more. */
bool spot_walk_next(struct spot_walk *walk, struct spot *spot);

#endif
