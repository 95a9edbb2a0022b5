/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/job.h"

#include <stdlib.h>

#include "base/mem.h"

struct job {
	struct worker worker;
	struct recording *recording;
	const struct filter *filter;
	job_look look;
	job_then then; /* NULL: nothing */
	void *ctx;
};

static void *run(void *arg)
{
	struct job *job = arg;
	struct job_block block = {
		.reader = reader_open(job->recording),
		.stop = &job->worker.stop,
	};

	block.eval = eval_open(block.reader, job->filter);
	eval_stop_at(block.eval, block.stop);
	while (!atomic_load(&job->worker.stop)) {
		struct index_progress progress;

		recording_progress(job->recording, &progress);
		if (block.number < recording_blocks(job->recording)) {
			worker_block_done(&job->worker, block.number, job->look(job->ctx, &block));
			block.number++;
		} else if (!worker_wait(&job->worker, progress.state)) {
			break;
		}
	}
	eval_close(block.eval);
	reader_close(block.reader);
	if (job->then && !atomic_load(&job->worker.stop))
		job->then(job->ctx, &job->worker.stop);
	worker_end(&job->worker);
	return NULL;
}

struct job *job_start_then(struct recording *recording, const struct filter *filter, job_look look,
			   job_then then, void *ctx, void (*wake)(void *arg), void *arg)
{
	struct job *job = mem_zalloc(sizeof(*job));

	job->recording = recording;
	job->filter = filter;
	job->look = look;
	job->then = then;
	job->ctx = ctx;
	worker_start(&job->worker, recording, wake, arg, run, job);
	return job;
}

struct job *job_start(struct recording *recording, const struct filter *filter, job_look look,
		      void *ctx, void (*wake)(void *arg), void *arg)
{
	return job_start_then(recording, filter, look, NULL, ctx, wake, arg);
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
