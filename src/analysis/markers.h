/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_MARKERS_H
#define ANALYSIS_MARKERS_H

#include "query/job.h"

/*
 * The records that pass a filter, by thread and time, found in the background: markers in a view of
 * threads over time. The intervals of time are those of a thread_timeline with the same range.
 * Functions are for one thread.
 */
struct markers;

struct markers_options {
	struct filter *filter;	 /* taken over */
	uint64_t lo, hi;	 /* ns, hi included, lo > 0 */
	struct watcher *watcher; /* woken when there are new results; NULL: none */
};

/* Start. The recording must outlive the markers. */
struct markers *markers_start(struct recording *recording, const struct markers_options *options);
void markers_free(struct markers *markers);

/* The background job. If it is cancelled, the results stay. */
struct job *markers_job(struct markers *markers);

/* Are there more intervals with markers than are kept? */
bool markers_cut(struct markers *markers);

struct markers_found {
	uint64_t n;
	/* If n > 0: the earliest one, and the number of its event, or EVENT_NONE. */
	uint64_t row, time;
	int event;
};

/*
 * The markers of a thread (thread_timeline_id()), or of all threads of a process, in the intervals
 * from `first` to before `end`.
 */
struct markers_found markers_of_thread(struct markers *markers, uint64_t id, size_t first,
				       size_t end);
struct markers_found markers_of_process(struct markers *markers, uint32_t pid, size_t first,
					size_t end);

#endif
