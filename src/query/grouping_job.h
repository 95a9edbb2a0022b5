/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_GROUPING_JOB_H
#define QUERY_GROUPING_JOB_H

#include "query/grouping.h"

/* A grouping (query/grouping.h) that is made in the background. Functions are for one thread. */
struct grouping_job;

enum grouping_job_state {
	GROUPING_WAITS, /* for the index to be complete */
	GROUPING_RUNS,
	GROUPING_DONE,
	GROUPING_STOPPED,
	GROUPING_FAILED
};

/*
 * Start it. It takes over the filter (NULL: none) and the members of the n fields, which are
 * copied. wake is called from its thread when the state has changed. The recording
 * outlives the job.
 */
struct grouping_job *grouping_job_start(struct recording *recording, struct filter *filter,
					const struct field *by, size_t n, void (*wake)(void *arg),
					void *arg);
void grouping_job_cancel(struct grouping_job *job);
void grouping_job_free(struct grouping_job *job);

enum grouping_job_state grouping_job_state(const struct grouping_job *job);

/* Rows that were looked at so far. */
uint64_t grouping_job_rows(const struct grouping_job *job);

const struct field *grouping_job_field(const struct grouping_job *job, size_t i);

/* The groups, NULL before it is done; they live as long as the job. */
const struct grouping *grouping_job_groups(const struct grouping_job *job);

/* Why it failed. */
const struct err *grouping_job_error(const struct grouping_job *job);

#endif
