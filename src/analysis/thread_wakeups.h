/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_THREAD_WAKEUPS_H
#define ANALYSIS_THREAD_WAKEUPS_H

#include "analysis/thread_timeline.h"
#include "base/vec.h"

/* A wakeup of a thread that waited, and what followed. */
struct thread_wakeup {
	uint64_t time; /* 0: there is none */
	uint64_t row, ordinal;
	uint32_t waker; /* the thread of the row, or ONCPU_NOBODY */
	uint64_t came;	/* when the thread came to a CPU after it; 0: unknown */
};

/* The wakeups in an interval, and the one after which the thread waited longest for a CPU. */
struct thread_wakeups_cell {
	uint64_t row : 48;
	uint64_t column : 16;
	uint32_t n;
	uint32_t delay; /* us + 1; 0: unknown; UINT32_MAX: it did not run any more */
	uint32_t waker; /* the thread of the row, or ONCPU_NOBODY */
};

/* The wakeups of a thread. A zeroed one is empty. */
struct thread_wakeups {
	VEC(struct thread_wakeups_cell) cells; /* of the intervals with wakeups, in their order */
};

enum {
	THREAD_WAKEUPS_CELLS = 1 << 18 /* maximum of all threads of a timeline together */
};

/*
 * Add a wakeup in a column, which is not before those of earlier calls. If wakeup->came is 0,
 * `never` states the reason: true if the thread did not run again, false if the time is unknown.
 * *cells is the number of cells of all threads. Returns false if a further cell is needed and there
 * are THREAD_WAKEUPS_CELLS.
 */
bool thread_wakeups_add(struct thread_wakeups *wakeups, size_t column,
			const struct thread_wakeup *wakeup, bool never, size_t *cells);

/* The wakeups in the intervals from `first` to before `end`. */
struct thread_timeline_wakeups thread_wakeups_find(const struct thread_wakeups *wakeups,
						   size_t first, size_t end);

void thread_wakeups_release(struct thread_wakeups *wakeups);

#endif
