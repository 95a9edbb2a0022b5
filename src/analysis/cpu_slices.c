/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/cpu_slices.h"

#include <pthread.h>
#include <stdlib.h>

#include "analysis/thread_switches.h"
#include "base/mem.h"
#include "field/value.h"
#include "query/row_cursor_time.h"
#include "query/timelist.h"
#include "recording/span.h"
#include "wire/schema.h"

enum {
	/* Rows before and after the range that show which threads are on the CPUs at its ends. */
	ROWS_BEFORE = 1 << 14,
	ROWS_AFTER = 1 << 12,
	ROWS_MOST = ROWS_BEFORE + CPU_SLICES_ROWS + 1 + CPU_SLICES_ROWS + ROWS_AFTER,
	/* A longer time between two slices is no switch, whatever the first one says. */
	SWITCH_NS = 100000
};

/* A time on a CPU, with the thread's number in the store. */
struct stay {
	struct cpu_slice slice;
	uint32_t thread, cpu;
};

struct finding {
	pthread_mutex_t lock;
	struct thread_store store;
	struct thread_switches switches;
	uint32_t cpu;		/* ONCPU_NO_CPU: unknown, all are kept */
	VEC(struct stay) stays; /* on that CPU */
};

static bool is_wanted(const struct finding *f, uint32_t cpu)
{
	return f->cpu == ONCPU_NO_CPU || f->cpu == cpu;
}

static void add_stay(struct finding *f, uint32_t thread, uint32_t cpu, uint64_t from,
		     uint64_t until)
{
	const struct kept_thread *kept = f->store.threads[thread];

	*vec_add(&f->stays) = (struct stay){
		.slice = { .from = from,
			   .until = until,
			   .pid = kept->pid,
			   .tid = kept->tid,
			   .row = UINT64_MAX },
		.thread = thread,
		.cpu = cpu,
	};
}

static void ran(void *arg, uint32_t thread, uint32_t cpu, uint64_t from, uint64_t until)
{
	if (is_wanted(arg, cpu))
		add_stay(arg, thread, cpu, from, until);
}

/* Does a thread leave its CPU with the record? */
static bool is_out(const struct finding *f, const struct row_info *info)
{
	if (atomic_load(&f->switches.source) == THREAD_TIMELINE_SWITCHES)
		return record_is_switch(info->type) && info->misc & MISC_SWITCH_OUT;
	return info->type == RECORD_SAMPLE &&
	       schedevents_of(f->switches.events, info->part, info->event) == SCHEDEVENT_SWITCH;
}

/* Note the thread that comes next, if the record names it. */
static void note_next(const struct finding *f, const struct row_info *info, struct cpu_slice *slice)
{
	static const struct field wide = { .id = F_switch_next_tid };
	struct schedevent_fields fields;
	struct buf room = BUF_INIT;
	struct value value;

	if (info->type == RECORD_SAMPLE) {
		slice->has_next =
			schedevents_read(f->switches.events, f->switches.reader, info, &fields);
		if (slice->has_next)
			slice->next = (uint32_t)fields.next;
		return;
	}
	value = value_of_field(f->switches.reader, info, &wide, &room);
	slice->has_next = value.is == VALUE_NUMBER;
	slice->next = (uint32_t)value_bits(&value);
	buf_release(&room);
}

/*
 * A thread leaves with this record, which may have ended a stay from stays.v[n] on. If the record
 * with which it came is missing, only the moment is known.
 */
static void note_out(struct finding *f, const struct row_info *info, size_t n)
{
	uint32_t thread = thread_store_find(&f->store, info);
	const struct kept_thread *kept;

	while (n < f->stays.n &&
	       (f->stays.v[n].cpu != info->cpu || f->stays.v[n].slice.until != info->time))
		n++;
	if (n == f->stays.n)
		add_stay(f, thread, info->cpu, info->time, info->time);
	kept = f->store.threads[f->stays.v[n].thread];
	f->stays.v[n].slice.row = info->row;
	f->stays.v[n].slice.left = kept->per_cpu ? WAIT_NONE
						 : thread_wait_reason(kept->pending.wait);
	note_next(f, info, &f->stays.v[n].slice);
}

static void take_row(struct finding *f, const struct row_info *info)
{
	size_t n = f->stays.n;

	thread_store_add(&f->store, info);
	thread_switches_row(&f->switches, info);
	if (info->has_tid && info->has_cpu && is_wanted(f, info->cpu) && is_out(f, info))
		note_out(f, info, n);
}

/* ---- which rows ---- */

/* Positions in time order: from first to before end. */
struct stretch {
	uint64_t first, end;
};

/* Get the time at a position. If that row has none, take the next one in this direction. */
static uint64_t time_at(struct timelist *times, struct reader *reader, uint64_t position, int dir)
{
	struct row_info info = { 0 };

	for (; position < timelist_count(times); position += (uint64_t)(int64_t)dir)
		if (!reader_row(reader, timelist_row(times, position), &info, NULL) &&
		    row_has_time(&info))
			break;
	return info.time;
}

/* Choose the rows of the times, and clip the times. */
static struct stretch rows_of(struct timelist *times, struct reader *reader,
			      const struct row_info *row, struct cpu_slices *slices)
{
	uint64_t at = timelist_position(times, row->row);
	struct stretch rows;
	struct span span;

	span_of(reader_recording(reader), &span);
	slices->lo = slices->lo < span.first ? span.first : slices->lo;
	slices->hi = slices->hi > span.last ? span.last : slices->hi;
	rows.first = timelist_at_time(times, slices->lo);
	rows.first = rows.first < at ? rows.first : at;
	rows.end = timelist_at_time(times, slices->hi + 1);
	rows.end = rows.end > at ? rows.end : at + 1;
	if (rows.first + CPU_SLICES_ROWS < at) {
		rows.first = at - CPU_SLICES_ROWS;
		slices->lo = time_at(times, reader, rows.first, 1);
		slices->cut = true;
	}
	if (rows.end > at + 1 + CPU_SLICES_ROWS) {
		rows.end = at + 1 + CPU_SLICES_ROWS;
		slices->hi = time_at(times, reader, rows.end - 1, -1);
		slices->cut = true;
	}
	/* Rows in file order have times in any order. */
	slices->lo = slices->lo < row->time ? slices->lo : row->time;
	slices->hi = slices->hi > row->time ? slices->hi : row->time;
	return rows;
}

/* Read n rows. Recordings of different machines have CPUs and threads of their own. */
static void read_rows(struct finding *f, struct reader *reader, struct row_cursor *cursor,
		      uint64_t n, size_t part)
{
	bool separate = recording_separate(reader_recording(reader));
	struct row_batch *batch = mem_alloc(sizeof(*batch));
	uint64_t last = 0;

	while (n && cursor->next(cursor, batch)) {
		for (uint32_t i = 0; i < batch->n && n; i++, n--) {
			struct row_info info;

			if (reader_row(reader, batch->rows[i], &info, NULL) ||
			    !row_has_time(&info) || (separate && info.part != part))
				continue;
			take_row(f, &info);
			last = info.time;
		}
	}
	thread_switches_end(&f->switches, last);
	free(batch);
}

/* ---- of one CPU ---- */

/* The CPU on which the thread of a row was. */
static uint32_t cpu_of(const struct finding *f, const struct row_info *row)
{
	uint32_t thread = thread_store_find(&f->store, row);

	for (size_t i = 0; i < f->stays.n; i++) {
		const struct stay *s = &f->stays.v[i];

		if (s->thread == thread && s->slice.from <= row->time &&
		    row->time <= s->slice.until)
			return s->cpu;
	}
	return ONCPU_NO_CPU;
}

static int by_time(const void *a, const void *b)
{
	const struct cpu_slice *x = a, *y = b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return (x->until > y->until) - (x->until < y->until);
}

/* Is there nothing but the switch between two slices? SWITCH records have two times for it. */
static bool is_switch(const struct cpu_slice *before, const struct cpu_slice *next)
{
	return before->has_next && before->next == next->tid && next->from > before->until &&
	       next->from - before->until <= SWITCH_NS;
}

static void add_break(struct cpu_slices *slices, uint64_t from, uint64_t until)
{
	if (from < until)
		vec_push(&slices->list,
			 ((struct cpu_slice){ .from = from, .until = until, .is_break = true }));
}

/* Add the breaks of sorted slices, and of the ends of the range. */
static void add_breaks(struct cpu_slices *slices)
{
	size_t n = slices->list.n;
	uint64_t until = slices->lo;

	for (size_t i = 0; i < n; i++) {
		const struct cpu_slice slice = slices->list.v[i];

		if (!i || !is_switch(&slices->list.v[i - 1], &slice))
			add_break(slices, until, slice.from);
		until = slice.until > until ? slice.until : until;
	}
	add_break(slices, until, slices->hi);
	qsort(slices->list.v, slices->list.n, sizeof(*slices->list.v), by_time);
}

static void choose(struct cpu_slices *slices, const struct finding *f)
{
	for (size_t i = 0; i < f->stays.n; i++) {
		const struct stay *s = &f->stays.v[i];

		if (s->cpu == slices->cpu && s->slice.until >= slices->lo &&
		    s->slice.from <= slices->hi)
			vec_push(&slices->list, s->slice);
	}
	if (!slices->list.n)
		return;
	qsort(slices->list.v, slices->list.n, sizeof(*slices->list.v), by_time);
	add_breaks(slices);
}

/* Read the rows and find the slices in them. */
static enum cpu_slices_found find_slices(struct finding *f, struct timelist *times,
					 struct reader *reader, const struct row_info *row,
					 struct cpu_slices *slices)
{
	struct stretch rows = rows_of(times, reader, row, slices);
	uint64_t from = rows.first > ROWS_BEFORE ? rows.first - ROWS_BEFORE : 0;
	struct row_cursor *cursor = row_cursor_time(reader_recording(reader), from, ROW_BATCH_MAX);

	if (!cursor)
		return CPU_SLICES_NO_ORDER;
	read_rows(f, reader, cursor, rows.end + ROWS_AFTER - from, row->part);
	cursor->close(cursor);
	slices->cpu = f->cpu != ONCPU_NO_CPU ? f->cpu : cpu_of(f, row);
	if (slices->cpu == ONCPU_NO_CPU)
		return CPU_SLICES_NO_CPU;
	choose(slices, f);
	return CPU_SLICES_FOUND;
}

enum cpu_slices_found cpu_slices_find(struct cpu_slices *slices, struct reader *reader,
				      const struct row_info *row, uint32_t cpu, uint64_t lo,
				      uint64_t hi)
{
	struct cpu_slices fresh = { .lo = lo, .hi = hi };
	struct timelist *times = timelist_open(reader);
	struct finding *f = mem_zalloc(sizeof(*f));
	enum cpu_slices_found found = CPU_SLICES_NO_SWITCHES;

	f->cpu = cpu == ONCPU_NO_CPU && row->has_cpu ? row->cpu : cpu;
	pthread_mutex_init(&f->lock, NULL);
	thread_store_init(&f->store, time_columns(lo, hi, 1), ROWS_MOST, &f->lock);
	f->switches.ran = ran;
	f->switches.arg = f;
	if (!times)
		found = CPU_SLICES_NO_ORDER;
	else if (thread_switches_open(&f->switches, &f->store, reader_recording(reader)))
		found = find_slices(f, times, reader, row, &fresh);
	if (found == CPU_SLICES_FOUND) {
		cpu_slices_release(slices);
		*slices = fresh;
	}
	thread_switches_close(&f->switches);
	thread_store_release(&f->store);
	pthread_mutex_destroy(&f->lock);
	timelist_close(times);
	vec_release(&f->stays);
	free(f);
	return found;
}

void cpu_slices_release(struct cpu_slices *slices)
{
	vec_release(&slices->list);
}
