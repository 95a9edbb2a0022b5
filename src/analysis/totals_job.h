/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_TOTALS_JOB_H
#define ANALYSIS_TOTALS_JOB_H

#include "analysis/totals.h"
#include "query/counting.h"

/*
 * Totals that are made in the background and can be shown while they grow: a grouping
 * (analysis/grouping.h) whose groups are copied now and then. Functions are for one thread.
 */
struct totals_job;

/* The fields, aggregates and filter of totals. */
struct totals_query {
	struct field by[GROUP_FIELDS_MAX];
	size_t n;
	struct aggregate aggregates[AGGREGATES_MAX];
	size_t aggregates_n;
	struct filter *filter; /* NULL: none */
	uint64_t every;	       /* count only one of this number of blocks; 0: all */
};

void totals_query_release(struct totals_query *query);

/*
 * Start. The query and the recording must outlive the job. If there are too many groups, the first
 * ones in the order are kept. The watcher is woken when there are new results.
 */
struct totals_job *totals_job_start(struct recording *recording, const struct totals_query *query,
				    const struct grouporder *order, struct watcher *watcher);

/* Stop; the results so far can still be taken. */
void totals_job_cancel(struct totals_job *job);
void totals_job_free(struct totals_job *job);

/*
 * Return the progress, and the error. The count is not reported as done before the last totals were
 * taken.
 */
const struct counting *totals_job_counting(const struct totals_job *job);
enum counting_state totals_job_state(const struct totals_job *job);

/* Take the newest totals, which the caller then owns; NULL: there are no newer ones. */
struct totals *totals_job_take(struct totals_job *job);

#endif
