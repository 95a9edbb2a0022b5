/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_EVENT_COUNTS_H
#define ANALYSIS_EVENT_COUNTS_H

#include "query/job.h"

/*
 * The number of rows of each event of a part of the recording, counted in the background. Functions
 * are for one thread.
 */
struct event_counts;

struct event_count {
	uint64_t samples;
	uint64_t others; /* records of the event that are not samples */
};

struct event_counts *event_counts_start(struct recording *recording, size_t part,
					struct watcher *watcher);
void event_counts_free(struct event_counts *counts);

/* Return the counts so far; EVENT_NONE: rows without an event. */
struct event_count event_counts_event(struct event_counts *counts, int event);

/* The job that counts. If it is cancelled, the counts stay. */
struct job *event_counts_job(struct event_counts *counts);

#endif
