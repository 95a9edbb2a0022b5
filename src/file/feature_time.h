/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_FEATURE_TIME_H
#define FILE_FEATURE_TIME_H

#include "file/features.h"

/* CLOCK_DATA: one moment on the clock of the samples and on the wall clock. */
struct wall_clock {
	uint32_t clockid;
	uint64_t wall_ns; /* since 1970 */
	uint64_t clock_ns;
};

/* False: the section is missing or cannot be read. */
bool feature_wall_clock(const struct features *features, struct wall_clock *clock);
bool feature_sample_time(const struct features *features, uint64_t *first, uint64_t *last);

static inline uint64_t wall_clock_at(const struct wall_clock *clock, uint64_t ns)
{
	return clock->wall_ns + (ns - clock->clock_ns);
}

enum wall_form {
	WALL_ISO,  /* 2026-11-21T08:00:48.059652000Z */
	WALL_UTC,  /* 2026-11-21 08:00:48.059652000 UTC */
	WALL_LOCAL /* 2026-11-21 09:00:48.059652000 +0100, in the local time zone */
};
void wall_add(struct buf *buf, uint64_t ns, enum wall_form form);

#endif
