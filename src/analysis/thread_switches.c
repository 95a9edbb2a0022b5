/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/thread_switches.h"

#include <stdlib.h>

#include "analysis/thread_waits.h"
#include "base/counter.h"
#include "base/mem.h"
#include "query/row_cursor_time.h"
#include "wire/schema.h"

enum {
	/*
	 * The bits of prev_state that give the reason of a wait; a higher bit means that the task
	 * was preempted (TASK_REPORT_MAX, include/trace/events/sched.h).
	 */
	STATE_WAITS = 0xff,
	STATE_INTERRUPTIBLE = 1,
	STATE_UNINTERRUPTIBLE = 2
};

/* Choose the best available source. */
static enum thread_timeline_source find_source(const struct recording *recording,
					       const struct schedevents *events, bool *wakeups)
{
	enum thread_timeline_source found = THREAD_TIMELINE_SAMPLES;

	*wakeups = false;
	for (size_t part = 0; part < recording_parts_ready(recording); part++) {
		const struct index *index = recording_index(recording, part);

		for (uint64_t i = 0; i < index_kinds(index); i++) {
			const struct kind_entry *kind = &index_kind(index, i)->entry;
			enum schedevent is = schedevents_of(events, part, kind->event);

			if (record_is_switch(kind->type))
				found = THREAD_TIMELINE_SWITCHES;
			if (kind->type != RECORD_SAMPLE)
				continue;
			*wakeups |= is == SCHEDEVENT_WAKEUP;
			if (found == THREAD_TIMELINE_SAMPLES && is == SCHEDEVENT_SWITCH)
				found = THREAD_TIMELINE_TRACEPOINT;
		}
	}
	return found;
}

/* ---- times on a CPU ---- */

/* Add a time on a CPU to the columns. */
static void add_time(struct thread_store *store, uint32_t thread, uint32_t cpu, uint64_t from,
		     uint64_t until)
{
	struct kept_thread *kept = store->threads[thread];
	struct time_columns_part part;

	while (time_columns_next(&store->time, &from, until, &part)) {
		counter_add(&kept->on, part.ns);
		counter_add(&kept->cells[part.column].on, part.ns);
		if (!kept->per_cpu)
			cpu_timeline_add(&store->cpus, cpu, part.column, thread, part.ns);
	}
}

/* Add a time of a CPU for which switches are missing. */
static void add_unknown(struct thread_store *store, uint32_t cpu, uint64_t from, uint64_t until)
{
	struct time_columns_part part;

	while (time_columns_next(&store->time, &from, until, &part))
		cpu_timeline_add_unknown(&store->cpus, cpu, part.column, part.ns);
}

/* A thread was on a CPU. */
static void ran(void *arg, uint32_t thread, uint32_t cpu, uint64_t from, uint64_t until)
{
	struct thread_switches *s = arg;
	struct thread_store *store = s->store;
	struct kept_thread *kept = store->threads[thread];

	if (s->ran)
		s->ran(s->arg, thread, cpu, from, until);
	thread_store_note_time(store, thread, from);
	if (oncpu_came(s->oncpu, thread))
		thread_waits_end(store, kept, from, false);
	else
		thread_waits_end_lost(store, kept, from, s->ordinal);
	/* Its place is unknown now, unless this row is the switch with which it leaves the CPU. */
	if (!s->ended || until < thread_store_end_of(store, kept))
		thread_waits_begin_lost(kept, until, s->ordinal);
	add_time(store, thread, cpu, from, until);
}

/* ---- rows that pass ---- */

static enum thread_timeline_wait wait_of_state(uint64_t state)
{
	state &= STATE_WAITS;
	if (!state)
		return WAIT_CPU;
	return state & STATE_INTERRUPTIBLE     ? WAIT_EVENT
	       : state & STATE_UNINTERRUPTIBLE ? WAIT_UNINTERRUPTIBLE
					       : WAIT_OTHER;
}

static uint32_t cpu_of(const struct row_info *info)
{
	return info->has_cpu ? info->cpu : ONCPU_NO_CPU;
}

/*
 * Return the thread that a row is about. A thread that has exited has no number (its tid is -1)
 * until it leaves the CPU.
 */
static uint32_t teller_of(const struct thread_switches *s, const struct row_info *info)
{
	uint32_t thread = thread_store_find(s->store, info), on;
	const struct kept_thread *kept;

	if (info->tid != UINT32_MAX || !info->has_cpu)
		return thread;
	on = oncpu_on(s->oncpu, info->cpu);
	kept = thread_store_get(s->store, on);
	if (!kept || thread_store_is_shared(kept->tid))
		return thread;
	return kept->pid == info->pid || oncpu_exited(s->oncpu, on) ? on : thread;
}

static void note_switch(struct thread_switches *s, const struct row_info *info, uint32_t thread)
{
	if (info->misc & MISC_SWITCH_OUT) {
		oncpu_out(s->oncpu, thread, cpu_of(info), info->time);
		thread_waits_begin(s->store, thread, info,
				   info->misc & MISC_SWITCH_OUT_PREEMPT ? WAIT_CPU : WAIT_EVENT);
	} else {
		thread_waits_arrive(s->store, thread, info->time, s->lost);
		oncpu_in(s->oncpu, thread, cpu_of(info), info->time);
	}
}

static void note_sched_switch(struct thread_switches *s, const struct row_info *info,
			      uint32_t thread)
{
	struct oncpu_switch sw = { .thread = thread, .cpu = cpu_of(info), .time = info->time };
	struct schedevent_fields fields;
	uint64_t since = 0;
	bool first;

	if (!schedevents_read(s->events, s->reader, info, &fields))
		return;
	first = !oncpu_last_switch(s->oncpu, sw.cpu, &since);
	thread_store_note_number(s->store, info, thread, fields.prev);
	sw.prev = fields.prev;
	sw.next = fields.next;
	sw.next_thread = thread_store_of_number(s->store, info, sw.next);
	thread_waits_arrive(s->store, sw.next_thread, info->time, s->lost);
	if (!oncpu_switched(s->oncpu, &sw)) {
		add_unknown(s->store, sw.cpu, since, info->time);
		if (time_columns_have(&s->store->time, info->time))
			atomic_fetch_add(&s->missing, 1);
	} else if (first) {
		add_unknown(s->store, sw.cpu, 0, info->time);
	}
	thread_waits_begin(s->store, thread, info, wait_of_state(fields.state));
}

static void note_wakeup(struct thread_switches *s, const struct row_info *info)
{
	struct schedevent_fields fields;
	uint32_t thread;

	if (!schedevents_read(s->events, s->reader, info, &fields))
		return;
	thread = thread_store_of_number(s->store, info, fields.woken);
	if (thread != ONCPU_NOBODY && !oncpu_is_on(s->oncpu, thread))
		thread_waits_wake(s->store, thread, info);
}

static void note_loss(struct thread_switches *s, const struct row_info *info)
{
	s->lost = info->time;
	oncpu_lost(s->oncpu, cpu_of(info));
}

/* Process the beginning or the end of a thread. */
static void note_life(struct thread_switches *s, const struct row_info *info)
{
	uint32_t thread = thread_store_find(s->store, info);
	struct kept_thread *kept = thread_store_get(s->store, thread);

	if (info->type == RECORD_FORK)
		oncpu_fork(s->oncpu, thread);
	else
		oncpu_exit(s->oncpu, thread, info->time);
	/* A thread exits on a CPU. */
	if (kept && info->type == RECORD_EXIT && !oncpu_is_on(s->oncpu, thread))
		thread_waits_end_lost(s->store, kept, info->time, info->ordinal);
	if (kept)
		atomic_store(&kept->until, info->type == RECORD_FORK ? 0 : info->time);
}

void thread_switches_row(struct thread_switches *s, const struct row_info *info)
{
	int source = atomic_load(&s->source);
	uint32_t thread;
	bool is_switch = record_is_switch(info->type);
	enum schedevent is = info->type == RECORD_SAMPLE
				     ? schedevents_of(s->events, info->part, info->event)
				     : SCHEDEVENT_NONE;

	s->ordinal = info->ordinal;
	if (info->type == RECORD_LOST)
		note_loss(s, info);
	if (info->type == RECORD_FORK || info->type == RECORD_EXIT)
		note_life(s, info);
	if (!info->has_tid || !(is_switch || info->type == RECORD_SAMPLE))
		return;
	thread = teller_of(s, info);
	thread_store_note_time(s->store, thread, info->time);
	if (is_switch && source == THREAD_TIMELINE_SWITCHES)
		note_switch(s, info, thread);
	else if (source == THREAD_TIMELINE_TRACEPOINT && is == SCHEDEVENT_SWITCH)
		note_sched_switch(s, info, thread);
	else if (!thread_waits_is_late(s->store, thread, info))
		oncpu_seen(s->oncpu, thread, cpu_of(info), info->time);
	if (is == SCHEDEVENT_WAKEUP)
		note_wakeup(s, info);
}

/* ---- the pass ---- */

static void read_rows(struct thread_switches *s, struct row_cursor *cursor, struct watcher *watcher,
		      const _Atomic bool *stop)
{
	struct row_batch *batch = mem_alloc(sizeof(*batch));

	while (!atomic_load(stop) && cursor->next(cursor, batch)) {
		for (uint32_t i = 0; i < batch->n; i++) {
			struct row_info info;

			if (!reader_row(s->reader, batch->rows[i], &info, NULL) &&
			    row_has_time(&info))
				thread_switches_row(s, &info);
		}
		counter_add(&s->rows, batch->n);
		watcher_wake(watcher);
		watcher_pass(watcher, stop, NULL);
	}
	free(batch);
}

void thread_switches_end(struct thread_switches *s, uint64_t last)
{
	struct thread_store *store = s->store;

	s->ended = true;
	oncpu_end(s->oncpu, last);
	for (size_t i = 0; i < atomic_load(&store->n); i++) {
		uint64_t exit = counter_get(&store->threads[i]->until);

		thread_waits_end(store, store->threads[i], exit ? exit : last + 1, true);
	}
}

bool thread_switches_open(struct thread_switches *s, struct thread_store *store,
			  struct recording *recording)
{
	enum thread_timeline_source source;
	bool wakeups;

	s->store = store;
	s->events = schedevents_open(recording);
	s->oncpu = oncpu_open(ran, s);
	s->reader = reader_open(recording);
	source = find_source(recording, s->events, &wakeups);
	if (source == THREAD_TIMELINE_SAMPLES)
		return false;
	thread_store_forget_samples(store);
	atomic_store(&s->source, source);
	atomic_store(&s->wakeups, wakeups);
	return true;
}

void thread_switches_close(struct thread_switches *s)
{
	oncpu_close(s->oncpu);
	reader_close(s->reader);
	schedevents_close(s->events);
}

void thread_switches_read(struct thread_switches *s, struct thread_store *store,
			  struct recording *recording, struct watcher *watcher,
			  const _Atomic bool *stop)
{
	struct row_cursor *cursor = row_cursor_time(recording, 0, ROW_BATCH_MAX);
	struct span span;

	if (!cursor)
		return;
	if (thread_switches_open(s, store, recording)) {
		span_of(recording, &span);
		atomic_store(&store->end, span.last);
		read_rows(s, cursor, watcher, stop);
		if (!atomic_load(stop))
			thread_switches_end(s, span.last);
	}
	thread_switches_close(s);
	cursor->close(cursor);
}
