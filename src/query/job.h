/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_JOB_H
#define QUERY_JOB_H

#include "query/worker.h"
#include "recording/reader.h"

/*
 * A thread that looks at the blocks of a recording one after the other, in the order
 * of its files, while the index may still be built. What it finds is kept by its
 * owner, who guards it: look() runs in the thread.
 */
struct job;

/* Look at a block; false: it is damaged. The reader is the thread's own. */
typedef bool (*job_look)(void *ctx, struct reader *reader, uint64_t block);

/*
 * Start it. wake is called from the thread when there is something new. The
 * recording and ctx outlive the job.
 */
struct job *job_start(struct recording *recording, job_look look, void *ctx,
		      void (*wake)(void *arg), void *arg);

/* Stop it but keep what was found; it does not go on. */
void job_cancel(struct job *job);

/* Stop it at once and forget it. */
void job_free(struct job *job);

void job_progress(const struct job *job, struct job_progress *progress);

#endif
