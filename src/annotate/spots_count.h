/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANNOTATE_SPOTS_COUNT_H
#define ANNOTATE_SPOTS_COUNT_H

#include "annotate/spots.h"

/* The part of the samples that is counted. */
struct spots_part {
	uint64_t blocks; /* the first blocks of the recording; UINT64_MAX: all */
	bool user;	 /* only user space, because the kernel's symbols take long to read */
	/*
	 * NULL, or called with all samples but a few in the kernel, which are counted when the
	 * kernel's symbols have been read.
	 */
	void (*meanwhile)(void *arg, const struct spots *spots);
	void *arg;
	/*
	 * NULL, or other work that has to end, too. If several threads count, one of them first
	 * waits for this work, which then has a processor. If counting fails, the work is stopped.
	 */
	struct worker *first;
};

/*
 * Count the samples that pass a filter at each offset of all functions that have a given name, in
 * one pass over the recording on all processors. Fill in spots, which must be zeroed. Release it in
 * any case. ERR_PARSE: options->where is not a valid filter; ERR_STOPPED; ERR_STALE.
 */
int spots_count(struct spots *spots, struct recording *recording,
		const struct annotation_options *options, const struct spots_part *part,
		struct err *err);

#endif
