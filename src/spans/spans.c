/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spans/spans.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "base/thread.h"
#include "spans/edges.h"
#include "spans/spannames.h"
#include "spans/spanpass.h"

enum {
	LOOK_NS = 20 * 1000 * 1000 /* who waits for another one looks at stop so often */
};

struct spans {
	struct recording_extra extra; /* first */
	struct recording *recording;
	struct spantable table;
	struct spannames *names;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	bool at_work;
	struct thread thread;	      /* of spans_ready() */
	_Atomic bool wanted, pending; /* there is need of it; it is at work */
	_Atomic bool closing;
	_Atomic bool done;   /* all else stays as it is from then on */
	struct edges *roles; /* of the events, for spans_may_begin(); NULL: nobody asked */
	struct spannames *role_names;
};

static void release(struct spans *s)
{
	spantable_release(&s->table);
	spannames_close(s->names);
	s->table = (struct spantable){ .n = { 0 } };
	s->names = NULL;
}

static void close_spans(struct recording_extra *extra)
{
	struct spans *s = (struct spans *)extra;

	atomic_store(&s->closing, true);
	thread_join(&s->thread);
	release(s);
	edges_close(s->roles);
	spannames_close(s->role_names);
	pthread_cond_destroy(&s->changed);
	pthread_mutex_destroy(&s->lock);
	free(s);
}

static struct recording_extra *open_spans(struct recording *recording)
{
	struct spans *s = mem_zalloc(sizeof(*s));

	s->extra.close = close_spans;
	s->recording = recording;
	pthread_mutex_init(&s->lock, NULL);
	pthread_cond_init(&s->changed, NULL);
	return &s->extra;
}

static bool make(struct spans *s, const _Atomic bool *stop)
{
	s->names = spannames_open();
	if (spanpass_run(s->recording, &s->table, s->names, stop))
		return true;
	release(s);
	return false;
}

/* Wait a little while another one makes them; with the lock. */
static void wait(struct spans *s)
{
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += LOOK_NS;
	until.tv_sec += until.tv_nsec / 1000000000;
	until.tv_nsec %= 1000000000;
	pthread_cond_timedwait(&s->changed, &s->lock, &until);
}

static bool is_stopped(const _Atomic bool *stop)
{
	return stop && atomic_load(stop);
}

const struct spans *spans_of(struct recording *recording, const _Atomic bool *stop)
{
	struct spans *s = (struct spans *)recording_extra(recording, open_spans);
	bool done;

	if (atomic_load_explicit(&s->done, memory_order_acquire))
		return s;
	pthread_mutex_lock(&s->lock);
	while (s->at_work && !is_stopped(stop))
		wait(s);
	done = s->done;
	if (done || s->at_work) {
		pthread_mutex_unlock(&s->lock);
		return done ? s : NULL;
	}
	s->at_work = true;
	pthread_mutex_unlock(&s->lock);
	done = make(s, stop);
	pthread_mutex_lock(&s->lock);
	s->at_work = false;
	atomic_store_explicit(&s->done, done, memory_order_release);
	pthread_cond_broadcast(&s->changed);
	pthread_mutex_unlock(&s->lock);
	return done ? s : NULL;
}

static void *make_ahead(void *arg)
{
	struct spans *s = arg;

	spans_of(s->recording, &s->closing);
	atomic_store(&s->pending, false);
	if (!atomic_load(&s->closing))
		recording_wake(s->recording);
	return NULL;
}

static bool is_complete(const struct recording *recording)
{
	struct index_progress progress;

	recording_progress(recording, &progress);
	return progress.state == INDEX_DONE;
}

/* All of them while the events are not known for certain. */
static unsigned roles_of(struct recording *recording, size_t part, int event)
{
	struct spans *s = (struct spans *)recording_extra(recording, open_spans);
	unsigned roles;

	if (!is_complete(recording))
		return EDGE_BEGINS | EDGE_ENDS;
	pthread_mutex_lock(&s->lock);
	if (!s->roles) {
		s->role_names = spannames_open();
		s->roles = edges_open(recording, s->role_names);
	}
	roles = edges_roles_of_event(s->roles, part, event);
	pthread_mutex_unlock(&s->lock);
	return roles;
}

bool spans_may_begin(struct recording *recording, size_t part, int event)
{
	return roles_of(recording, part, event) & EDGE_BEGINS;
}

bool spans_may_end(struct recording *recording, size_t part, int event)
{
	return roles_of(recording, part, event) & EDGE_ENDS;
}

const struct spans *spans_ready(struct recording *recording)
{
	struct spans *s = (struct spans *)recording_extra(recording, open_spans);

	if (atomic_load_explicit(&s->done, memory_order_acquire))
		return s;
	atomic_store(&s->wanted, true);
	pthread_mutex_lock(&s->lock);
	if (!s->thread.runs && is_complete(recording)) {
		atomic_store(&s->pending, true);
		if (!thread_start(&s->thread, "perfnav/spans", make_ahead, s))
			atomic_store(&s->pending, false);
	}
	pthread_mutex_unlock(&s->lock);
	return NULL;
}

bool spans_resume(struct recording *recording)
{
	struct spans *s = (struct spans *)recording_extra(recording, open_spans);

	return atomic_load(&s->wanted) ? spans_ready(recording) != NULL : atomic_load(&s->done);
}

bool spans_pending(struct recording *recording)
{
	return ((struct spans *)recording_extra(recording, open_spans))->pending;
}

/* ---- one span ---- */

static void begun(const struct spans *s, uint64_t number, struct spans_one *one)
{
	const struct span_begin *begin = spantable_begin(&s->table, number);
	bool ends = begin->state == SPAN_COMPLETE || begin->state == SPAN_DOUBTFUL;
	uint64_t block = spantable_block_of(&s->table, number);

	*one = (struct spans_one){
		.kind = &span_kinds[begin->kind - 1],
		.state = (enum span_state)begin->state,
		.begin = recording_block(s->recording, block).first_row + begin->at,
		.end = begin->end,
		.has_dur = ends,
		.dur = begin->dur,
		.depth = begin->depth,
	};
	one->has_wakeup = s->table.has_wakeups && *spantable_wakeup(&s->table, number);
	if (one->has_wakeup)
		one->wakeup = *spantable_wakeup(&s->table, number) - 1;
	one->name = spannames_text(s->names, begin->name, &one->len);
	one->has_off = ends && s->table.has_offs &&
		       *spantable_off(&s->table, number) != UINT64_MAX;
	if (one->has_off)
		one->off = *spantable_off(&s->table, number);
	one->has_ret = begin->has_ret;
	if (one->has_ret)
		one->ret = *spantable_ret(&s->table, number);
}

bool spans_begun(const struct spans *s, uint64_t row, struct spans_one *one)
{
	uint64_t block = recording_block_of(s->recording, row);
	uint64_t first = recording_block(s->recording, block).first_row;
	uint64_t number = spantable_find(&s->table, SPAN_BEGINS, block, (uint32_t)(row - first));

	if (!number || !spantable_begin(&s->table, number)->kind)
		return false;
	begun(s, number, one);
	return true;
}

bool spans_ended(const struct spans *s, uint64_t row, struct spans_one *one)
{
	uint64_t block = recording_block_of(s->recording, row);
	uint64_t first = recording_block(s->recording, block).first_row;
	uint64_t number = spantable_find(&s->table, SPAN_ENDS, block, (uint32_t)(row - first));
	const struct span_end *end = number ? spantable_end(&s->table, number) : NULL;

	if (!end || !end->kind)
		return false;
	if (end->begin)
		begun(s, end->begin, one);
	else
		*one = (struct spans_one){
			.kind = &span_kinds[end->kind - 1],
			.state = SPAN_ORPHANED,
			.name = "",
			.end = row,
		};
	return true;
}

const char *spans_state(enum span_state state)
{
	static const char *const names[SPAN_STATES] = {
		[SPAN_NONE] = "",
		[SPAN_COMPLETE] = "complete",
		[SPAN_DOUBTFUL] = "doubtful",
		[SPAN_UNFINISHED] = "unfinished",
		[SPAN_NORETURN] = "noreturn",
		[SPAN_ORPHANED] = "orphaned",
	};

	return names[state];
}
