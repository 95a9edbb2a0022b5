/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANNOTATE_ANNOTATION_JOB_H
#define ANNOTATE_ANNOTATION_JOB_H

#include "annotate/annotation.h"
#include "query/counting.h"

/*
 * An annotation that is made in the background, when the index is complete, and again when the
 * recording has grown. Functions are for one thread.
 */
struct annotation_job;

/*
 * The recording outlives the job. Of the options what they point to is copied; stop, worker and
 * done are the job's own, and the symbol ends with a NUL. The watcher is woken when there is one.
 */
struct annotation_job *annotation_job_start(struct recording *recording,
					    const struct annotation_options *options,
					    struct watcher *watcher);

/* Stop it; what it made can still be taken. */
void annotation_job_cancel(struct annotation_job *job);
void annotation_job_free(struct annotation_job *job);

/* How far it is, and why it failed. It is not done before what it made last is taken. */
const struct counting *annotation_job_counting(const struct annotation_job *job);
enum counting_state annotation_job_state(const struct annotation_job *job);

/* The newest one, which is the caller's then; NULL: there is no newer one. */
struct annotation *annotation_job_take(struct annotation_job *job);

#endif
