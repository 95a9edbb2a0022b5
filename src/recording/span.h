/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_SPAN_H
#define RECORDING_SPAN_H

#include "recording/recording.h"

/* The first and the last time of a recording, in ns of its clock, without times of 0. */
struct span {
	bool has; /* a time exists */
	uint64_t first, last;
	/*
	 * The base of percentages: the times of the first and last sample, if the recording has
	 * them.
	 */
	uint64_t sample_first, sample_last;
	bool has_wall; /* a part has a time of day */
	uint64_t wall; /* of the first such part: added to a time, modulo 2^64, the result is ns
		        * since 1970 */
	uint64_t wall_first, wall_last; /* the first and last time of all such parts, in ns since
					 * 1970 */
};

/* Compute the span from the index so far. */
void span_of(const struct recording *recording, struct span *span);

/*
 * Set *wall to the number that converts a file's recorded times to ns since 1970 when it is added
 * modulo 2^64. Returns false if the number is unknown or belongs to another clock than that of the
 * samples.
 */
bool span_clock(const struct perf_file *file, uint64_t *wall);

/* The same for the times of a part of a recording, which may be shifted. */
bool span_wall(const struct recording *recording, size_t part, uint64_t *wall);

#endif
