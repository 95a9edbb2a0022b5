/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_JOB_H
#define QUERY_JOB_H

#include "query/eval.h"
#include "query/worker.h"

/*
 * A thread that looks at the blocks of a recording one after the other, in the order
 * of its files, while the index may still be built. What it finds is kept by its
 * owner, who guards it: look() runs in the thread.
 */
struct job;

/* The block at hand; all of it is the thread's own. */
struct job_block {
	struct reader *reader;
	struct eval *eval; /* of the job's filter */
	uint64_t number;
	const _Atomic bool *stop; /* true: nobody wants the rest any more; eval stops then, too */
};

/* Look at a block; false: it is damaged. One that was stopped is not. */
typedef bool (*job_look)(void *ctx, const struct job_block *block);

/*
 * Start it. The watcher is woken when there is something new. The
 * recording, the filter (NULL: all rows) and ctx outlive the job.
 */
struct job *job_start(struct recording *recording, const struct filter *filter, job_look look,
		      void *ctx, struct watcher *watcher);

struct job_ops {
	job_look look;
	/* What is left to do behind the last block of a complete index; stop as of a block. */
	void (*then)(void *ctx, const _Atomic bool *stop);
	/*
	 * Forget what was found: later records can change what passes the filter, and so all blocks
	 * are looked at once more. NULL: the owner starts another job then.
	 */
	void (*again)(void *ctx);
};

/* The same job, which does more than that; ops live as long as the program. */
struct job *job_start_with(struct recording *recording, const struct filter *filter,
			   const struct job_ops *ops, void *ctx, struct watcher *watcher);

/* Stop it but keep what was found; it does not go on. */
void job_cancel(struct job *job);

/* Stop it at once and forget it. */
void job_free(struct job *job);

void job_progress(const struct job *job, struct job_progress *progress);

#endif
