/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SLICE_SLICE_H
#define SLICE_SLICE_H

#include <stdatomic.h>

#include "file/output.h"
#include "filter/filter.h"
#include "recording/recording.h"

/*
 * A smaller recording: the records that a filter selects, those of state that they
 * need (slice/state_deps.h), and what a recording has once. Records stay as they are and in
 * the order of the file; what was compressed is written as it was before.
 */
struct slice_options {
	const char *spool_dir;			  /* for what does not go into memory */
	bool scrub;				  /* remove what slice/scrub.h removes */
	bool pipe;				  /* a pipe stream, as perf record -o - writes it */
	void (*progress)(void *arg, double part); /* called now and then with the part of the
						   * work that is done */
	void *arg;
	const _Atomic bool *stop; /* when it becomes true, end with ERR_STOPPED; NULL: never */
};

struct slice_counts {
	uint64_t selected, state, other; /* records that were written, and why */
	uint64_t damaged;		 /* selected stretches that are not records; left out */
	uint64_t cut;			 /* records whose trace data are cut, left out */
	uint64_t unknown;  /* records that may have what is to be scrubbed, left out */
	VEC(char *) notes; /* other differences from the recording, one line each, escaped */
	const char *hint;  /* what perf shows differently although nothing is wrong; NULL:
			    * nothing */
};

/*
 * Write the slice; the output is to be finished by the caller. A NULL filter selects all
 * records. The index is complete. ERR_IO, ERR_STALE for a damaged index, or ERR_STOPPED. The
 * recording is of one file.
 */
int slice_write(struct recording *recording, const struct filter *filter, struct output *output,
		const struct slice_options *options, struct slice_counts *counts, struct err *err);

void slice_counts_release(struct slice_counts *counts);

#endif
