/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_THREAD_CPUS_H
#define VIEWS_THREAD_CPUS_H

#include "base/vec.h"
#include "term/surface.h"
#include "views/thread_cells.h"

/*
 * CPUs over time, above the lines of threads: which thread had most of each cell. Rows are for as
 * many CPUs as fit, first those that a chosen thread was on.
 */
struct thread_cpus {
	VEC(uint32_t) cpus; /* one for each row */
	const struct thread_cells *cells;
	uint32_t wanted; /* the chosen thread: its number in the timeline, or NOBODY */
};

#define THREAD_CPUS_NOBODY UINT32_MAX

/* Choose at most rows CPUs. wanted: a thread of the timeline, or THREAD_CPUS_NOBODY. */
void thread_cpus_choose(struct thread_cpus *cpus, const struct thread_cells *cells, uint32_t wanted,
			int rows);
void thread_cpus_release(struct thread_cpus *cpus);

/* Append the number of CPU row i, and its time with any thread, in ms. */
void thread_cpus_name(const struct thread_cpus *cpus, size_t i, struct buf *out);
void thread_cpus_busy(const struct thread_cpus *cpus, size_t i, struct buf *out);

/* Draw the threads of CPU row i from a column on. name appends the name of a thread. */
void thread_cpus_draw(const struct thread_cpus *cpus, size_t i, const struct surface *row, int col,
		      void (*name)(void *arg, uint32_t thread, struct buf *out), void *arg);

/* Append "CPU 0, 3" for the CPUs that a thread was on in some cells; nothing if there are none. */
void thread_cpus_of(const struct thread_cells *cells, uint32_t thread, int from, int to,
		    struct buf *out);

#endif
