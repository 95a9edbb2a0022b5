/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_SCRIPTCOUNTS_H
#define OUT_SCRIPTCOUNTS_H

#include "base/map.h"
#include "base/vec.h"
#include "recording/reader.h"

/*
 * Values of counters that samples have (PERF_SAMPLE_READ). perf makes a sample of each counter's
 * change since the last sample with a value of it, and none where it has not changed.
 * One thread's, which sees the samples in the order of the output.
 */
struct script_change {
	uint64_t row;
	int event; /* of the counter */
	uint64_t period;
};

struct script_counts {
	size_t part;
	struct map places; /* of counters in values, by their ids */
	VEC(uint64_t) values;
	/* Of the batch that was seen last; EVENT_NONE stands before those of each row. */
	VEC(struct script_change) changes;
	size_t next; /* of them, that was not asked for */
};

void script_counts_release(struct script_counts *counts);

/* Forget the changes that were seen. */
void script_counts_begin(struct script_counts *counts);

/* Look at a row's record, whatever it is. */
void script_counts_see(struct script_counts *counts, struct reader *reader,
		       const struct row_info *info);

/* Go on to a row, which was seen; and the next change of it, NULL: no more. */
void script_counts_go(struct script_counts *counts, uint64_t row);
const struct script_change *script_counts_next(struct script_counts *counts);

#endif
