/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_STACKCHART_H
#define ANALYSIS_STACKCHART_H

#include "filter/filter.h"
#include "query/job.h"
#include "stack/stacktree.h"

/*
 * Samples in time order with their stacks, and the spans that begin, end or last in between, in
 * columns of equal time; found in the background. Memory does not depend on the number of samples:
 * a column keeps the stack of its first one. Functions are for one thread.
 */
struct stackchart;

enum {
	STACKCHART_COLUMNS = 1024, /* maximum; fewer if a column would be shorter than 1 ns */
	STACKCHART_LANES = 6	   /* maximum of kinds of spans; the first ones are kept */
};

struct stackchart_options {
	struct filter *rows;	 /* taken over: a thread or CPU, also for spans; NULL: all */
	struct filter *samples;	 /* taken over: samples among these rows; NULL: all samples */
	uint64_t lo, hi;	 /* ns, hi included, lo > 0 */
	bool inlined;		 /* inlined functions are frames, too */
	struct watcher *watcher; /* woken when there are new results; NULL: none */
};

/* Start. The recording must outlive the chart. */
struct stackchart *stackchart_start(struct recording *recording,
				    const struct stackchart_options *options);
void stackchart_free(struct stackchart *chart);

/* The background job. If it is cancelled, the results stay. */
struct job *stackchart_job(struct stackchart *chart);

/*
 * stackchart_columns() returns the number of columns, stackchart_time() the first time of column i;
 * i is at most their number.
 */
size_t stackchart_columns(const struct stackchart *chart);
uint64_t stackchart_time(const struct stackchart *chart, size_t i);

/*
 * Lock the tree of stacks, and the data that the functions below return, until the tree is
 * unlocked.
 */
const struct stacktree *stackchart_lock(struct stackchart *chart);
void stackchart_unlock(struct stackchart *chart);

struct stackchart_cell {
	uint64_t samples;
	uint64_t first, last; /* times of the first and last sample */
	uint32_t node;	      /* end of the first sample's stack; STACK_ROOT: none */
};

/* Return the samples of the columns from `first` to before `end`. */
struct stackchart_cell stackchart_cell(const struct stackchart *chart, size_t first, size_t end);

/* Return the median time between two samples, in ns, rounded up to a power of two. */
uint64_t stackchart_interval(const struct stackchart *chart);

/* Return the number of kinds of spans, and the name of one. */
size_t stackchart_lanes(const struct stackchart *chart);
const char *stackchart_lane(const struct stackchart *chart, size_t lane);

struct stackchart_span {
	uint64_t lo, hi; /* ns; hi 0: none */
	uint32_t name;	 /* a frame of the tree */
};

/* Return the longest span of a kind in the columns from `first` to before `end`. */
struct stackchart_span stackchart_span(const struct stackchart *chart, size_t lane, size_t first,
				       size_t end);

/*
 * Return the time of all spans of a kind in these columns, in ns. It is at most the time of the
 * columns, also if several spans last at the same time.
 */
uint64_t stackchart_covered(const struct stackchart *chart, size_t lane, size_t first, size_t end);

#endif
