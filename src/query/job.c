/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/job.h"

#include "query/doubt.h"

static bool looks_again(const struct job *job)
{
	return job->ops->again;
}

static void begin(struct job *job, struct job_block *block, struct doubt *doubt)
{
	*doubt = (struct doubt){ .when = looks_again(job) ? filter_when(job->filter)
							  : VALUE_AT_ONCE };
	doubt_add(doubt, recording_state(job->recording));
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
		enum index_state state = recording_state(job->recording);

		if (block.number < recording_blocks(job->recording)) {
			doubt_add(&doubt, state);
			reader_walk(block.reader, block.number);
			worker_block_done(&job->worker, block.number,
					  job->ops->examine(job->ctx, &block));
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
	if (job->ops->then && !atomic_load(&job->worker.stop))
		job->ops->then(job->ctx, &job->worker.stop);
	worker_end(&job->worker);
	return NULL;
}

void job_start(struct job *job, const struct job_ops *ops, void *ctx, struct watcher *watcher)
{
	job->ops = ops;
	job->ctx = ctx;
	pthread_mutex_init(&job->lock, NULL);
	worker_start(&job->worker, job->recording, watcher, run, job);
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

bool job_whole_rows(const struct job_block *at, struct rows *rows, struct block **block, bool *good)
{
	if (!job_rows(at, rows, block, good))
		return false;
	*good = !(*block)->bad;
	return *good;
}

void job_cancel(struct job *job)
{
	worker_cancel(&job->worker);
}

void job_end(struct job *job)
{
	job_cancel(job);
	pthread_mutex_destroy(&job->lock);
	filter_free(job->filter);
}

void job_progress(const struct job *job, struct worker_progress *progress)
{
	worker_progress(&job->worker, progress);
}

unsigned job_percent(const struct worker_progress *progress)
{
	if (!progress->rows_total)
		return 0;
	return (unsigned)((double)progress->rows_done * 100 / (double)progress->rows_total);
}
