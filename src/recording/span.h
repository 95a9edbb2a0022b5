/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_SPAN_H
#define RECORDING_SPAN_H

#include "recording/recording.h"

/* From when to when a recording goes, in ns of its clock; times of 0 do not count. */
struct span {
	bool has; /* there is a time at all */
	uint64_t first, last;
	/* What percentages are of: the samples, where the recording tells when they are. */
	uint64_t sample_first, sample_last;
	bool has_wall; /* a part tells the time of day */
	uint64_t wall; /* of the first one: to add to a time, modulo 2^64, for ns since 1970 */
	uint64_t wall_first, wall_last; /* from when to when, in ns since 1970, of all that do */
};

/* Of what the index knows by now. */
void span_of(const struct recording *recording, struct span *span);

/*
 * What to add to a file's times, as recorded, modulo 2^64, for ns since 1970. False: that is not
 * known, or of another clock than that of its samples.
 */
bool span_clock(const struct perf_file *file, uint64_t *wall);

/*
 * What to add to a part's times, modulo 2^64, for ns since 1970. False: that is not known, or of
 * another clock than that of its samples.
 */
bool span_wall(const struct recording *recording, size_t part, uint64_t *wall);

#endif
