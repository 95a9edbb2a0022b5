/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_HISTOGRAM_H
#define ANALYSIS_HISTOGRAM_H

#include "analysis/numeric_stats.h"
#include "field/field.h"
#include "filter/filter.h"
#include "query/job.h"

/*
 * How many rows there are in each of many stretches of time, and what the numbers that they have
 * in a field come to, counted in the background.
 * Functions are for one thread.
 */
struct histogram;

enum {
	HISTOGRAM_BUCKETS = 1024, /* of a histogram of bars */
	HISTOGRAM_LEVELS = 64,
	HISTOGRAM_MOST = 1 << 17
};

struct histogram_options {
	struct filter *filter;	    /* taken over; NULL: all rows */
	const struct field *weight; /* copied, its member taken over; NULL: rows alone count */
	uint64_t lo, hi;	    /* ns, hi included, lo > 0 */
	size_t n;
	/*
	 * Not 0: each stretch has so many parts, at most HISTOGRAM_LEVELS: rows count in the one of
	 * log2() of their number, those without one not at all. n is that of parts.
	 */
	size_t levels;
	bool tallies;		 /* there is a weight: what histogram_stats() tells is kept */
	struct watcher *watcher; /* woken when there are new results; NULL: nobody */
};

/*
 * Count the rows with a time from lo to hi that pass the filter, in n stretches, at most
 * HISTOGRAM_MOST, or one for each ns. They are equally long where n divides the time. The
 * recording outlives it.
 */
struct histogram *histogram_start(struct recording *recording,
				  const struct histogram_options *options);
void histogram_free(struct histogram *histogram);

/* The job that counts. If it is cancelled the counts stay. */
struct job *histogram_job(struct histogram *histogram);

/* The stretches, and the first time of one; i is at most their number. */
size_t histogram_buckets(const struct histogram *histogram);
uint64_t histogram_time(const struct histogram *histogram, size_t i);

/* The number of rows found in the stretches from first to before end. */
uint64_t histogram_rows(const struct histogram *histogram, size_t first, size_t end);

/* Of the numbers of the rows there: how many, least, greatest, mean (analysis/numeric_stats.h). */
void histogram_stats(struct histogram *histogram, size_t first, size_t end,
		     struct numeric_stats *stats);

/*
 * How many rows there are, or the sum of their numbers where there is a weight; UINT64_MAX: it is
 * that or more.
 */
uint64_t histogram_value(const struct histogram *histogram, size_t first, size_t end);

#endif
