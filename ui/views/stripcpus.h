/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_STRIPCPUS_H
#define VIEWS_STRIPCPUS_H

#include "base/vec.h"
#include "term/surface.h"
#include "views/stripcells.h"

/*
 * CPUs over time, above strips of threads: which thread had most of each cell. Rows are for as many
 * CPUs as fit, first those that a chosen thread was on.
 */
struct stripcpus {
	VEC(uint32_t) cpus; /* one for each row */
	const struct stripcells *cells;
	uint32_t wanted; /* the chosen thread: its number in the timeline, or NOBODY */
};

#define STRIPCPUS_NOBODY UINT32_MAX

/* Choose at most rows CPUs. wanted: a thread of the timeline, or STRIPCPUS_NOBODY. */
void stripcpus_choose(struct stripcpus *cpus, const struct stripcells *cells, uint32_t wanted,
		      int rows);
void stripcpus_release(struct stripcpus *cpus);

/* Append the number of CPU row i, and its time with any thread, in ms. */
void stripcpus_name(const struct stripcpus *cpus, size_t i, struct buf *out);
void stripcpus_busy(const struct stripcpus *cpus, size_t i, struct buf *out);

/* Draw the threads of CPU row i from a column on. name appends the name of a thread. */
void stripcpus_draw(const struct stripcpus *cpus, size_t i, const struct surface *row, int col,
		    void (*name)(void *arg, uint32_t thread, struct buf *out), void *arg);

/* Append "CPU 0, 3" for the CPUs that a thread was on in some cells; nothing if there are none. */
void stripcpus_of(const struct stripcells *cells, uint32_t thread, int from, int to,
		  struct buf *out);

#endif
