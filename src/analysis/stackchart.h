/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_STACKCHART_H
#define ANALYSIS_STACKCHART_H

#include "filter/filter.h"
#include "query/job.h"
#include "stack/stacktree.h"

/*
 * Samples in the order of time with their stacks, and the spans that begin, end or go on among
 * them, in columns of equal time; found in the background. Its memory does not depend on the number
 * of samples: a column keeps the stack of its first one. Functions are for one thread.
 */
struct stackchart;

enum {
	STACKCHART_COLUMNS = 1024, /* or one for each ns */
	STACKCHART_LANES = 6	   /* kinds of spans that are kept: those that are found first */
};

struct stackchart_options {
	struct filter *rows;	 /* taken over: of a thread or a CPU, also its spans; NULL: all */
	struct filter *samples;	 /* taken over: of these rows; NULL: all of them that are samples */
	uint64_t lo, hi;	 /* ns, hi included, lo > 0 */
	bool inlined;		 /* functions that were inlined are frames, too */
	struct watcher *watcher; /* woken when there is something new; NULL: nobody */
};

/* The recording outlives it. */
struct stackchart *stackchart_start(struct recording *recording,
				    const struct stackchart_options *options);
void stackchart_free(struct stackchart *chart);

/* The job that looks. If it is cancelled the results stay. */
struct job *stackchart_job(struct stackchart *chart);

/* The columns, and the first time of one; i is at most their number. */
size_t stackchart_columns(const struct stackchart *chart);
uint64_t stackchart_time(const struct stackchart *chart, size_t i);

/* The tree of the stacks and the functions below, until it is given back. */
const struct stacktree *stackchart_lock(struct stackchart *chart);
void stackchart_unlock(struct stackchart *chart);

struct stackchart_cell {
	uint64_t samples;
	uint64_t first, last; /* their times */
	uint32_t node;	      /* of the stack of the first; STACK_ROOT: there is none */
};

/* The samples of some columns, without the one at end. */
struct stackchart_cell stackchart_cell(const struct stackchart *chart, size_t first, size_t end);

/* What half of the times between two samples do not exceed, in ns, rounded up to a power of two. */
uint64_t stackchart_interval(const struct stackchart *chart);

/* How many kinds of spans there are, and the name of one. */
size_t stackchart_lanes(const struct stackchart *chart);
const char *stackchart_lane(const struct stackchart *chart, size_t lane);

struct stackchart_span {
	uint64_t lo, hi; /* ns; hi 0: there is none */
	uint32_t name;	 /* a frame of the tree */
};

/* The longest span of a kind in some columns. */
struct stackchart_span stackchart_span(const struct stackchart *chart, size_t lane, size_t first,
				       size_t end);

#endif
