/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_HISTOGRAM_H
#define ANALYSIS_HISTOGRAM_H

#include "analysis/numeric_stats.h"
#include "field/field.h"
#include "filter/filter.h"
#include "filter/shown_event.h"
#include "query/job.h"

/*
 * The number of rows in each of many intervals of time, and statistics of a field in these rows,
 * counted in the background. Functions are for one thread.
 */
struct histogram;

enum {
	HISTOGRAM_BUCKETS = 1024, /* of a histogram with bars */
	HISTOGRAM_LEVELS = 58,
	HISTOGRAM_EVENTS = 32, /* most events that are counted separately */
	HISTOGRAM_MOST = 1 << 17
};

struct histogram_options {
	struct filter *filter;	    /* taken over; NULL: all rows */
	const struct field *weight; /* copied, its member taken over; NULL: only count rows */
	uint64_t lo, hi;	    /* ns, hi included, lo > 0 */
	size_t n;
	/*
	 * If not 0: each interval is divided into this number of parts, at most HISTOGRAM_LEVELS. A
	 * row counts in the part with its number (histogram_level()), and rows without a number do
	 * not count. n is then the number of parts.
	 */
	size_t levels;
	bool by_event;		 /* also count each event, for histogram_event_value() */
	bool stats;		 /* there is a weight: keep the statistics for histogram_stats() */
	struct watcher *watcher; /* woken when there are new results; NULL: none */
};

/*
 * Return the least number of a level, which ends before that of the next one: 0, 2, 5, 10, 20, 50,
 * 100 ... UINT64_MAX: no level is so high.
 */
uint64_t histogram_level(size_t level);

/*
 * Count the rows with a time from lo to hi that pass the filter, in n intervals: at most
 * HISTOGRAM_MOST, and fewer than n if they would be shorter than 1 ns. They have equal length if n
 * divides the time. The recording must outlive the histogram.
 */
struct histogram *histogram_start(struct recording *recording,
				  const struct histogram_options *options);
void histogram_free(struct histogram *histogram);

/* The job that counts. If it is cancelled, the counts stay. */
struct job *histogram_job(struct histogram *histogram);

/*
 * histogram_buckets() returns the number of intervals, histogram_time() the first time of interval
 * i; i is at most their number.
 */
size_t histogram_buckets(const struct histogram *histogram);
uint64_t histogram_time(const struct histogram *histogram, size_t i);

/* Return the number of rows in the intervals from `first` to before `end`. */
uint64_t histogram_rows(const struct histogram *histogram, size_t first, size_t end);

/*
 * Get statistics of the numbers of these rows: count, least, greatest, mean
 * (analysis/numeric_stats.h).
 */
void histogram_stats(struct histogram *histogram, size_t first, size_t end,
		     struct numeric_stats *stats);

/*
 * Return the number of these rows or, with a weight, the sum of their numbers; UINT64_MAX: that or
 * more.
 */
uint64_t histogram_value(const struct histogram *histogram, size_t first, size_t end);

/*
 * If by_event was set: return the choices that the recording had when counting began, the number of
 * those that are counted separately, and the part of one of them in histogram_value(). The number
 * after that of the last one stands for all other records.
 */
const struct shown_events *histogram_choices(const struct histogram *histogram);
size_t histogram_events(const struct histogram *histogram);
uint64_t histogram_event_value(const struct histogram *histogram, size_t event, size_t first,
			       size_t end);

#endif
