/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_CPU_TIMELINE_H
#define ANALYSIS_CPU_TIMELINE_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/oncpu.h"

/*
 * CPUs over time: how long threads were on each CPU in each of many intervals of time, and the few
 * threads that had most of an interval. The caller chooses the numbers of threads. One thread adds;
 * any thread reads meanwhile.
 */
struct cpu_timeline {
	size_t columns; /* intervals */
	_Atomic uint32_t n;
	struct cpu_cell *_Atomic cells[ONCPU_CPUS]; /* of each interval; NULL: nothing was on it */
};

/* To initialize a struct, zero it and set its columns. */
void cpu_timeline_release(struct cpu_timeline *timeline);

/* Add ns of a thread in an interval. CPUs from ONCPU_CPUS on are ignored. */
void cpu_timeline_add(struct cpu_timeline *timeline, uint32_t cpu, size_t column, uint32_t thread,
		      uint64_t ns);

/* Add ns in which the recording does not show which thread was on a CPU. */
void cpu_timeline_add_unknown(struct cpu_timeline *timeline, uint32_t cpu, size_t column,
			      uint64_t ns);

/* Return a number that is larger than that of each CPU to which a time was added. */
uint32_t cpu_timeline_cpus(const struct cpu_timeline *timeline);

/* A CPU in the intervals from `first` to before `end`; cpu is less than cpu_timeline_cpus(). */
struct cpu_timeline_cell {
	uint64_t busy;	  /* ns with any thread */
	uint64_t unknown; /* ns for which switches are missing; samples can still show threads */
	uint32_t thread;  /* the one with the most time; valid if `on` is not 0 */
	uint64_t on;	  /* ns of that thread */
	uint64_t wanted;  /* ns of the wanted thread */
};
struct cpu_timeline_cell cpu_timeline_cell(const struct cpu_timeline *timeline, uint32_t cpu,
					   size_t first, size_t end, uint32_t wanted);

#endif
