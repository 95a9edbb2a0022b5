/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_THREAD_SWITCHES_H
#define ANALYSIS_THREAD_SWITCHES_H

#include "analysis/oncpu.h"
#include "analysis/schedevents.h"
#include "analysis/thread_store.h"

/*
 * The second pass of a timeline: over all rows in time order, for the times on a CPU, the waits and
 * the wakeups of its threads. A zeroed one has read nothing yet.
 */
struct thread_switches {
	_Atomic int source;	  /* enum thread_timeline_source */
	_Atomic bool wakeups;	  /* there are events of wakeups */
	_Atomic uint64_t rows;	  /* read so far */
	_Atomic uint64_t missing; /* number of missing switches */

	/* During the pass. */
	struct thread_store *store;
	struct oncpu *oncpu;
	struct schedevents *events;
	struct reader *reader;
	uint64_t ordinal; /* of the row */
	uint64_t lost;	  /* time of the last record that others are missing */
	bool ended;	  /* all rows are done */
	/* Called for each time that a thread was on a CPU; NULL: nothing is called. */
	oncpu_ran ran;
	void *arg;
};

/*
 * Choose the best source of times on a CPU. Returns false if there is none. Then pass all rows in
 * time order, whose threads the store has, and end at a time. The indexes of the recording must be
 * complete. Call thread_switches_close() in any case.
 */
bool thread_switches_open(struct thread_switches *switches, struct thread_store *store,
			  struct recording *recording);
void thread_switches_row(struct thread_switches *switches, const struct row_info *info);
void thread_switches_end(struct thread_switches *switches, uint64_t last);
void thread_switches_close(struct thread_switches *switches);

/*
 * Do the same for all rows of the recording. If there is no source, or the rows have no order, the
 * store and the source stay as they are. Otherwise the times replace the numbers of samples in the
 * store. watcher: as in struct thread_timeline_options. *stop ends the pass early.
 */
void thread_switches_read(struct thread_switches *switches, struct thread_store *store,
			  struct recording *recording, struct watcher *watcher,
			  const _Atomic bool *stop);

#endif
