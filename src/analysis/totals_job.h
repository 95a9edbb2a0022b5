/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_TOTALS_JOB_H
#define ANALYSIS_TOTALS_JOB_H

#include "analysis/totals.h"
#include "query/counting.h"

/*
 * Totals that are made in the background, and shown while they grow: a grouping
 * (analysis/grouping.h) whose groups are copied now and then. Functions are for one thread.
 */
struct totals_job;

/* What is counted. */
struct totals_query {
	struct field by[GROUP_FIELDS_MAX];
	size_t n;
	struct aggregate aggregates[AGGREGATES_MAX];
	size_t aggregates_n;
	struct filter *filter; /* NULL: none */
	uint64_t every;	       /* count in one of so many blocks; 0: in all */
};

void totals_query_release(struct totals_query *query);

/*
 * Start it. The query and the recording outlive the job. Where there are more groups than are
 * kept, they are those that stand first in the order. wake is called from its thread when
 * there is something new.
 */
struct totals_job *totals_job_start(struct recording *recording, const struct totals_query *query,
				    const struct grouporder *order, struct watcher *watcher);

/* Stop it; what it found so far can still be taken. */
void totals_job_cancel(struct totals_job *job);
void totals_job_free(struct totals_job *job);

/* How far it is, and why it failed. It is not done before what it made last is taken. */
const struct counting *totals_job_counting(const struct totals_job *job);
enum counting_state totals_job_state(const struct totals_job *job);

/* The newest totals, which are the caller's then; NULL: there are no newer ones. */
struct totals *totals_job_take(struct totals_job *job);

#endif
