/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_JOB_H
#define QUERY_JOB_H

#include <pthread.h>

#include "filter/eval.h"
#include "query/worker.h"

/* The current block; all members belong to the thread. */
struct job_block {
	struct reader *reader;
	struct eval *eval; /* of the job's filter */
	uint64_t number;
	const _Atomic bool *stop; /* true: the rest is not needed; eval stops, too */
};

struct job_ops {
	/* Examine a block. Returns false if it is damaged, and true if it was stopped. */
	bool (*examine)(void *ctx, const struct job_block *block);
	/* Called after the last block of a complete index; stop as in job_block. */
	void (*then)(void *ctx, const _Atomic bool *stop);
	/*
	 * Drop the results: later records can change which rows match, so all blocks are visited
	 * again. NULL: the owner starts another job.
	 */
	void (*again)(void *ctx);
};

/*
 * A thread that visits the blocks of a recording one after the other, in the order of its files,
 * also while the index is being built. Embedded in the struct of its owner, who keeps the results
 * and guards them, because the callbacks run in the thread.
 */
struct job {
	struct recording *recording; /* set before the start; it outlives the job */
	struct filter *filter;	     /* likewise, and taken over; NULL: all rows */
	pthread_mutex_t lock;	     /* for the owner: guards the results */
	struct worker worker;
	const struct job_ops *ops;
	void *ctx;
};

/*
 * Start it. The watcher is woken when there are new results. ops live as long as the program, and
 * ctx outlives the job.
 */
void job_start(struct job *job, const struct job_ops *ops, void *ctx, struct watcher *watcher);

/*
 * For examine(): set the matching rows of the current block, and the block. Returns false if there
 * is nothing to do; examine() then returns *good.
 */
bool job_rows(const struct job_block *at, struct rows *rows, struct block **block, bool *good);

/* As job_rows(), but a block with a damaged column counts as damaged. For users of all columns. */
bool job_whole_rows(const struct job_block *at, struct rows *rows, struct block **block,
		    bool *good);

/* The next of these rows, from i on; BLOCK_ROWS: there is none, or the job is stopped. */
static inline uint32_t job_next(const struct job_block *at, const struct rows *rows, uint32_t i)
{
	uint32_t next = rows_next(rows, i);

	return atomic_load(at->stop) ? BLOCK_ROWS : next;
}

/* For examine(): call take() for each matching row of the block, and return what it returns. */
static inline bool
job_each_row(const struct job_block *at,
	     void (*take)(void *ctx, struct reader *reader, const struct row_info *info), void *ctx)
{
	struct block *block;
	struct rows rows;
	bool good;

	if (!job_whole_rows(at, &rows, &block, &good))
		return good;
	for (uint32_t i = job_next(at, &rows, 0); i < BLOCK_ROWS; i = job_next(at, &rows, i + 1)) {
		struct row_info info;

		reader_row_in(at->reader, block, i, &info);
		take(ctx, at->reader, &info);
	}
	return true;
}

/* Stop the job and keep the results. */
void job_cancel(struct job *job);

/* Stop it at once, and release the lock and the filter. */
void job_end(struct job *job);

/* The progress of its worker; for any thread. */
void job_progress(const struct job *job, struct worker_progress *progress);

/* The part of its rows that are done, in percent. */
unsigned job_percent(const struct worker_progress *progress);

#endif
