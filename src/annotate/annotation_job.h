/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANNOTATE_ANNOTATION_JOB_H
#define ANNOTATE_ANNOTATION_JOB_H

#include "annotate/annotation.h"
#include "query/counting.h"

/*
 * An annotation that is made in the background once the index is complete, and again when the
 * recording has grown. Functions are for one thread.
 */
struct annotation_job;

/*
 * Start a job. The recording must outlive it. The options are copied with everything that they
 * point to. The job has its own stop, worker, done, early and ctx; the symbol ends with a NUL. The
 * watcher, if there is one, is woken when there is a newer annotation.
 */
struct annotation_job *annotation_job_start(struct recording *recording,
					    const struct annotation_options *options,
					    struct watcher *watcher);

/* Stop the job. Its last annotation can still be taken. */
void annotation_job_cancel(struct annotation_job *job);
void annotation_job_free(struct annotation_job *job);

/* The job's progress, and why it failed. It is not done before its last annotation was taken. */
const struct counting *annotation_job_counting(const struct annotation_job *job);
enum counting_state annotation_job_state(const struct annotation_job *job);

/* Take the newest annotation, which the caller owns then. NULL: there is no newer one. */
struct annotation *annotation_job_take(struct annotation_job *job);

#endif
