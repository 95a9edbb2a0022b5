/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_THREAD_WAITS_H
#define ANALYSIS_THREAD_WAITS_H

#include "analysis/thread_store.h"

/*
 * The waits of a timeline's threads: from when a thread leaves its CPU until it is on one again, or
 * ends. A wakeup in between divides a wait: from then on, the thread is ready to run. Calls come in
 * time order, in the job's thread. `thread` may be ONCPU_NOBODY, for which nothing is done.
 */

/* The thread leaves its CPU with this record. */
void thread_waits_begin(struct thread_store *store, uint32_t thread, const struct row_info *info,
			enum thread_timeline_wait reason);

/*
 * Is the record a late sample of a thread that has left its CPU (spans/spanthreads.h)? Then it does
 * not end the wait.
 */
bool thread_waits_is_late(const struct thread_store *store, uint32_t thread,
			  const struct row_info *info);

/* After a time on a CPU, it is unknown where the thread is. The record has this ordinal. */
void thread_waits_begin_lost(struct kept_thread *kept, uint64_t time, uint64_t ordinal);

/*
 * A record wakes the thread, which is on no CPU. Only the first wakeup of a wait counts; a thread
 * that was preempted needs none.
 */
void thread_waits_wake(struct thread_store *store, uint32_t thread, const struct row_info *info);

/*
 * A switch shows that the thread starts to run. lost: time of the last record that others are
 * missing; where they are, the thread may have been on the CPU earlier.
 */
void thread_waits_arrive(const struct thread_store *store, uint32_t thread, uint64_t time,
			 uint64_t lost);

/* The wait ends at this time. `never`: there are no more records, and the thread did not run. */
void thread_waits_end(struct thread_store *store, struct kept_thread *kept, uint64_t until,
		      bool never);

/*
 * The same, but the switch that ends the wait is missing: a record shows that the thread is on a
 * CPU at this time.
 */
void thread_waits_end_lost(struct thread_store *store, struct kept_thread *kept, uint64_t until,
			   uint64_t ordinal);

#endif
