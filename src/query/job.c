/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/job.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "base/mem.h"

struct job {
	struct recording *recording;
	job_look look;
	void *ctx;
	void (*wake)(void *arg);
	void *arg;
	pthread_t thread;
	bool joined;
	_Atomic bool stop, done, failed;
	_Atomic uint64_t rows_done;
};

/* Wait a little for the builder; blocks come in well under that, but not while it follows. */
static void wait_for_blocks(bool building)
{
	struct timespec pause = { .tv_nsec = building ? 5000000 : 40000000 };

	nanosleep(&pause, NULL);
}

/* All of what there is so far, while more may come. */
static void tell_done(struct job *job, bool done)
{
	if (atomic_exchange(&job->done, done) != done)
		job->wake(job->arg);
}

static void *run(void *arg)
{
	struct job *job = arg;
	const struct recording *recording = job->recording;
	struct reader *reader = reader_open(job->recording);
	uint64_t block = 0;

	while (!atomic_load(&job->stop)) {
		struct index_progress progress;

		recording_progress(recording, &progress);
		if (block < recording_blocks(recording)) {
			if (!job->look(job->ctx, reader, block))
				atomic_store(&job->failed, true);
			atomic_fetch_add(&job->rows_done, recording_block(recording, block).rows);
			block++;
			job->wake(job->arg);
		} else if (progress.state == INDEX_BUILDING || progress.state == INDEX_FOLLOWING) {
			tell_done(job, progress.state == INDEX_FOLLOWING);
			wait_for_blocks(progress.state == INDEX_BUILDING);
		} else {
			atomic_store(&job->done, true);
			break;
		}
	}
	reader_close(reader);
	job->wake(job->arg);
	return NULL;
}

struct job *job_start(struct recording *recording, job_look look, void *ctx,
		      void (*wake)(void *arg), void *arg)
{
	struct job *job = mem_zalloc(sizeof(*job));

	job->recording = recording;
	job->look = look;
	job->ctx = ctx;
	job->wake = wake;
	job->arg = arg;
	if (pthread_create(&job->thread, NULL, run, job)) {
		job->joined = true;
		run(job);
	}
	return job;
}

void job_cancel(struct job *job)
{
	atomic_store(&job->stop, true);
	if (!job->joined)
		pthread_join(job->thread, NULL);
	job->joined = true;
}

void job_free(struct job *job)
{
	if (!job)
		return;
	job_cancel(job);
	free(job);
}

void job_progress(const struct job *job, struct job_progress *p)
{
	*p = (struct job_progress){
		.rows_done = atomic_load(&job->rows_done),
		.rows_total = recording_rows(job->recording),
		.done = atomic_load(&job->done),
		.failed = atomic_load(&job->failed),
	};
}
