/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/thread_waits.h"

#include "analysis/oncpu.h"
#include "base/counter.h"
#include "spans/spanthreads.h"

/* ---- times in a wait ---- */

/* Add the part of a wait, which ends after `last`, in a column. `wait` is as in a cell. */
static void add_part(const struct thread_store *store, struct kept_thread *kept, uint64_t wait,
		     size_t column, uint64_t from, uint64_t last)
{
	struct thread_cell *cell = &kept->cells[column];
	uint64_t begin = time_columns_start(&store->time, column),
		 end = time_columns_start(&store->time, column + 1);
	enum thread_timeline_wait reason = thread_wait_reason(wait);

	begin = begin > from ? begin : from;
	end = end <= last ? end : last + 1;
	atomic_store_explicit(&cell->wait, wait, memory_order_relaxed);
	if (reason == WAIT_CPU)
		counter_add(&cell->ready, end - begin);
	else if (reason == WAIT_UNINTERRUPTIBLE)
		counter_add(&cell->stuck, end - begin);
	else if (reason == WAIT_LOST)
		counter_add(&cell->lost, end - begin);
}

/* Add a time off the CPU, or one in which it is unknown, to the total, at most up to its end. */
static void add_total(struct thread_store *store, struct kept_thread *kept, bool lost,
		      uint64_t from, uint64_t until)
{
	uint64_t end = thread_store_end_of(store, kept);
	uint64_t ns = thread_store_shown(store, from, until < end ? until : end);

	counter_add(lost ? &kept->lost : &kept->off, ns);
	if (lost && ns)
		atomic_store(&store->unknown, true);
}

static void add_parts(struct thread_store *store, struct kept_thread *kept, uint64_t wait,
		      uint64_t from, uint64_t until)
{
	const struct time_columns *time = &store->time;
	uint64_t first = from < time->lo ? time->lo : from;
	uint64_t last = until > time->hi ? time->hi : until - 1;

	if (from >= until || first > last)
		return;
	for (size_t i = time_columns_of(time, first); i <= time_columns_of(time, last); i++)
		add_part(store, kept, wait, i, first, last);
	add_total(store, kept, thread_wait_reason(wait) == WAIT_LOST, from, until);
}

/* Add a wait that lasts until now. After a wakeup, the thread is ready to run. */
static void add_wait(struct thread_store *store, struct kept_thread *kept, uint64_t until)
{
	const struct thread_wakeup *woken = &kept->pending.woken;
	uint64_t ready = woken->time > kept->pending.gone && woken->time < until ? woken->time
										 : until;

	if (kept->pending.gone) {
		add_parts(store, kept, kept->pending.wait, kept->pending.gone, ready);
		add_parts(store, kept, thread_wait_pack(WAIT_CPU, woken->ordinal), ready, until);
	}
	kept->pending.gone = 0;
}

/*
 * The switch that ends a wait is missing, and a record shows the thread on a CPU at `until`. After
 * its wakeup, its place is unknown.
 */
static void add_missed(struct thread_store *store, struct kept_thread *kept, uint64_t until,
		       uint64_t ordinal)
{
	uint64_t since = kept->pending.woken.time > kept->pending.gone ? kept->pending.woken.time
								       : kept->pending.gone;
	uint64_t lost = thread_wait_pack(WAIT_LOST, ordinal);

	if (thread_wait_reason(kept->pending.wait) == WAIT_LOST)
		lost = kept->pending.wait;
	if (kept->pending.gone) {
		add_parts(store, kept, kept->pending.wait, kept->pending.gone, since);
		add_parts(store, kept, lost, since, until);
	}
	kept->pending.gone = 0;
}

/* ---- wakeups ---- */

/* The thread has run after its wakeup, or never did: add the wakeup to its interval. */
static void add_wakeup(struct thread_store *store, struct kept_thread *kept, bool never)
{
	const struct thread_wakeup woken = kept->pending.woken;
	uint64_t came = woken.came;

	kept->pending.woken.time = 0;
	if (!woken.time || !time_columns_have(&store->time, woken.time))
		return;
	counter_add(&kept->woken_n, 1);
	if (never && !came)
		came = counter_get(&store->end);
	if (came && came - woken.time > counter_get(&kept->delay))
		atomic_store(&kept->delay, came - woken.time);
	pthread_mutex_lock(store->lock);
	if (!thread_wakeups_add(&kept->wakeups, time_columns_of(&store->time, woken.time), &woken,
				never, &store->wakeup_cells))
		atomic_store(&store->wakeups_cut, true);
	pthread_mutex_unlock(store->lock);
}

/* ---- what happens to a thread ---- */

void thread_waits_begin(struct thread_store *store, uint32_t thread, const struct row_info *info,
			enum thread_timeline_wait reason)
{
	struct kept_thread *kept = thread_store_get(store, thread);

	if (!kept)
		return;
	/* If it was on the CPU, that time has ended the wait before it. */
	add_missed(store, kept, info->time, info->ordinal);
	add_wakeup(store, kept, false);
	/* The idle task never waits. */
	kept->pending.gone = kept->per_cpu ? 0 : info->time;
	kept->pending.wait = thread_wait_pack(reason, info->ordinal);
	kept->pending.cpu = info->has_cpu ? info->cpu : ONCPU_NO_CPU;
	if (!time_columns_have(&store->time, info->time))
		return;
	counter_add(&kept->switches, 1);
	counter_add(&kept->preempted, reason == WAIT_CPU);
}

bool thread_waits_is_late(const struct thread_store *store, uint32_t thread,
			  const struct row_info *info)
{
	const struct kept_thread *kept = thread_store_get(store, thread);

	return kept && kept->pending.gone && thread_wait_reason(kept->pending.wait) != WAIT_LOST &&
	       spanthreads_is_late(&(struct spanthreads_wait){ .time = kept->pending.gone,
							       .cpu = kept->pending.cpu },
				   info->time, info->has_cpu ? info->cpu : ONCPU_NO_CPU);
}

void thread_waits_begin_lost(struct kept_thread *kept, uint64_t time, uint64_t ordinal)
{
	kept->pending.gone = time;
	kept->pending.wait = thread_wait_pack(WAIT_LOST, ordinal);
}

void thread_waits_wake(struct thread_store *store, uint32_t thread, const struct row_info *info)
{
	struct kept_thread *kept = thread_store_get(store, thread);

	if (!kept || kept->per_cpu || kept->pending.woken.time ||
	    (kept->pending.gone && thread_wait_reason(kept->pending.wait) == WAIT_CPU))
		return;
	kept->pending.woken = (struct thread_wakeup){ .time = info->time,
						      .row = info->row,
						      .ordinal = info->ordinal,
						      .waker = thread_store_find(store, info) };
}

void thread_waits_arrive(const struct thread_store *store, uint32_t thread, uint64_t time,
			 uint64_t lost)
{
	struct kept_thread *kept = thread_store_get(store, thread);

	if (kept && kept->pending.woken.time && !kept->pending.woken.came &&
	    lost <= kept->pending.woken.time)
		kept->pending.woken.came = time;
}

void thread_waits_end(struct thread_store *store, struct kept_thread *kept, uint64_t until,
		      bool never)
{
	add_wait(store, kept, until);
	add_wakeup(store, kept, never);
}

void thread_waits_end_lost(struct thread_store *store, struct kept_thread *kept, uint64_t until,
			   uint64_t ordinal)
{
	add_missed(store, kept, until, ordinal);
	add_wakeup(store, kept, false);
}
