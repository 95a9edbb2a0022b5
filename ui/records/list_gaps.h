/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDS_LIST_GAPS_H
#define RECORDS_LIST_GAPS_H

#include "base/vec.h"
#include "recording/gaps.h"

/*
 * Times since the record before (recording/gaps.h) of the lines on the screen. They are found a
 * little at a time, in the order of the rows: the record before of a thread can be far away, and
 * nobody waits for it.
 */
struct list_gap {
	uint64_t row;
	bool known; /* the rest is */
	bool has[GAPS];
	int64_t ns[GAPS];
};

struct list_gaps {
	struct gaps *gaps;
	VEC(struct list_gap) list; /* by row */
	bool waits;		   /* there are rows whose gaps are not known yet */
};

void list_gaps_release(struct list_gaps *gaps);

/* These n rows are wanted, in any order, and no others. What is known of them stays. */
void list_gaps_want(struct list_gaps *gaps, const uint64_t *rows, size_t n);

/* Look for what is not known, for at most about so many ms. True: something has been found. */
bool list_gaps_step(struct list_gaps *gaps, const struct recording *recording, int64_t ms);

/* False: the row has none, or it is not known yet. */
bool list_gaps_get(const struct list_gaps *gaps, uint64_t row, enum gap_of of, int64_t *ns);

#endif
