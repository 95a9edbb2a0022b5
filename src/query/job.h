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
 * Start it. wake is called from the thread when there is something new. The
 * recording, the filter (NULL: all rows) and ctx outlive the job.
 */
struct job *job_start(struct recording *recording, const struct filter *filter, job_look look,
		      void *ctx, void (*wake)(void *arg), void *arg);

/* What is left to do behind the last block of a complete index; stop as of a block. */
typedef void (*job_then)(void *ctx, const _Atomic bool *stop);

/* The same job, with that at its end. */
struct job *job_start_then(struct recording *recording, const struct filter *filter, job_look look,
			   job_then then, void *ctx, void (*wake)(void *arg), void *arg);

/* Stop it but keep what was found; it does not go on. */
void job_cancel(struct job *job);

/* Stop it at once and forget it. */
void job_free(struct job *job);

void job_progress(const struct job *job, struct job_progress *progress);

#endif
