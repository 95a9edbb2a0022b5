/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_MOMENTS_H
#define RECORDING_MOMENTS_H

#include "base/map.h"
#include "base/vec.h"
#include "wire/plan.h"

/*
 * Of the records so far, the time of the last one that has a time (neither 0 nor all ones), of the
 * last one of each thread and of each CPU. Zeroed: there were none.
 */
struct moments {
	bool has;
	uint64_t time;
	struct map thread, cpu; /* to a number in times */
	VEC(uint64_t) times;
};

/* The record before: any, of the same thread, of the same CPU. */
enum gap_of {
	GAP_ALL,
	GAP_THREAD,
	GAP_CPU,
	GAPS,
	GAPS_ALL = (1 << GAPS) - 1
};

void moments_release(struct moments *moments);
struct moments moments_copy(const struct moments *moments);
size_t moments_bytes(const struct moments *moments);

/* ns since the record before, below 0 where that was later; has: bits by enum gap_of. */
struct gap_values {
	int64_t ns[GAPS];
	unsigned has;
};

/* The next record that has a time; the plan says whether it has a thread and a CPU. */
struct gap_values moments_pass(struct moments *moments, const struct plan *plan, uint32_t tid,
			       uint64_t cpu, uint64_t time);

#endif
