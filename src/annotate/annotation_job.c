/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "annotate/annotation_job.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

struct annotation_job {
	struct counting counting;
	struct annotation_options options;
	struct annotation_place place;
	char *symbol, *where;
	_Atomic(struct annotation *) newest;
};

static void publish(void *ctx, struct annotation *annotation)
{
	struct annotation_job *job = ctx;

	annotation_free(atomic_exchange(&job->newest, annotation));
	watcher_wake(job->counting.worker.watcher);
}

static int count(void *ctx, bool again, struct err *err)
{
	struct annotation_job *job = ctx;
	struct annotation *made;
	int rc = annotation_make(&made, job->counting.recording, &job->options, err);

	/* Do not replace an annotation on the screen by an early one with fewer samples. */
	job->options.early = NULL;
	(void)again;
	if (rc)
		return rc;
	publish(job, made);
	return 0;
}

struct annotation_job *annotation_job_start(struct recording *recording,
					    const struct annotation_options *options,
					    struct watcher *watcher)
{
	struct annotation_job *job = mem_zalloc(sizeof(*job));

	job->symbol = mem_strdup(options->symbol);
	job->where = mem_strdup(options->where);
	job->options = (struct annotation_options){
		.symbol = job->symbol,
		.symbol_len = strlen(job->symbol),
		.where = job->where,
		.stop = &job->counting.worker.stop,
		.worker = &job->counting.worker,
		.done = &job->counting.rows,
		.chains = options->chains,
		.early = publish,
		.ctx = job,
	};
	if (options->place) {
		job->place = *options->place;
		job->options.place = &job->place;
	}
	job->counting.lasting = true;
	counting_start(&job->counting, recording, VALUE_AT_END, count, job, watcher);
	return job;
}

void annotation_job_cancel(struct annotation_job *job)
{
	counting_cancel(&job->counting);
}

void annotation_job_free(struct annotation_job *job)
{
	if (!job)
		return;
	annotation_job_cancel(job);
	annotation_free(job->newest);
	free(job->symbol);
	free(job->where);
	free(job);
}

const struct counting *annotation_job_counting(const struct annotation_job *job)
{
	return &job->counting;
}

enum counting_state annotation_job_state(const struct annotation_job *job)
{
	return counting_state(&job->counting, atomic_load(&job->newest));
}

struct annotation *annotation_job_take(struct annotation_job *job)
{
	return atomic_exchange(&job->newest, NULL);
}
