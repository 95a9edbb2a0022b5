/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_PROFILE_JOB_H
#define OUT_PROFILE_JOB_H

#include <stdatomic.h>

#include "analysis/stacks.h"
#include "file/output.h"
#include "filter/filter.h"
#include "recording/reader.h"
#include "stack/stackplace.h"

/*
 * Files that are made from all selected samples together: profiles with stacks. Functions are
 * called by the thread that makes the file (out/export.h). A function that writes such a file
 * (out/formats.h) returns ERR_STOPPED if *stop becomes true.
 */
struct profile_job {
	struct recording *recording;
	struct filter *filter; /* NULL: all rows */
	struct filter *marked; /* rows that become markers in addition to samples; NULL: all rows */
	bool inlined;	       /* inlined functions are frames, too */
	struct output *output;
	const _Atomic bool *stop;
	void (*progress)(void *arg, double part);
	void *arg;
	uint64_t samples; /* number of samples in the file */
};

/*
 * Make the stacks of all samples, weighted by their periods. The caller frees them with
 * stacks_free(). The filter is taken over. events: not NULL: frames of different events are
 * different frames (analysis/stacks.h). places: not NULL: receives the places of frames, and frames
 * at different places are different frames.
 */
struct profile_places;
int profile_job_stacks(struct profile_job *job, const struct shown_events *events,
		       struct profile_places *places, struct stacks **stacks, struct err *err);

/* Call a function for each sample, in file order, with the node at which its stack ends. */
typedef int profile_job_sample_fn(void *arg, struct reader *reader, const struct row_info *info,
				  uint32_t node, struct err *err);
struct profile_job_stacks {
	struct stacktree *tree;
	stackplace_fn *place; /* NULL, or replaces the files of frames */
	void *place_arg;
};
int profile_job_each(struct profile_job *job, const struct profile_job_stacks *stacks,
		     profile_job_sample_fn *each, void *arg, struct err *err);

/* Call a function for each row that passes a filter (NULL: all rows), in file order. */
typedef int profile_job_row_fn(void *arg, struct reader *reader, const struct row_info *info,
			       struct err *err);
int profile_job_rows(struct profile_job *job, struct filter *filter, profile_job_row_fn *each,
		     void *arg, struct err *err);

#endif
