/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_CENSUS_H
#define QUERY_CENSUS_H

#include "query/job.h"

/*
 * How many rows each event of a part of the recording has, counted in the background.
 * Functions are for one thread.
 */
struct census;

struct census_count {
	uint64_t samples;
	uint64_t others; /* records that belong to the event and are no samples */
};

struct census *census_start(struct recording *recording, size_t part, struct watcher *watcher);
void census_free(struct census *census);

/* What was counted so far; EVENT_NONE: rows of no event. */
struct census_count census_event(struct census *census, int event);

/* Stop counting; what was counted stays. */
void census_cancel(struct census *census);
void census_progress(const struct census *census, struct job_progress *progress);

#endif
