/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FIELD_WALLTIME_H
#define FIELD_WALLTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "recording/span.h"

/*
 * A time of day as people type it and screens show it: 2026-11-21, 2026-11-21 08:00,
 * 2026-11-21T08:00:48.5, 08:00:48.5. It is local time unless Z, UTC, +01:00 or +0100 follows.
 */
struct walltime {
	bool has_day;  /* false: ns counts from midnight of any day */
	bool has_zone; /* zone is set: seconds east of UTC */
	int zone;
	uint64_t ns; /* since 1970 if there is a day */
};

/* False: the text is no time of day. */
bool walltime_parse(const char *text, size_t len, struct walltime *time);

/*
 * The length of the time at the beginning of text that has hours, minutes and seconds, and so needs
 * no quotes in an expression; 0: there is none.
 */
size_t walltime_length(const char *text, size_t len);

/*
 * Set *ns to the time in ns since 1970. A time without a day is the first such time between the
 * first and the last time of the span, or else the one nearest to them. Returns false if the span
 * has no wall clock or no times.
 */
bool walltime_find(const struct walltime *time, const struct span *span, uint64_t *ns);

#endif
