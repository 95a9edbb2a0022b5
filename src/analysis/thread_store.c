/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/thread_store.h"

#include <stdlib.h>

#include "analysis/oncpu.h"
#include "base/counter.h"
#include "base/mem.h"

void thread_store_init(struct thread_store *store, struct time_columns time, size_t most,
		       pthread_mutex_t *lock)
{
	store->time = time;
	store->cpus.columns = time.n;
	store->most = most;
	store->threads = mem_zalloc(most * sizeof(struct kept_thread *));
	store->lock = lock;
	atomic_store(&store->end, time.hi);
}

void thread_store_release(struct thread_store *store)
{
	for (size_t i = 0; i < atomic_load(&store->n); i++) {
		thread_wakeups_release(&store->threads[i]->wakeups);
		free(store->threads[i]);
	}
	free(store->threads);
	cpu_timeline_release(&store->cpus);
	map_release(&store->by_id);
	map_release(&store->by_number);
}

/* ---- which thread ---- */

/*
 * Idle tasks and threads outside of perf's pid namespace have 0, threads that have ended -1
 * (kernel/events/core.c).
 */
bool thread_store_is_shared(uint32_t tid)
{
	return !tid || tid == UINT32_MAX;
}

uint64_t thread_timeline_id(const struct row_info *info)
{
	return thread_store_is_shared(info->tid) && info->has_cpu ? row_cpu_key(info)
								  : row_thread_key(info);
}

uint32_t thread_store_find(const struct thread_store *store, const struct row_info *info)
{
	const uint32_t *found = info->has_tid ? map_get(&store->by_id, thread_timeline_id(info))
					      : NULL;

	return found ? *found : ONCPU_NOBODY;
}

struct kept_thread *thread_store_get(const struct thread_store *store, uint32_t thread)
{
	return thread == ONCPU_NOBODY ? NULL : store->threads[thread];
}

uint32_t thread_store_add(struct thread_store *store, const struct row_info *info)
{
	uint32_t thread = thread_store_find(store, info);
	size_t n = atomic_load(&store->n);
	struct kept_thread *kept;
	bool fresh;

	if (thread != ONCPU_NOBODY || !info->has_tid)
		return thread;
	if (n == store->most) {
		atomic_store(&store->cut, true);
		return ONCPU_NOBODY;
	}
	kept = mem_zalloc(sizeof(*kept) + store->time.n * sizeof(kept->cells[0]));
	kept->id = thread_timeline_id(info);
	kept->pid = info->pid;
	kept->tid = info->tid;
	kept->per_cpu = thread_store_is_shared(info->tid) && info->has_cpu;
	kept->cpu = info->cpu;
	*map_put(&store->by_id, kept->id, &fresh) = (uint32_t)n;
	if (!thread_store_is_shared(info->tid))
		*map_put(&store->by_number, info->tid, &fresh) = (uint32_t)n;
	store->threads[n] = kept;
	atomic_store_explicit(&store->n, n + 1, memory_order_release);
	return (uint32_t)n;
}

void thread_store_note_number(struct thread_store *store, const struct row_info *info,
			      uint32_t thread, uint64_t number)
{
	bool fresh;

	if (thread_store_is_shared(info->tid))
		return;
	if (info->tid != number && !store->translated) {
		store->translated = true;
		map_release(&store->by_number);
		store->by_number = (struct map){ 0 };
	}
	*map_put(&store->by_number, number, &fresh) = thread;
}

uint32_t thread_store_of_number(const struct thread_store *store, const struct row_info *info,
				uint64_t number)
{
	struct row_info idle = { .has_tid = true, .has_cpu = info->has_cpu, .cpu = info->cpu };
	const uint32_t *found = map_get(&store->by_number, number);

	if (!number)
		return thread_store_find(store, &idle);
	return found ? *found : ONCPU_NOBODY;
}

/* ---- times ---- */

void thread_store_note_time(struct thread_store *store, uint32_t thread, uint64_t time)
{
	struct kept_thread *kept = thread_store_get(store, thread);

	if (kept && (!counter_get(&kept->first) || time < counter_get(&kept->first)))
		atomic_store(&kept->first, time);
	if (kept && counter_get(&kept->until) && time > counter_get(&kept->until))
		atomic_store(&kept->until, time);
}

uint64_t thread_store_end_of(const struct thread_store *store, const struct kept_thread *kept)
{
	uint64_t until = counter_get(&kept->until);

	return until ? until : counter_get(&store->end);
}

uint64_t thread_store_shown(const struct thread_store *store, uint64_t first, uint64_t until)
{
	uint64_t from = first < store->time.lo ? store->time.lo : first,
		 end = until > store->time.hi ? store->time.hi + 1 : until;

	return first && end > from ? end - from : 0;
}

void thread_store_forget_samples(struct thread_store *store)
{
	for (size_t i = 0; i < atomic_load(&store->n); i++) {
		atomic_store(&store->threads[i]->on, 0);
		atomic_store(&store->threads[i]->first, 0);
		for (size_t k = 0; k < store->time.n; k++)
			atomic_store(&store->threads[i]->cells[k].on, 0);
	}
}
