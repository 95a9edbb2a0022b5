/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_SWITCH_TIMES_H
#define ANALYSIS_SWITCH_TIMES_H

#include "base/buf.h"
#include "base/map.h"
#include "base/vec.h"

struct switch_range {
	uint32_t cpu;
	uint64_t first, last;
};

/*
 * From when to when each CPU has records of switches, to find the CPUs that have none for a while
 * although others have. A zeroed one is empty.
 */
struct switch_times {
	struct map by_cpu; /* from number to index in cpus */
	VEC(struct switch_range) cpus;
};

/* Add a record of a switch. The order does not matter. */
void switch_times_take(struct switch_times *times, uint32_t cpu, uint64_t time);

/*
 * After the last record: append which CPUs have no switches in the first or last tenth of the time
 * between the first and the last switch of all CPUs: "CPU 1 before 12.500000000, CPU 3 after
 * 20.100000000"; at most three of them.
 */
void switch_times_add(struct switch_times *times, struct buf *out);

void switch_times_release(struct switch_times *times);

#endif
