/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDS_LIST_GAPS_H
#define RECORDS_LIST_GAPS_H

#include "base/vec.h"
#include "recording/gaps.h"

/*
 * Times since the previous record (recording/gaps.h) of the lines on the screen. The previous
 * record of a thread can be far away, so a few times are computed at a step, in the order of rows,
 * and the screen does not wait for them.
 */
struct list_gap {
	uint64_t row;
	bool known; /* the other members are set */
	bool has[GAPS];
	int64_t ns[GAPS];
};

struct list_gaps {
	struct gaps *gaps;
	VEC(struct list_gap) list; /* sorted by row */
	bool waits;		   /* the gaps of some rows are not known yet */
};

void list_gaps_release(struct list_gaps *gaps);

/*
 * Request the gaps of these n rows, in any order, and cancel earlier requests. Known gaps of these
 * rows are kept.
 */
void list_gaps_want(struct list_gaps *gaps, const uint64_t *rows, size_t n);

/* Search for requested gaps for about ms milliseconds at most. Returns true if some were found. */
bool list_gaps_step(struct list_gaps *gaps, const struct recording *recording, int64_t ms);

/* Get a gap of a row. False: the row has no such gap, or the gap is not known yet. */
bool list_gaps_get(const struct list_gaps *gaps, uint64_t row, enum gap_of of, int64_t *ns);

#endif
