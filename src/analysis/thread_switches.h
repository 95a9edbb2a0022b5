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
};

/*
 * Choose the best source of times on a CPU, and read it; the indexes of the recording must be
 * complete. If there is none, or the rows have no order, the store and the source stay as they are.
 * Otherwise the times replace the numbers of samples in the store. watcher: as in struct
 * thread_timeline_options. *stop ends the pass early.
 */
void thread_switches_read(struct thread_switches *switches, struct thread_store *store,
			  struct recording *recording, struct watcher *watcher,
			  const _Atomic bool *stop);

#endif
