/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_HISTOGRAM_H
#define QUERY_HISTOGRAM_H

#include "query/filter.h"
#include "query/job.h"

/*
 * How many rows there are in each of many stretches of time, counted in the background.
 * Functions are for one thread.
 */
struct histogram;

enum {
	HISTOGRAM_BUCKETS = 1024, /* of a histogram of bars */
	HISTOGRAM_MOST = 1 << 16
};

/*
 * Count the rows with a time from lo to hi (ns, hi included, lo > 0) that pass the filter, which is
 * taken over (NULL: all), in n stretches, at most HISTOGRAM_MOST, or one for each ns. They are
 * equally long where n divides the time. wake is called from its thread. The recording outlives it.
 */
struct histogram *histogram_start(struct recording *recording, struct filter *filter, uint64_t lo,
				  uint64_t hi, size_t n, void (*wake)(void *arg), void *arg);
void histogram_free(struct histogram *histogram);

/* Stop counting; what was counted stays. */
void histogram_cancel(struct histogram *histogram);
void histogram_progress(const struct histogram *histogram, struct job_progress *progress);

/* The stretches, how many rows were found in one, and its first time. i is at most their number. */
size_t histogram_buckets(const struct histogram *histogram);
uint64_t histogram_count(const struct histogram *histogram, size_t i);
uint64_t histogram_time(const struct histogram *histogram, size_t i);

#endif
