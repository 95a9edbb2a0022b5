/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/job.h"

#include <stdlib.h>

#include "base/mem.h"
#include "query/doubt.h"

struct job {
	struct worker worker;
	struct recording *recording;
	const struct filter *filter;
	job_look look;
	const struct job_ops *ops; /* NULL: only look() is called */
	void *ctx;
};

static enum index_state index_state(const struct job *job)
{
	struct index_progress progress;

	recording_progress(job->recording, &progress);
	return progress.state;
}

static bool looks_again(const struct job *job)
{
	return job->ops && job->ops->again;
}

static void begin(struct job *job, struct job_block *block, struct doubt *doubt)
{
	*doubt = (struct doubt){ .when = looks_again(job) ? filter_when(job->filter)
							  : VALUE_AT_ONCE };
	doubt_add(doubt, index_state(job));
	*block = (struct job_block){
		.reader = reader_open(job->recording),
		.stop = &job->worker.stop,
	};
	block->eval = eval_open(block->reader, job->filter);
	eval_stop_at(block->eval, block->stop);
}

static void end(struct job_block *block)
{
	eval_close(block->eval);
	reader_close(block->reader);
}

static void look_at_all(struct job *job)
{
	struct job_block block;
	struct doubt doubt;

	begin(job, &block, &doubt);
	while (!atomic_load(&job->worker.stop)) {
		enum index_state state = index_state(job);

		if (block.number < recording_blocks(job->recording)) {
			doubt_add(&doubt, state);
			worker_block_done(&job->worker, block.number, job->look(job->ctx, &block));
			block.number++;
		} else if (doubt_is_due(&doubt, state)) {
			worker_again(&job->worker);
			end(&block);
			job->ops->again(job->ctx);
			begin(job, &block, &doubt);
		} else if (!worker_wait(&job->worker, state)) {
			break;
		}
	}
	end(&block);
}

static void *run(void *arg)
{
	struct job *job = arg;

	if (!looks_again(job) || filter_when(job->filter) != VALUE_AT_END ||
	    worker_wait_complete(&job->worker, (const struct recording *[]){ job->recording }, 1,
				 NULL))
		look_at_all(job);
	if (job->ops && job->ops->then && !atomic_load(&job->worker.stop))
		job->ops->then(job->ctx, &job->worker.stop);
	worker_end(&job->worker);
	return NULL;
}

static struct job *start(struct recording *recording, const struct filter *filter,
			 const struct job *what, struct watcher *watcher)
{
	struct job *job = mem_zalloc(sizeof(*job));

	*job = *what;
	job->recording = recording;
	job->filter = filter;
	worker_start(&job->worker, recording, watcher, run, job);
	return job;
}

struct job *job_start_with(struct recording *recording, const struct filter *filter,
			   const struct job_ops *ops, void *ctx, struct watcher *watcher)
{
	struct job what = { .look = ops->look, .ops = ops, .ctx = ctx };

	return start(recording, filter, &what, watcher);
}

struct job *job_start(struct recording *recording, const struct filter *filter, job_look look,
		      void *ctx, struct watcher *watcher)
{
	struct job what = { .look = look, .ctx = ctx };

	return start(recording, filter, &what, watcher);
}

bool job_rows(const struct job_block *at, struct rows *rows, struct block **block, bool *good)
{
	if (eval_block(at->eval, at->number, rows) < 0) {
		*good = atomic_load(at->stop);
		return false;
	}
	*block = reader_block(at->reader, at->number);
	*good = *block;
	return *block;
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
