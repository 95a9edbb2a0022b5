/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/job.h"

#include <stdlib.h>

#include "base/mem.h"

struct job {
	struct worker worker;
	struct recording *recording;
	job_look look;
	void *ctx;
};

static void *run(void *arg)
{
	struct job *job = arg;
	struct reader *reader = reader_open(job->recording);
	uint64_t block = 0;

	while (!atomic_load(&job->worker.stop)) {
		struct index_progress progress;

		recording_progress(job->recording, &progress);
		if (block < recording_blocks(job->recording)) {
			worker_block_done(&job->worker, block, job->look(job->ctx, reader, block));
			block++;
		} else if (!worker_wait(&job->worker, progress.state)) {
			break;
		}
	}
	reader_close(reader);
	worker_end(&job->worker);
	return NULL;
}

struct job *job_start(struct recording *recording, job_look look, void *ctx,
		      void (*wake)(void *arg), void *arg)
{
	struct job *job = mem_zalloc(sizeof(*job));

	job->recording = recording;
	job->look = look;
	job->ctx = ctx;
	worker_start(&job->worker, recording, wake, arg, run, job);
	return job;
}

void job_cancel(struct job *job)
{
	worker_cancel(&job->worker);
}

void job_free(struct job *job)
{
	if (!job)
		return;
	job_cancel(job);
	free(job);
}

void job_progress(const struct job *job, struct job_progress *progress)
{
	worker_progress(&job->worker, progress);
}
