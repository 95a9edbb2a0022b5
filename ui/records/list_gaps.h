/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDS_LIST_GAPS_H
#define RECORDS_LIST_GAPS_H

#include "base/vec.h"
#include "recording/gaps.h"

/*
 * Times since the previous record (recording/gaps.h) of the lines on the screen. They are found a
 * few at a time in the order of rows, and nobody waits for them, because the previous record of a
 * thread can be far away.
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
	bool waits;		   /* gaps of some rows are not known yet */
};

void list_gaps_release(struct list_gaps *gaps);

/* Request the gaps of these n rows, in any order, and of no others. Known gaps are kept. */
void list_gaps_want(struct list_gaps *gaps, const uint64_t *rows, size_t n);

/* Search unknown gaps for at most about ms ms. True: some were found. */
bool list_gaps_step(struct list_gaps *gaps, const struct recording *recording, int64_t ms);

/* False: the row has no such gap, or it is not known yet. */
bool list_gaps_get(const struct list_gaps *gaps, uint64_t row, enum gap_of of, int64_t *ns);

#endif
