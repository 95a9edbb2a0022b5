/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_SCRIPT_COUNTS_H
#define OUT_SCRIPT_COUNTS_H

#include "base/map.h"
#include "base/vec.h"
#include "recording/reader.h"

/*
 * Values of counters in samples (PERF_SAMPLE_READ). perf makes a sample for each counter whose
 * value has changed since the last sample that has it; the change is the period. For one thread,
 * which passes the samples in the order of the output.
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
	/* Changes in the last batch. An element with EVENT_NONE comes before those of each row. */
	VEC(struct script_change) changes;
	size_t next; /* index of the next change to return */
};

void script_counts_release(struct script_counts *counts);

/* Forget all changes. */
void script_counts_begin(struct script_counts *counts);

/* Pass the record of a row, of any type. */
void script_counts_see(struct script_counts *counts, struct reader *reader,
		       const struct row_info *info);

/* Go to a row that was passed; then get its changes one by one. NULL: no more. */
void script_counts_go(struct script_counts *counts, uint64_t row);
const struct script_change *script_counts_next(struct script_counts *counts);

#endif
