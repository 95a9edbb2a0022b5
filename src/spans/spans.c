/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spans/spans.h"

#include <stdlib.h>
#include <string.h>

#include "base/bell.h"
#include "base/container_of.h"
#include "base/stop.h"
#include "spans/spanevents.h"
#include "spans/spannames.h"
#include "spans/spanpass.h"
#include "spans/spans_private.h"

static void close_spans(struct recording_extra *extra)
{
	struct spans *s = container_of(extra, struct spans, extra);

	atomic_store(&s->closing, true);
	bell_ring(BELL_STATE);
	thread_join(&s->thread);
	for (size_t i = 0; i < s->layers_n; i++) {
		if (s->layers[i].store && recording_rewritten(s->recording) != SIZE_MAX)
			spanstore_discard(s->layers[i].store);
		spanstore_close(s->layers[i].store);
		if (s->layers[i].pair)
			s->layers[i].pair->free(s->layers[i].pair);
	}
	for (size_t i = 0; i < s->replaced.n; i++)
		spanstore_close(s->replaced.v[i]);
	vec_release(&s->replaced);
	spanevents_close(s->events);
	spannames_close(s->event_names);
	pthread_mutex_destroy(&s->lock);
	free(s);
}

static struct recording_extra *open_spans(struct recording *recording)
{
	struct spans *s = mem_zalloc(sizeof(*s));

	s->extra.close = close_spans;
	s->recording = recording;
	s->layers_n = 1;
	pthread_mutex_init(&s->lock, NULL);
	return &s->extra;
}

struct spans *spans_in(struct recording *recording)
{
	return container_of(recording_extra(recording, open_spans), struct spans, extra);
}

static uint32_t count_kinds(const struct span_layer *l)
{
	uint32_t n = 0;

	while (!l->pair && span_kinds[n].name)
		n++;
	return l->pair ? 1 : n;
}

/* Make the spans of a layer. NULL: it was stopped, or there is no room. */
static struct spanstore *make_store(struct spans *s, const struct span_layer *l,
				    const _Atomic bool *stop)
{
	struct spantable table = { .n = { 0 } };
	struct spannames *names = spannames_open();
	struct spanstore *store = NULL;

	if (spanpass_run(s->recording, l->pair, &table, names, stop))
		store = spanstore_make(s->recording, &table, names, count_kinds(l), !l->pair, stop);
	if (!store)
		spannames_close(names);
	spantable_release(&table);
	return store;
}

/* Make the layers that are missing. Returns false if one of them could not be made. */
static bool make_layers(struct spans *s, const _Atomic bool *stop)
{
	for (size_t i = s->layers_made; i < s->layers_n; i++) {
		struct span_layer *l = &s->layers[i];
		struct spanstore *store = l->pair ? NULL : spanstore_open(s->recording);

		if (!store)
			store = make_store(s, l, stop);
		if (!store)
			return false;
		atomic_store(&l->store, store);
		atomic_store_explicit(&s->layers_made, i + 1, memory_order_release);
	}
	return true;
}

void spans_replace_store(struct spans *s, struct span_layer *l, struct spanstore *damaged)
{
	struct spanstore *store;

	pthread_mutex_lock(&s->lock);
	if (l->store == damaged) {
		spanstore_discard(damaged);
		store = make_store(s, l, NULL);
		if (store) {
			vec_push(&s->replaced, damaged);
			atomic_store(&l->store, store);
		}
	}
	pthread_mutex_unlock(&s->lock);
}

static bool all_made(struct spans *s)
{
	return atomic_load_explicit(&s->layers_made, memory_order_acquire) ==
	       atomic_load(&s->layers_n);
}

/* Wait while another thread makes layers. The caller holds the lock. */
static void wait_for_maker(struct spans *s, uint32_t *heard)
{
	pthread_mutex_unlock(&s->lock);
	bell_wait(BELL_STATE, heard);
	pthread_mutex_lock(&s->lock);
}

const struct spans *spans_of(struct recording *recording, const _Atomic bool *stop)
{
	struct spans *s = spans_in(recording);
	uint32_t heard = 0;
	bool done;

	if (all_made(s))
		return s;
	/* A caller that was stopped may ask for many more rows before it ends, so answer fast. */
	if (stop_wanted(stop))
		return NULL;
	pthread_mutex_lock(&s->lock);
	while (s->is_making && !stop_wanted(stop))
		wait_for_maker(s, &heard);
	done = all_made(s);
	if (done || s->is_making) {
		pthread_mutex_unlock(&s->lock);
		return done ? s : NULL;
	}
	s->is_making = true;
	pthread_mutex_unlock(&s->lock);
	done = make_layers(s, stop);
	pthread_mutex_lock(&s->lock);
	s->is_making = false;
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

/* What the table makes of the events. The indexes are complete, and the caller holds the lock. */
static const struct spanevents *events_of(struct spans *s)
{
	if (!s->events) {
		s->event_names = spannames_open();
		s->events = spanevents_open(s->recording, s->event_names);
	}
	return s->events;
}

/* Return all roles as long as the events are not known for certain. */
static unsigned roles_of(struct recording *recording, size_t part, int event)
{
	struct spans *s = spans_in(recording);
	unsigned roles;

	if (recording_state(recording) != INDEX_DONE)
		return EDGE_BEGINS | EDGE_ENDS;
	pthread_mutex_lock(&s->lock);
	if (s->layers_n > 1) {
		pthread_mutex_unlock(&s->lock);
		return EDGE_BEGINS | EDGE_ENDS;
	}
	roles = spanevents_roles_of_event(events_of(s), part, event);
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

const char *spans_kind_of_event(struct recording *recording, size_t part, int event)
{
	struct spans *s = spans_in(recording);
	uint32_t kind = 0;

	if (recording_state(recording) != INDEX_DONE)
		return NULL;
	pthread_mutex_lock(&s->lock);
	if (spanevents_roles_of_event(events_of(s), part, event) & EDGE_BEGINS)
		kind = spanevents_part(s->events, part)->events.v[event].begin.kind;
	pthread_mutex_unlock(&s->lock);
	return kind ? span_kind_at(kind)->name : NULL;
}

const struct spans *spans_ready(struct recording *recording)
{
	struct spans *s = spans_in(recording);

	if (all_made(s))
		return s;
	atomic_store(&s->wanted, true);
	pthread_mutex_lock(&s->lock);
	/* Join a thread that made the spans for earlier definitions. */
	if (!s->pending)
		thread_join(&s->thread);
	if (!s->thread.runs && recording_state(recording) == INDEX_DONE) {
		atomic_store(&s->pending, true);
		if (!thread_start(&s->thread, "perfnav/spans", make_ahead, s))
			atomic_store(&s->pending, false);
	}
	pthread_mutex_unlock(&s->lock);
	return NULL;
}

bool spans_resume(struct recording *recording)
{
	struct spans *s = spans_in(recording);

	return atomic_load(&s->wanted) ? spans_ready(recording) != NULL : all_made(s);
}

bool spans_pending(struct recording *recording)
{
	return spans_in(recording)->pending;
}

bool spans_define(struct recording *recording, struct spanpair *pair)
{
	struct spans *s = spans_in(recording);
	bool room;

	pthread_mutex_lock(&s->lock);
	room = s->layers_n <= SPANS_PAIRS_MAX;
	for (size_t i = 1; room && i < s->layers_n; i++)
		if (!strcmp(s->layers[i].pair->kind.name, pair->kind.name))
			atomic_store(&s->layers[i].hidden, true);
	if (room) {
		s->layers[s->layers_n].pair = pair;
		atomic_fetch_add(&s->layers_n, 1);
	}
	pthread_mutex_unlock(&s->lock);
	return room;
}

static bool is_name(const char *name, const char *text, size_t len)
{
	return strlen(name) == len && !memcmp(name, text, len);
}

const struct spanpair *spans_pair(struct recording *recording, const char *name, size_t len)
{
	struct spans *s = spans_in(recording);
	const struct spanpair *pair = NULL;

	pthread_mutex_lock(&s->lock);
	for (size_t i = s->layers_n - 1; i && !pair; i--)
		if (is_name(s->layers[i].pair->kind.name, name, len))
			pair = s->layers[i].pair;
	pthread_mutex_unlock(&s->lock);
	return pair;
}

bool spans_has_kind(struct recording *recording, const char *name, size_t len)
{
	for (const struct span_kind *kind = span_kinds; kind->name; kind++)
		if (is_name(kind->name, name, len))
			return true;
	return spans_pair(recording, name, len) != NULL;
}

const char *spans_kind_name(struct recording *recording, size_t i)
{
	struct spans *s = spans_in(recording);
	const char *name = NULL, *last = "";

	/* Rows of one kind are consecutive. */
	for (const struct span_kind *kind = span_kinds; kind->name; kind++) {
		if (strcmp(kind->name, last) && !i--)
			return kind->name;
		last = kind->name;
	}
	pthread_mutex_lock(&s->lock);
	if (i + 1 < s->layers_n)
		name = s->layers[i + 1].pair->kind.name;
	pthread_mutex_unlock(&s->lock);
	return name;
}

bool spans_has_pairs(struct recording *recording)
{
	return spans_in(recording)->layers_n > 1;
}
