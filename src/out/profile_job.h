/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_PROFILE_JOB_H
#define OUT_PROFILE_JOB_H

#include <stdatomic.h>

#include "analysis/stacks.h"
#include "file/output.h"
#include "filter/filter.h"
#include "recording/reader.h"

/*
 * Files that are made of all selected samples together: profiles with their stacks. Functions are
 * called in the thread that makes the file (out/export.h). Those that write one (out/formats.h)
 * return ERR_STOPPED where *stop became true.
 */
struct profile_job {
	struct recording *recording;
	struct filter *filter; /* NULL: all rows */
	struct filter *marked; /* rows that become markers next to the samples; NULL: all rows */
	bool inlined;	       /* functions that were inlined are frames, too */
	struct output *output;
	const _Atomic bool *stop;
	void (*progress)(void *arg, double part);
	void *arg;
	uint64_t samples; /* that are in the file */
};

/*
 * The stacks of all samples, weighed by their periods, to be given to stacks_free(). The filter is
 * taken. events: NULL, or those that frames tell apart (analysis/stacks.h). places: NULL, or what
 * gets the places of frames, which tell them apart then.
 */
struct profile_places;
int profile_job_stacks(struct profile_job *job, const struct shown_events *events,
		       struct profile_places *places, struct stacks **stacks, struct err *err);

/* Each sample in the order of the file, with the node of the tree at which its stack ends. */
typedef int profile_job_sample_fn(void *arg, struct reader *reader, const struct row_info *info,
				  uint32_t node, struct err *err);
int profile_job_each(struct profile_job *job, struct stacktree *tree, profile_job_sample_fn *each,
		     void *arg, struct err *err);

/* Each row that passes a filter (NULL: all rows), in the order of the file. */
typedef int profile_job_row_fn(void *arg, struct reader *reader, const struct row_info *info,
			       struct err *err);
int profile_job_rows(struct profile_job *job, struct filter *filter, profile_job_row_fn *each,
		     void *arg, struct err *err);

#endif
