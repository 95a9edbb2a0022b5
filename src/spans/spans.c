/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spans/spans.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/bell.h"
#include "base/thread.h"
#include "spans/edges.h"
#include "spans/spannames.h"
#include "spans/spanpass.h"

/* The spans of the table of kinds, or those of a pair. */
struct layer {
	struct spanpair *pair; /* NULL: of the table */
	struct spantable table;
	struct spannames *names;
	_Atomic bool hidden; /* another one has its name */
};

struct spans {
	struct recording_extra extra; /* first */
	struct recording *recording;
	struct layer layers[1 + SPANS_PAIRS_MAX];
	_Atomic size_t defined; /* layers */
	_Atomic size_t made;	/* of them: what they have stays as it is */
	pthread_mutex_t lock;
	bool at_work;
	struct thread thread;	      /* of spans_ready() */
	_Atomic bool wanted, pending; /* there is need of it; it is at work */
	_Atomic bool closing;
	struct edges *roles; /* of the events, for spans_may_begin(); NULL: nobody asked */
	struct spannames *role_names;
};

static void release(struct layer *l)
{
	spantable_release(&l->table);
	spannames_close(l->names);
	l->table = (struct spantable){ .n = { 0 } };
	l->names = NULL;
}

static void close_spans(struct recording_extra *extra)
{
	struct spans *s = (struct spans *)extra;

	atomic_store(&s->closing, true);
	bell_ring(BELL_STATE);
	thread_join(&s->thread);
	for (size_t i = 0; i < s->defined; i++) {
		release(&s->layers[i]);
		if (s->layers[i].pair)
			s->layers[i].pair->free(s->layers[i].pair);
	}
	edges_close(s->roles);
	spannames_close(s->role_names);
	pthread_mutex_destroy(&s->lock);
	free(s);
}

static struct recording_extra *open_spans(struct recording *recording)
{
	struct spans *s = mem_zalloc(sizeof(*s));

	s->extra.close = close_spans;
	s->recording = recording;
	s->defined = 1;
	pthread_mutex_init(&s->lock, NULL);
	return &s->extra;
}

static bool make(struct spans *s, const _Atomic bool *stop)
{
	for (size_t i = s->made; i < s->defined; i++) {
		struct layer *l = &s->layers[i];

		l->names = spannames_open();
		if (!spanpass_run(s->recording, l->pair, &l->table, l->names, stop)) {
			release(l);
			return false;
		}
		atomic_store_explicit(&s->made, i + 1, memory_order_release);
	}
	return true;
}

static bool is_made(struct spans *s)
{
	return atomic_load_explicit(&s->made, memory_order_acquire) == atomic_load(&s->defined);
}

/* Wait while another one makes them; with the lock. */
static void wait(struct spans *s, uint32_t *heard)
{
	pthread_mutex_unlock(&s->lock);
	bell_wait(BELL_STATE, heard);
	pthread_mutex_lock(&s->lock);
}

static bool is_stopped(const _Atomic bool *stop)
{
	return stop && atomic_load(stop);
}

const struct spans *spans_of(struct recording *recording, const _Atomic bool *stop)
{
	struct spans *s = (struct spans *)recording_extra(recording, open_spans);
	uint32_t heard = 0;
	bool done;

	if (is_made(s))
		return s;
	pthread_mutex_lock(&s->lock);
	while (s->at_work && !is_stopped(stop))
		wait(s, &heard);
	done = is_made(s);
	if (done || s->at_work) {
		pthread_mutex_unlock(&s->lock);
		return done ? s : NULL;
	}
	s->at_work = true;
	pthread_mutex_unlock(&s->lock);
	done = make(s, stop);
	pthread_mutex_lock(&s->lock);
	s->at_work = false;
	pthread_mutex_unlock(&s->lock);
	bell_ring(BELL_STATE);
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
	if (s->defined > 1) {
		pthread_mutex_unlock(&s->lock);
		return EDGE_BEGINS | EDGE_ENDS;
	}
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

	if (is_made(s))
		return s;
	atomic_store(&s->wanted, true);
	pthread_mutex_lock(&s->lock);
	/* A thread that has made what was defined before. */
	if (!s->pending)
		thread_join(&s->thread);
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

	return atomic_load(&s->wanted) ? spans_ready(recording) != NULL : is_made(s);
}

bool spans_pending(struct recording *recording)
{
	return ((struct spans *)recording_extra(recording, open_spans))->pending;
}

bool spans_define(struct recording *recording, struct spanpair *pair)
{
	struct spans *s = (struct spans *)recording_extra(recording, open_spans);
	bool room;

	pthread_mutex_lock(&s->lock);
	room = s->defined <= SPANS_PAIRS_MAX;
	for (size_t i = 1; room && i < s->defined; i++)
		if (!strcmp(s->layers[i].pair->kind.name, pair->kind.name))
			atomic_store(&s->layers[i].hidden, true);
	if (room) {
		s->layers[s->defined].pair = pair;
		atomic_fetch_add(&s->defined, 1);
	}
	pthread_mutex_unlock(&s->lock);
	return room;
}

static bool is_name(const char *name, const char *text, size_t len)
{
	return strlen(name) == len && !memcmp(name, text, len);
}

bool spans_has_kind(struct recording *recording, const char *name, size_t len)
{
	struct spans *s = (struct spans *)recording_extra(recording, open_spans);
	bool has = false;

	for (const struct span_kind *kind = span_kinds; kind->name && !has; kind++)
		has = is_name(kind->name, name, len);
	pthread_mutex_lock(&s->lock);
	for (size_t i = 1; i < s->defined && !has; i++)
		has = is_name(s->layers[i].pair->kind.name, name, len);
	pthread_mutex_unlock(&s->lock);
	return has;
}

bool spans_has_pairs(struct recording *recording)
{
	return ((struct spans *)recording_extra(recording, open_spans))->defined > 1;
}

size_t spans_memory(const struct spans *s)
{
	size_t sum = 0;

	for (size_t i = 0; i < s->made; i++)
		sum += spantable_memory(&s->layers[i].table);
	return sum;
}

/* ---- one span ---- */

static const struct span_kind *kind_of(const struct layer *l, uint32_t kind)
{
	return l->pair ? &l->pair->kind : &span_kinds[kind - 1];
}

/* A span by the number of its begin, in that row. */
static void begun(const struct layer *l, uint64_t number, uint64_t row, struct spans_one *one)
{
	const struct span_begin *begin = spantable_begin(&l->table, number);
	bool ends = begin->state == SPAN_COMPLETE || begin->state == SPAN_DOUBTFUL;

	*one = (struct spans_one){
		.kind = kind_of(l, begin->kind),
		.state = (enum span_state)begin->state,
		.begin = row,
		.end = begin->end,
		.has_dur = ends,
		.dur = begin->dur,
		.depth = begin->depth,
	};
	one->has_wakeup = l->table.has_wakeups && *spantable_wakeup(&l->table, number);
	if (one->has_wakeup)
		one->wakeup = *spantable_wakeup(&l->table, number) - 1;
	one->name = spannames_text(l->names, begin->name, &one->len);
	one->has_off = ends && l->table.has_offs && *spantable_off(&l->table, number) != UINT64_MAX;
	if (one->has_off)
		one->off = *spantable_off(&l->table, number);
	one->has_ret = begin->has_ret;
	if (one->has_ret)
		one->ret = *spantable_ret(&l->table, number);
}

static uint64_t row_of(const struct spans *s, const struct layer *l, uint64_t number)
{
	uint64_t block = spantable_block_of(&l->table, number);

	return recording_block(s->recording, block).first_row +
	       spantable_begin(&l->table, number)->at;
}

static bool begun_in(const struct layer *l, uint64_t row, uint64_t block, uint32_t at,
		     struct spans_one *one)
{
	uint64_t number = spantable_find(&l->table, SPAN_BEGINS, block, at);

	if (!number || !spantable_begin(&l->table, number)->kind)
		return false;
	begun(l, number, row, one);
	return true;
}

bool spans_begun(const struct spans *s, uint64_t row, struct spans_one *one)
{
	uint64_t block = recording_block_of(s->recording, row);
	uint32_t at = (uint32_t)(row - recording_block(s->recording, block).first_row);

	for (size_t i = 0; i < s->made; i++)
		if (!s->layers[i].hidden && begun_in(&s->layers[i], row, block, at, one))
			return true;
	return false;
}

static bool ended_in(const struct spans *s, const struct layer *l, uint64_t row, uint64_t block,
		     uint32_t at, struct spans_one *one)
{
	uint64_t number = spantable_find(&l->table, SPAN_ENDS, block, at);
	const struct span_end *end = number ? spantable_end(&l->table, number) : NULL;

	if (!end || !end->kind)
		return false;
	if (end->begin)
		begun(l, end->begin, row_of(s, l, end->begin), one);
	else
		*one = (struct spans_one){
			.kind = kind_of(l, end->kind),
			.state = SPAN_ORPHANED,
			.name = "",
			.end = row,
		};
	return true;
}

bool spans_ended(const struct spans *s, uint64_t row, struct spans_one *one)
{
	uint64_t block = recording_block_of(s->recording, row);
	uint32_t at = (uint32_t)(row - recording_block(s->recording, block).first_row);

	for (size_t i = 0; i < s->made; i++)
		if (!s->layers[i].hidden && ended_in(s, &s->layers[i], row, block, at, one))
			return true;
	return false;
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
