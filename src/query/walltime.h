/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_WALLTIME_H
#define QUERY_WALLTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "recording/span.h"

/*
 * A time of day as people write it and screens show it: 2026-11-21, 2026-11-21 08:00,
 * 2026-11-21T08:00:48.5, 08:00:48.5. It is local time unless Z, UTC, +01:00 or +0100 follows.
 */
struct walltime {
	bool has_day;  /* else ns counts from midnight: it is a moment of any day */
	bool has_zone; /* zone: seconds east of UTC */
	int zone;
	uint64_t ns; /* since 1970, where there is a day */
};

bool walltime_parse(const char *text, size_t len, struct walltime *time);

/*
 * The bytes at the begin of text that are a time with hours, minutes and seconds, for an expression
 * in which it stands without quotes; 0: it begins with none.
 */
size_t walltime_length(const char *text, size_t len);

/*
 * In ns since 1970. Without a day, the first such moment between the first and the last time of the
 * span, else the one nearest to them. False: the span has no wall clock, or no times.
 */
bool walltime_find(const struct walltime *time, const struct span *span, uint64_t *ns);

#endif
