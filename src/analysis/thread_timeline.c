/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/thread_timeline.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/schedevents.h"
#include "analysis/time_columns.h"
#include "base/counter.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/vec.h"
#include "filter/eval.h"
#include "query/row_cursor_time.h"
#include "wire/schema.h"

enum {
	/*
	 * The bits of prev_state that give the reason of a wait; a higher bit means that the task
	 * was preempted (TASK_REPORT_MAX, include/trace/events/sched.h).
	 */
	STATE_WAITS = 0xff,
	STATE_INTERRUPTIBLE = 1,
	STATE_UNINTERRUPTIBLE = 2,
	WAIT_BITS = 3
};

struct part_cell {
	_Atomic uint64_t on, records;
	_Atomic uint64_t wait; /* enum thread_timeline_wait, with the ordinal in the upper bits */
	_Atomic uint64_t ready, stuck;
};

/* The wakeups of a thread in a stretch, and the one after which it waited longest for a CPU. */
struct wake_cell {
	uint64_t row : 48;
	uint64_t column : 16;
	uint32_t n;
	uint32_t delay; /* us + 1, as in delay_of() */
	uint32_t waker; /* the thread of the row, or ONCPU_NOBODY */
};

enum {
	WAKE_CELLS = 1 << 18, /* of all threads */
	DELAY_UNKNOWN = 0
};

#define DELAY_NEVER UINT32_MAX /* it did not run any more */
#define WAKE_ROWS ((1ull << 48) - 1)

/* A stored thread: the job's thread writes it, any thread reads it. */
struct strip {
	uint64_t id;
	uint32_t pid, tid, cpu;
	bool per_cpu;
	_Atomic uint64_t records, on, unknown, first, until, switches, preempted, woken_n, delay;
	/* For the job: */
	uint64_t gone, wait; /* when it left the CPU, or 0; as in a cell */
	uint64_t woken;	     /* the time of a wakeup after which it was on no CPU yet, or 0; */
	uint64_t woken_row, woken_ordinal;
	uint32_t waker; /* the thread of that row, or ONCPU_NOBODY */
	uint64_t came;	/* when it came to a CPU after that, or 0: unknown */
	/* Of the stretches with wakeups, in their order; guarded by the job's lock. */
	VEC(struct wake_cell) wakes;
	struct part_cell cells[]; /* time.n cells */
};

struct thread_timeline {
	struct job job;
	struct time_columns time;
	_Atomic uint64_t end; /* the last time of the recording; hi until it is known */
	struct watcher *watcher;
	_Atomic bool cut;
	_Atomic uint64_t missing; /* number of missing switches */
	_Atomic int source;	  /* enum thread_timeline_source */
	_Atomic uint64_t second;  /* rows read in the second pass, for switches */
	_Atomic bool wakeups;	  /* there are events of wakeups */
	_Atomic bool wakes_cut;	  /* some are not kept */
	_Atomic bool unknown;	  /* it is not always known whether a thread is on a CPU */
	_Atomic size_t n;
	struct strip *threads[THREAD_TIMELINE_THREADS];
	struct cpu_timeline cpus;

	/* For the job's thread. */
	struct map by_id;     /* index in threads by pid and tid, or CPU and tid */
	struct map by_number; /* the same by the kernel's number of a thread, */
	bool translated;      /* if that differs from its tid */
	struct oncpu *oncpu;  /* only in the pass for switches, as the members below */
	struct schedevents *events;
	struct reader *reader;
	size_t wakes;	  /* stretches of all threads with wakeups */
	uint64_t ordinal; /* of the row */
	uint64_t lost;	  /* time of the last record that others are missing */
	bool ended;	  /* all rows are done */
};

/* ---- threads ---- */

/*
 * Is the number shared by several threads? Idle tasks all have 0; threads of other namespaces and
 * ending threads have -1.
 */
static bool is_shared(uint32_t tid)
{
	return !tid || tid == UINT32_MAX;
}

uint64_t thread_timeline_id(const struct row_info *info)
{
	/* No thread has such a large number. */
	if (is_shared(info->tid) && info->has_cpu)
		return (info->tid ? 0xc0000000ull : 0x80000000ull) << 32 | info->cpu;
	return (uint64_t)info->tid << 32 | info->pid;
}

/* Return the index of a row's thread. ONCPU_NOBODY: it is not kept. */
static uint32_t thread_of(const struct thread_timeline *s, const struct row_info *info)
{
	const uint32_t *found = info->has_tid ? map_get(&s->by_id, thread_timeline_id(info)) : NULL;

	return found ? *found : ONCPU_NOBODY;
}

/* Return the index of a row's thread, and add the thread if it is new. */
static uint32_t add_thread(struct thread_timeline *s, const struct row_info *info)
{
	uint32_t thread = thread_of(s, info);
	size_t n = atomic_load(&s->n);
	struct strip *strip;
	bool fresh;

	if (thread != ONCPU_NOBODY || !info->has_tid)
		return thread;
	if (n == THREAD_TIMELINE_THREADS) {
		atomic_store(&s->cut, true);
		return ONCPU_NOBODY;
	}
	strip = mem_zalloc(sizeof(*strip) + s->time.n * sizeof(strip->cells[0]));
	strip->id = thread_timeline_id(info);
	strip->pid = info->pid;
	strip->tid = info->tid;
	strip->per_cpu = is_shared(info->tid) && info->has_cpu;
	strip->cpu = info->cpu;
	*map_put(&s->by_id, strip->id, &fresh) = (uint32_t)n;
	if (!is_shared(info->tid))
		*map_put(&s->by_number, info->tid, &fresh) = (uint32_t)n;
	s->threads[n] = strip;
	atomic_store_explicit(&s->n, n + 1, memory_order_release);
	return (uint32_t)n;
}

/* ---- times ---- */

static bool has_time(const struct row_info *info)
{
	return info->has_time && block_is_time(info->time);
}

uint64_t thread_timeline_time(const struct thread_timeline *s, size_t i)
{
	return time_columns_start(&s->time, i);
}

/* ---- rows that pass ---- */

/*
 * Note a record of the thread: facts about it begin with its first record, and it exists until its
 * last one.
 */
static void note_time(struct thread_timeline *s, uint32_t thread, uint64_t time)
{
	struct strip *strip = thread == ONCPU_NOBODY ? NULL : s->threads[thread];

	if (strip && (!counter_get(&strip->first) || time < counter_get(&strip->first)))
		atomic_store(&strip->first, time);
	if (strip && counter_get(&strip->until) && time > counter_get(&strip->until))
		atomic_store(&strip->until, time);
}

static void count_row(struct thread_timeline *s, const struct row_info *info)
{
	uint32_t thread = add_thread(s, info);
	struct strip *strip;
	size_t column;

	if (thread == ONCPU_NOBODY)
		return;
	note_time(s, thread, info->time);
	if (!time_columns_have(&s->time, info->time))
		return;
	strip = s->threads[thread];
	column = time_columns_of(&s->time, info->time);
	counter_add(&strip->records, 1);
	counter_add(&strip->cells[column].records, 1);
	if (info->type != RECORD_SAMPLE)
		return;
	counter_add(&strip->on, 1);
	counter_add(&strip->cells[column].on, 1);
}

static bool examine_block(void *ctx, const struct job_block *at)
{
	struct thread_timeline *s = ctx;
	struct block *block;
	struct rows rows;
	bool good;

	if (!job_rows(at, &rows, &block, &good))
		return good;
	if (block->bad)
		return false;
	for (uint32_t i = job_next(at, &rows, 0); i < BLOCK_ROWS; i = job_next(at, &rows, i + 1)) {
		struct row_info info;

		reader_row_in(at->reader, block, i, &info);
		if (has_time(&info))
			count_row(s, &info);
	}
	return true;
}

/* ---- switches ---- */

/* Choose the best available source; the indexes must be complete. */
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

			if (kind->type == RECORD_SWITCH || kind->type == RECORD_SWITCH_CPU_WIDE)
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

static enum thread_timeline_wait reason_of(uint64_t wait)
{
	return (enum thread_timeline_wait)(wait & ((1u << WAIT_BITS) - 1));
}

/* Add the part of a wait, which ends after last, in a column. wait is as in a cell. */
static void add_part(const struct thread_timeline *s, struct strip *strip, uint64_t wait,
		     size_t column, uint64_t from, uint64_t last)
{
	struct part_cell *cell = &strip->cells[column];
	uint64_t begin = thread_timeline_time(s, column), end = thread_timeline_time(s, column + 1);
	enum thread_timeline_wait reason = reason_of(wait);

	begin = begin > from ? begin : from;
	end = end <= last ? end : last + 1;
	atomic_store_explicit(&cell->wait, wait, memory_order_relaxed);
	if (reason == WAIT_CPU)
		counter_add(&cell->ready, end - begin);
	else if (reason == WAIT_UNINTERRUPTIBLE)
		counter_add(&cell->stuck, end - begin);
}

/* Return the part of the time from first to until that is in the range. */
static uint64_t shown_of(const struct thread_timeline *s, uint64_t first, uint64_t until)
{
	uint64_t from = first < s->time.lo ? s->time.lo : first,
		 end = until > s->time.hi ? s->time.hi + 1 : until;

	return first && end > from ? end - from : 0;
}

/* Add that it is unknown where the thread was; but not after its end. */
static void add_unknown(struct thread_timeline *s, struct strip *strip, uint64_t from,
			uint64_t until)
{
	uint64_t end = counter_get(&strip->until) ? counter_get(&strip->until)
						  : counter_get(&s->end);
	uint64_t ns = shown_of(s, from, until < end ? until : end);

	counter_add(&strip->unknown, ns);
	if (ns)
		atomic_store(&s->unknown, true);
}

static void add_parts(struct thread_timeline *s, struct strip *strip, uint64_t wait, uint64_t from,
		      uint64_t until)
{
	uint64_t first = from < s->time.lo ? s->time.lo : from;
	uint64_t last = until > s->time.hi ? s->time.hi : until - 1;

	if (from >= until || first > last)
		return;
	for (size_t i = time_columns_of(&s->time, first); i <= time_columns_of(&s->time, last); i++)
		add_part(s, strip, wait, i, first, last);
	if (reason_of(wait) == WAIT_LOST)
		add_unknown(s, strip, from, until);
}

/*
 * Add the wait of a thread that left its CPU and was on none until now. When it has been woken it
 * is ready to run.
 */
static void add_wait(struct thread_timeline *s, struct strip *strip, uint64_t until)
{
	uint64_t woken = strip->woken > strip->gone && strip->woken < until ? strip->woken : until;

	if (strip->gone) {
		add_parts(s, strip, strip->wait, strip->gone, woken);
		add_parts(s, strip, strip->woken_ordinal << WAIT_BITS | WAIT_CPU, woken, until);
	}
	strip->gone = 0;
}

/* ---- wakeups ---- */

static uint32_t delay_of(const struct strip *strip, bool never)
{
	uint64_t us = (strip->came - strip->woken) / 1000;

	if (!strip->came)
		return never ? DELAY_NEVER : DELAY_UNKNOWN;
	return us < DELAY_NEVER - 1 ? (uint32_t)us + 1 : DELAY_NEVER - 1;
}

/* Return the cell of the wakeups at a time, which is not before those of earlier calls. */
static struct wake_cell *wake_cell(struct thread_timeline *s, struct strip *strip, uint64_t time)
{
	uint16_t column = (uint16_t)time_columns_of(&s->time, time);
	size_t n = strip->wakes.n;

	if (n && strip->wakes.v[n - 1].column >= column)
		return &strip->wakes.v[n - 1];
	if (s->wakes == WAKE_CELLS) {
		atomic_store(&s->wakes_cut, true);
		return NULL;
	}
	s->wakes++;
	vec_push(&strip->wakes, (struct wake_cell){ .column = column });
	return &strip->wakes.v[n];
}

/* The thread has run after its wakeup, or never did: add the wakeup to its stretch. */
static void add_wakeup(struct thread_timeline *s, struct strip *strip, bool never)
{
	uint32_t delay = delay_of(strip, never);
	uint64_t time = strip->woken;
	struct wake_cell *cell;

	strip->woken = 0;
	if (!time || !time_columns_have(&s->time, time))
		return;
	counter_add(&strip->woken_n, 1);
	if (never && !strip->came)
		strip->came = counter_get(&s->end);
	if (strip->came && strip->came - time > counter_get(&strip->delay))
		atomic_store(&strip->delay, strip->came - time);
	pthread_mutex_lock(&s->job.lock);
	cell = wake_cell(s, strip, time);
	if (cell && (!cell->n || delay > cell->delay)) {
		cell->delay = delay;
		cell->row = strip->woken_row & WAKE_ROWS;
		cell->waker = strip->waker;
	}
	if (cell)
		cell->n++;
	pthread_mutex_unlock(&s->job.lock);
}

/* A switch tells that the thread comes to a CPU. */
static void note_arrival(const struct thread_timeline *s, uint32_t thread, uint64_t time)
{
	struct strip *strip = thread == ONCPU_NOBODY ? NULL : s->threads[thread];

	/* Where records are missing it may have been there before. */
	if (strip && strip->woken && !strip->came && s->lost <= strip->woken)
		strip->came = time;
}

/* Add a time on a CPU, limited to the range. */
static void ran(void *arg, uint32_t thread, uint32_t cpu, uint64_t from, uint64_t until)
{
	struct thread_timeline *s = arg;
	struct strip *strip = s->threads[thread];
	uint64_t end = until > s->time.hi ? s->time.hi + 1 : until;

	note_time(s, thread, from);
	add_wait(s, strip, from);
	add_wakeup(s, strip, false);
	/* Where it is now is unknown, unless this row is the switch with which it goes. */
	strip->gone = s->ended ? 0 : until;
	strip->wait = s->ordinal << WAIT_BITS | WAIT_LOST;
	if (from > s->time.hi || until <= s->time.lo)
		return;
	from = from < s->time.lo ? s->time.lo : from;
	counter_add(&strip->on, end - from);
	while (from < end) {
		size_t column = time_columns_of(&s->time, from);
		uint64_t next = thread_timeline_time(s, column + 1);

		next = next < end ? next : end;
		counter_add(&strip->cells[column].on, next - from);
		if (!strip->per_cpu)
			cpu_timeline_add(&s->cpus, cpu, column, thread, next - from);
		from = next;
	}
}

/* If a thread leaves a CPU but was on none, the switch with which it came is missing. */
static void add_missed(struct thread_timeline *s, struct strip *strip, const struct row_info *info)
{
	uint64_t since = strip->woken > strip->gone ? strip->woken : strip->gone;
	uint64_t lost = info->ordinal << WAIT_BITS | WAIT_LOST;

	if (reason_of(strip->wait) == WAIT_LOST)
		lost = strip->wait;
	if (strip->gone) {
		add_parts(s, strip, strip->wait, strip->gone, since);
		add_parts(s, strip, lost, since, info->time);
	}
	strip->gone = 0;
	add_wakeup(s, strip, false);
}

/* A thread leaves its CPU. ran() was called, if it was there. */
static void count_out(struct thread_timeline *s, uint32_t thread, const struct row_info *info,
		      enum thread_timeline_wait wait)
{
	struct strip *strip = thread == ONCPU_NOBODY ? NULL : s->threads[thread];

	if (!strip)
		return;
	add_missed(s, strip, info);
	/* The idle task never waits. */
	strip->gone = strip->per_cpu ? 0 : info->time;
	strip->wait = info->ordinal << WAIT_BITS | wait;
	if (!time_columns_have(&s->time, info->time))
		return;
	counter_add(&strip->switches, 1);
	counter_add(&strip->preempted, wait == WAIT_CPU);
}

static enum thread_timeline_wait wait_of_state(uint64_t state)
{
	state &= STATE_WAITS;
	if (!state)
		return WAIT_CPU;
	return state & STATE_INTERRUPTIBLE     ? WAIT_EVENT
	       : state & STATE_UNINTERRUPTIBLE ? WAIT_UNINTERRUPTIBLE
					       : WAIT_OTHER;
}

/*
 * Return the thread that a row is about. A thread that has exited has no number (its tid is -1)
 * until it leaves the CPU.
 */
static uint32_t teller_of(const struct thread_timeline *s, const struct row_info *info)
{
	uint32_t thread = thread_of(s, info), on;

	if (info->tid != UINT32_MAX || !info->has_cpu)
		return thread;
	on = oncpu_on(s->oncpu, info->cpu);
	if (on == ONCPU_NOBODY || is_shared(s->threads[on]->tid))
		return thread;
	return s->threads[on]->pid == info->pid || oncpu_exited(s->oncpu, on) ? on : thread;
}

static void take_switch(struct thread_timeline *s, const struct row_info *info, uint32_t thread)
{
	uint32_t cpu = info->has_cpu ? info->cpu : ONCPU_NO_CPU;

	if (info->misc & MISC_SWITCH_OUT) {
		oncpu_out(s->oncpu, thread, cpu, info->time);
		count_out(s, thread, info,
			  info->misc & MISC_SWITCH_OUT_PREEMPT ? WAIT_CPU : WAIT_EVENT);
	} else {
		note_arrival(s, thread, info->time);
		oncpu_in(s->oncpu, thread, cpu, info->time);
	}
}

/* Return the thread with a number in the kernel, if it is known. */
static uint32_t thread_of_number(const struct thread_timeline *s, const struct row_info *info,
				 uint64_t number)
{
	struct row_info idle = { .has_tid = true, .has_cpu = info->has_cpu, .cpu = info->cpu };
	const uint32_t *found = map_get(&s->by_number, number);

	if (!number)
		return thread_of(s, &idle);
	return found ? *found : ONCPU_NOBODY;
}

/*
 * Note the kernel's number of a thread that leaves the CPU. In a recording of a namespace, it
 * differs from the number in the thread's records; the kernel's numbers are known after the threads
 * have left once.
 */
static void take_number(struct thread_timeline *s, const struct row_info *info, uint32_t thread,
			uint64_t number)
{
	bool fresh;

	if (is_shared(info->tid))
		return;
	if (info->tid != number && !s->translated) {
		s->translated = true;
		map_release(&s->by_number);
		s->by_number = (struct map){ 0 };
	}
	*map_put(&s->by_number, number, &fresh) = thread;
}

static void take_sched_switch(struct thread_timeline *s, const struct row_info *info,
			      uint32_t thread)
{
	struct oncpu_switch sw = { .thread = thread, .time = info->time };
	struct schedevent_fields fields;

	if (!schedevents_read(s->events, s->reader, info, &fields))
		return;
	take_number(s, info, thread, fields.prev);
	sw.cpu = info->has_cpu ? info->cpu : ONCPU_NO_CPU;
	sw.prev = fields.prev;
	sw.next = fields.next;
	sw.next_thread = thread_of_number(s, info, sw.next);
	note_arrival(s, sw.next_thread, info->time);
	if (!oncpu_switched(s->oncpu, &sw) && time_columns_have(&s->time, info->time))
		atomic_fetch_add(&s->missing, 1);
	count_out(s, thread, info, wait_of_state(fields.state));
}

/* Note the first wakeup of a thread that waits. One that was preempted needs none. */
static void take_wakeup(struct thread_timeline *s, const struct row_info *info)
{
	struct schedevent_fields fields;
	uint32_t thread;
	struct strip *strip;

	if (!schedevents_read(s->events, s->reader, info, &fields))
		return;
	thread = thread_of_number(s, info, fields.woken);
	strip = thread == ONCPU_NOBODY ? NULL : s->threads[thread];
	if (!strip || strip->per_cpu || strip->woken || oncpu_is_on(s->oncpu, thread) ||
	    (strip->gone && reason_of(strip->wait) == WAIT_CPU))
		return;
	strip->woken = info->time;
	strip->woken_row = info->row;
	strip->waker = thread_of(s, info);
	strip->woken_ordinal = info->ordinal;
	strip->came = 0;
}

static void take_loss(struct thread_timeline *s, const struct row_info *info)
{
	s->lost = info->time;
	oncpu_lost(s->oncpu, info->has_cpu ? info->cpu : ONCPU_NO_CPU);
}

/* Process the beginning or the end of a thread. */
static void take_life(struct thread_timeline *s, const struct row_info *info)
{
	uint32_t thread = thread_of(s, info);

	if (info->type == RECORD_FORK)
		oncpu_fork(s->oncpu, thread);
	else
		oncpu_exit(s->oncpu, thread, info->time);
	if (thread != ONCPU_NOBODY)
		atomic_store(&s->threads[thread]->until,
			     info->type == RECORD_FORK ? 0 : info->time);
}

/* Process a row. Rows come in time order. */
static void take_row(struct thread_timeline *s, const struct row_info *info)
{
	enum thread_timeline_source source = atomic_load(&s->source);
	uint32_t cpu = info->has_cpu ? info->cpu : ONCPU_NO_CPU;
	uint32_t thread;
	bool is_switch = info->type == RECORD_SWITCH || info->type == RECORD_SWITCH_CPU_WIDE;
	enum schedevent is = info->type == RECORD_SAMPLE
				     ? schedevents_of(s->events, info->part, info->event)
				     : SCHEDEVENT_NONE;

	s->ordinal = info->ordinal;
	if (info->type == RECORD_LOST)
		take_loss(s, info);
	if (info->type == RECORD_FORK || info->type == RECORD_EXIT)
		take_life(s, info);
	if (!info->has_tid || !(is_switch || info->type == RECORD_SAMPLE))
		return;
	thread = teller_of(s, info);
	note_time(s, thread, info->time);
	if (is_switch && source == THREAD_TIMELINE_SWITCHES)
		take_switch(s, info, thread);
	else if (source == THREAD_TIMELINE_TRACEPOINT && is == SCHEDEVENT_SWITCH)
		take_sched_switch(s, info, thread);
	else
		oncpu_seen(s->oncpu, thread, cpu, info->time);
	if (is == SCHEDEVENT_WAKEUP)
		take_wakeup(s, info);
}

static void take_rows(struct thread_timeline *s, struct row_cursor *cursor,
		      const _Atomic bool *stop)
{
	struct row_batch *batch = mem_alloc(sizeof(*batch));

	while (!atomic_load(stop) && cursor->next(cursor, batch)) {
		for (uint32_t i = 0; i < batch->n; i++) {
			struct row_info info;

			if (!reader_row(s->reader, batch->rows[i], &info, NULL) && has_time(&info))
				take_row(s, &info);
		}
		counter_add(&s->second, batch->n);
		watcher_wake(s->watcher);
		watcher_pass(s->watcher, stop, NULL);
	}
	free(batch);
}

/* Discard the results from samples. */
static void forget_samples(struct thread_timeline *s)
{
	for (size_t i = 0; i < atomic_load(&s->n); i++) {
		atomic_store(&s->threads[i]->on, 0);
		atomic_store(&s->threads[i]->first, 0);
		for (size_t k = 0; k < s->time.n; k++)
			atomic_store(&s->threads[i]->cells[k].on, 0);
	}
}

static void take_switches(struct thread_timeline *s, struct row_cursor *cursor,
			  const _Atomic bool *stop)
{
	struct span span;

	span_of(s->job.recording, &span);
	atomic_store(&s->end, span.last);
	s->oncpu = oncpu_open(ran, s);
	s->reader = reader_open(s->job.recording);
	take_rows(s, cursor, stop);
	if (!atomic_load(stop)) {
		s->ended = true;
		oncpu_end(s->oncpu, span.last);
		for (size_t i = 0; i < atomic_load(&s->n); i++) {
			add_wait(s, s->threads[i], span.last + 1);
			add_wakeup(s, s->threads[i], true);
		}
	}
	oncpu_close(s->oncpu);
	reader_close(s->reader);
}

/* Second pass, after all rows were counted: find the times on a CPU. */
static void look_at_switches(void *ctx, const _Atomic bool *stop)
{
	struct thread_timeline *s = ctx;
	enum thread_timeline_source source;
	struct row_cursor *cursor = NULL;
	bool wakeups;

	s->events = schedevents_open(s->job.recording);
	source = find_source(s->job.recording, s->events, &wakeups);
	if (source != THREAD_TIMELINE_SAMPLES)
		cursor = row_cursor_time(s->job.recording, 0, ROW_BATCH_MAX);
	if (cursor) {
		forget_samples(s);
		atomic_store(&s->source, source);
		atomic_store(&s->wakeups, wakeups);
		take_switches(s, cursor, stop);
		cursor->close(cursor);
	}
	schedevents_close(s->events);
}

/* ---- the job ---- */

static const struct job_ops job_ops = {
	.examine = examine_block,
	.then = look_at_switches,
};

struct thread_timeline *thread_timeline_start(struct recording *recording,
					      const struct thread_timeline_options *options)
{
	struct thread_timeline *s = mem_zalloc(sizeof(*s));

	s->job.recording = recording;
	s->job.filter = options->filter;
	s->time = time_columns(options->lo, options->hi, THREAD_TIMELINE_COLUMNS);
	s->cpus.columns = s->time.n;
	atomic_store(&s->end, s->time.hi);
	s->watcher = options->watcher;
	job_start(&s->job, &job_ops, s, options->watcher);
	return s;
}

struct job *thread_timeline_job(struct thread_timeline *s)
{
	return &s->job;
}

void thread_timeline_free(struct thread_timeline *s)
{
	if (!s)
		return;
	job_end(&s->job);
	for (size_t i = 0; i < atomic_load(&s->n); i++) {
		vec_release(&s->threads[i]->wakes);
		free(s->threads[i]);
	}
	cpu_timeline_release(&s->cpus);
	map_release(&s->by_id);
	map_release(&s->by_number);
	free(s);
}

/* ---- what was found ---- */

void thread_timeline_progress(const struct thread_timeline *s, struct job_progress *progress)
{
	job_progress(&s->job, progress);
	if (thread_timeline_source(s) == THREAD_TIMELINE_SAMPLES)
		return;
	progress->rows_done += counter_get(&s->second);
	progress->rows_total *= 2;
}

enum thread_timeline_source thread_timeline_source(const struct thread_timeline *s)
{
	return (enum thread_timeline_source)atomic_load(&s->source);
}

uint64_t thread_timeline_missing(const struct thread_timeline *s)
{
	return atomic_load(&s->missing);
}

bool thread_timeline_unknown(const struct thread_timeline *s)
{
	return atomic_load(&s->unknown);
}

bool thread_timeline_wakeups_cut(const struct thread_timeline *s)
{
	return atomic_load(&s->wakes_cut);
}

bool thread_timeline_has_wakeups(const struct thread_timeline *s)
{
	return atomic_load(&s->wakeups);
}

bool thread_timeline_cut(const struct thread_timeline *s)
{
	return atomic_load(&s->cut);
}

size_t thread_timeline_threads(const struct thread_timeline *s)
{
	return atomic_load_explicit(&s->n, memory_order_acquire);
}

void thread_timeline_thread(const struct thread_timeline *s, size_t i,
			    struct thread_timeline_thread *thread)
{
	const struct strip *strip = s->threads[i];
	uint64_t until = counter_get(&strip->until), known,
		 told = counter_get(&strip->on) + counter_get(&strip->unknown);

	*thread = (struct thread_timeline_thread){
		.id = strip->id,
		.pid = strip->pid,
		.tid = strip->tid,
		.per_cpu = strip->per_cpu,
		.cpu = strip->cpu,
		.records = counter_get(&strip->records),
		.on = counter_get(&strip->on),
		.first = counter_get(&strip->first),
		.until = until ? until : counter_get(&s->end),
		.switches = counter_get(&strip->switches),
		.preempted = counter_get(&strip->preempted),
		.woken = counter_get(&strip->woken_n),
		.delay = counter_get(&strip->delay) / 1000 * 1000,
	};
	known = shown_of(s, thread->first, thread->until);
	if (thread_timeline_source(s) != THREAD_TIMELINE_SAMPLES && known > told)
		thread->off = known - told;
}

size_t thread_timeline_columns(const struct thread_timeline *s)
{
	return s->time.n;
}

struct thread_timeline_cell thread_timeline_cell(const struct thread_timeline *s, size_t thread,
						 size_t first, size_t end)
{
	const struct strip *strip = s->threads[thread];
	struct thread_timeline_cell cell = { 0 };

	for (size_t i = first; i < end && i < s->time.n; i++) {
		uint64_t wait = counter_get(&strip->cells[i].wait);

		cell.on += counter_get(&strip->cells[i].on);
		cell.records += counter_get(&strip->cells[i].records);
		cell.ready += counter_get(&strip->cells[i].ready);
		cell.stuck += counter_get(&strip->cells[i].stuck);
		if (!wait)
			continue;
		cell.wait = reason_of(wait);
		cell.gone = wait >> WAIT_BITS;
	}
	if (cell.on)
		cell.wait = WAIT_NONE;
	return cell;
}

static struct thread_timeline_wakeups find_wakeups(const struct strip *strip, size_t first,
						   size_t end)
{
	struct thread_timeline_wakeups found = { .waker = SIZE_MAX };
	uint32_t longest = DELAY_UNKNOWN;

	for (size_t i = 0; i < strip->wakes.n; i++) {
		const struct wake_cell *cell = &strip->wakes.v[i];

		if (cell->column < first || cell->column >= end)
			continue;
		if (!found.n || cell->delay > longest) {
			longest = cell->delay;
			found.row = cell->row;
			found.waker = cell->waker == ONCPU_NOBODY ? SIZE_MAX : cell->waker;
		}
		found.n += cell->n;
	}
	found.ran = longest == DELAY_NEVER     ? THREAD_TIMELINE_NEVER
		    : longest == DELAY_UNKNOWN ? THREAD_TIMELINE_SOMETIME
					       : THREAD_TIMELINE_AFTER;
	if (found.ran == THREAD_TIMELINE_AFTER)
		found.delay = (uint64_t)(longest - 1) * 1000;
	return found;
}

struct thread_timeline_wakeups thread_timeline_wakeups(struct thread_timeline *s, size_t thread,
						       size_t first, size_t end)
{
	struct thread_timeline_wakeups found;

	pthread_mutex_lock(&s->job.lock);
	found = find_wakeups(s->threads[thread], first, end);
	pthread_mutex_unlock(&s->job.lock);
	return found;
}

const struct cpu_timeline *thread_timeline_cpus(const struct thread_timeline *s)
{
	return &s->cpus;
}
