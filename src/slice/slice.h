/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SLICE_SLICE_H
#define SLICE_SLICE_H

#include <stdatomic.h>

#include "file/output.h"
#include "filter/filter.h"
#include "recording/recording.h"

/*
 * A smaller recording: the selected records, the state records that they need (slice/state_deps.h),
 * and records about the whole recording. Records are unchanged and in file order; compressed
 * records are written uncompressed.
 */
struct slice_options {
	const char *spool_dir;			  /* folder for large data */
	bool scrub;				  /* scrub the records (slice/scrub.h) */
	bool pipe;				  /* a pipe stream, as perf record -o - writes it */
	void (*progress)(void *arg, double part); /* receives the finished part of the work */
	void *arg;
	const _Atomic bool *stop; /* if it becomes true, end with ERR_STOPPED; NULL: never */
};

struct slice_counts {
	uint64_t selected, state, other; /* numbers of records by the reason for writing them */
	uint64_t damaged;		 /* selected damaged stretches, which are omitted */
	uint64_t cut;			 /* omitted records whose trace data are incomplete */
	uint64_t unknown;		 /* omitted records that may have data to be scrubbed */
	VEC(char *) notes; /* other differences from the recording, one line each, escaped */
	const char *hint;  /* a difference in perf's output that is not an error; NULL: none */
};

/*
 * Write the slice; the caller then finishes the output. filter NULL: select all records. The index
 * must be complete, and the recording a single file. Returns ERR_IO, ERR_STALE for a damaged index,
 * or ERR_STOPPED.
 */
int slice_write(struct recording *recording, const struct filter *filter, struct output *output,
		const struct slice_options *options, struct slice_counts *counts, struct err *err);

void slice_counts_release(struct slice_counts *counts);

#endif
