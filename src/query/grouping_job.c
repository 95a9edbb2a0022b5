/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/grouping_job.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "base/mem.h"

struct grouping_job {
	struct recording *recording;
	struct filter *filter;
	struct field by[GROUP_FIELDS_MAX];
	size_t n;
	void (*wake)(void *arg);
	void *arg;
	pthread_t thread;
	bool joined;
	_Atomic bool stop;
	_Atomic uint64_t rows;
	struct grouping_options options;
	struct grouping *grouping; /* written before state says that it is done */
	struct err err;
	_Atomic int state;
};

static void set_state(struct grouping_job *job, enum grouping_job_state state)
{
	atomic_store(&job->state, (int)state);
	job->wake(job->arg);
}

/* Look now and then whether the index is complete. False: stopped before. */
static bool wait_for_index(struct grouping_job *job)
{
	struct timespec pause = { .tv_nsec = 10000000 };
	struct index_progress progress;

	for (;;) {
		if (atomic_load(&job->stop))
			return false;
		recording_progress(job->recording, &progress);
		if (progress.state != INDEX_BUILDING)
			return true;
		nanosleep(&pause, NULL);
	}
}

static void *run(void *arg)
{
	struct grouping_job *job = arg;
	int rc = ERR_STOPPED;

	if (wait_for_index(job)) {
		set_state(job, GROUPING_RUNS);
		rc = grouping_run(&job->grouping, job->recording, &job->options, &job->err);
	}
	set_state(job, rc == 0		   ? GROUPING_DONE
		       : rc == ERR_STOPPED ? GROUPING_STOPPED
					   : GROUPING_FAILED);
	return NULL;
}

struct grouping_job *grouping_job_start(struct recording *recording, struct filter *filter,
					const struct field *by, size_t n, void (*wake)(void *arg),
					void *arg)
{
	struct grouping_job *job = mem_zalloc(sizeof(*job));

	job->recording = recording;
	job->filter = filter;
	job->n = n < GROUP_FIELDS_MAX ? n : GROUP_FIELDS_MAX;
	for (size_t i = 0; i < job->n; i++)
		job->by[i] = by[i];
	job->wake = wake;
	job->arg = arg;
	err_clear(&job->err);
	job->options = (struct grouping_options){
		.by = job->by,
		.n = job->n,
		.filter = filter,
		.stop = &job->stop,
		.done = &job->rows,
	};
	if (pthread_create(&job->thread, NULL, run, job)) {
		job->joined = true;
		run(job);
	}
	return job;
}

void grouping_job_cancel(struct grouping_job *job)
{
	atomic_store(&job->stop, true);
	if (!job->joined)
		pthread_join(job->thread, NULL);
	job->joined = true;
}

void grouping_job_free(struct grouping_job *job)
{
	if (!job)
		return;
	grouping_job_cancel(job);
	if (job->grouping)
		grouping_free(job->grouping);
	for (size_t i = 0; i < job->n; i++)
		field_release(&job->by[i]);
	filter_free(job->filter);
	free(job);
}

enum grouping_job_state grouping_job_state(const struct grouping_job *job)
{
	return (enum grouping_job_state)atomic_load(&job->state);
}

uint64_t grouping_job_rows(const struct grouping_job *job)
{
	return atomic_load(&job->rows);
}

const struct field *grouping_job_field(const struct grouping_job *job, size_t i)
{
	return &job->by[i];
}

const struct grouping *grouping_job_groups(const struct grouping_job *job)
{
	return grouping_job_state(job) == GROUPING_DONE ? job->grouping : NULL;
}

const struct err *grouping_job_error(const struct grouping_job *job)
{
	return &job->err;
}
