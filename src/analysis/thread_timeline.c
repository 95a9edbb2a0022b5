/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/thread_timeline.h"

#include <stdlib.h>

#include "analysis/thread_switches.h"
#include "base/counter.h"
#include "base/mem.h"
#include "filter/eval.h"
#include "wire/schema.h"

struct thread_timeline {
	struct job job;
	struct watcher *watcher;
	struct thread_store store;
	struct thread_switches switches;
};

/* ---- rows that pass ---- */

static void count_row(void *ctx, struct reader *reader, const struct row_info *info)
{
	struct thread_timeline *t = ctx;
	struct thread_store *store = &t->store;
	struct kept_thread *kept;
	uint32_t thread;
	size_t column;

	(void)reader;
	if (!row_has_time(info))
		return;
	thread = thread_store_add(store, info);
	if (thread == ONCPU_NOBODY)
		return;
	thread_store_note_time(store, thread, info->time);
	if (!time_columns_have(&store->time, info->time))
		return;
	kept = store->threads[thread];
	column = time_columns_of(&store->time, info->time);
	counter_add(&kept->records, 1);
	counter_add(&kept->cells[column].records, 1);
	if (info->type != RECORD_SAMPLE)
		return;
	counter_add(&kept->on, 1);
	counter_add(&kept->cells[column].on, 1);
}

static bool examine_block(void *ctx, const struct job_block *at)
{
	return job_each_row(at, count_row, ctx);
}

/* ---- the job ---- */

/* Second pass, after all rows were counted. */
static void read_switches(void *ctx, const _Atomic bool *stop)
{
	struct thread_timeline *t = ctx;

	thread_switches_read(&t->switches, &t->store, t->job.recording, t->watcher, stop);
}

static const struct job_ops job_ops = {
	.examine = examine_block,
	.then = read_switches,
};

struct thread_timeline *thread_timeline_start(struct recording *recording,
					      const struct thread_timeline_options *options)
{
	struct thread_timeline *t = mem_zalloc(sizeof(*t));

	t->job.recording = recording;
	t->job.filter = options->filter;
	thread_store_init(&t->store,
			  time_columns(options->lo, options->hi, THREAD_TIMELINE_COLUMNS),
			  THREAD_TIMELINE_THREADS, &t->job.lock);
	t->watcher = options->watcher;
	job_start(&t->job, &job_ops, t, options->watcher);
	return t;
}

struct job *thread_timeline_job(struct thread_timeline *t)
{
	return &t->job;
}

void thread_timeline_free(struct thread_timeline *t)
{
	if (!t)
		return;
	job_end(&t->job);
	thread_store_release(&t->store);
	free(t);
}

/* ---- what was found ---- */

void thread_timeline_progress(const struct thread_timeline *t, struct worker_progress *progress)
{
	job_progress(&t->job, progress);
	if (thread_timeline_source(t) == THREAD_TIMELINE_SAMPLES)
		return;
	progress->rows_done += counter_get(&t->switches.rows);
	progress->rows_total *= 2;
}

enum thread_timeline_source thread_timeline_source(const struct thread_timeline *t)
{
	return (enum thread_timeline_source)atomic_load(&t->switches.source);
}

uint64_t thread_timeline_missing(const struct thread_timeline *t)
{
	return atomic_load(&t->switches.missing);
}

bool thread_timeline_unknown(const struct thread_timeline *t)
{
	return atomic_load(&t->store.unknown);
}

bool thread_timeline_wakeups_cut(const struct thread_timeline *t)
{
	return atomic_load(&t->store.wakeups_cut);
}

bool thread_timeline_has_wakeups(const struct thread_timeline *t)
{
	return atomic_load(&t->switches.wakeups);
}

bool thread_timeline_cut(const struct thread_timeline *t)
{
	return atomic_load(&t->store.cut);
}

size_t thread_timeline_threads(const struct thread_timeline *t)
{
	return atomic_load_explicit(&t->store.n, memory_order_acquire);
}

void thread_timeline_thread(const struct thread_timeline *t, size_t i,
			    struct thread_timeline_thread *thread)
{
	const struct kept_thread *kept = t->store.threads[i];
	uint64_t all, used;

	*thread = (struct thread_timeline_thread){
		.id = kept->id,
		.pid = kept->pid,
		.tid = kept->tid,
		.per_cpu = kept->per_cpu,
		.cpu = kept->cpu,
		.records = counter_get(&kept->records),
		.on = counter_get(&kept->on),
		.off = counter_get(&kept->off),
		.first = counter_get(&kept->first),
		.until = thread_store_end_of(&t->store, kept),
		.switches = counter_get(&kept->switches),
		.preempted = counter_get(&kept->preempted),
		.woken = counter_get(&kept->woken_n),
		.delay = counter_get(&kept->delay),
	};
	all = thread_store_shown(&t->store, thread->first, thread->until);
	if (thread_timeline_source(t) == THREAD_TIMELINE_SAMPLES)
		return;
	/* The idle task does not wait: it is off a CPU while other threads run there. */
	used = thread->on + counter_get(&kept->lost);
	if (kept->per_cpu && all > used)
		thread->off = all - used;
	used = thread->on + thread->off;
	if (all > used)
		thread->unknown = all - used;
}

uint64_t thread_timeline_time(const struct thread_timeline *t, size_t i)
{
	return time_columns_start(&t->store.time, i);
}

size_t thread_timeline_columns(const struct thread_timeline *t)
{
	return t->store.time.n;
}

struct thread_timeline_cell thread_timeline_cell(const struct thread_timeline *t, size_t thread,
						 size_t first, size_t end)
{
	const struct kept_thread *kept = t->store.threads[thread];
	struct thread_timeline_cell cell = { 0 };

	for (size_t i = first; i < end && i < t->store.time.n; i++) {
		uint64_t wait = counter_get(&kept->cells[i].wait);

		cell.on += counter_get(&kept->cells[i].on);
		cell.records += counter_get(&kept->cells[i].records);
		cell.ready += counter_get(&kept->cells[i].ready);
		cell.stuck += counter_get(&kept->cells[i].stuck);
		cell.lost += counter_get(&kept->cells[i].lost);
		if (!wait)
			continue;
		cell.wait = thread_wait_reason(wait);
		cell.gone = thread_wait_ordinal(wait);
	}
	if (cell.on)
		cell.wait = WAIT_NONE;
	return cell;
}

struct thread_timeline_wakeups thread_timeline_wakeups(struct thread_timeline *t, size_t thread,
						       size_t first, size_t end)
{
	struct thread_timeline_wakeups found;

	pthread_mutex_lock(&t->job.lock);
	found = thread_wakeups_find(&t->store.threads[thread]->wakeups, first, end);
	pthread_mutex_unlock(&t->job.lock);
	return found;
}

const struct cpu_timeline *thread_timeline_cpus(const struct thread_timeline *t)
{
	return &t->store.cpus;
}
