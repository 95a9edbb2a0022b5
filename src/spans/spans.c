/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spans/spans.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/bell.h"
#include "base/container_of.h"
#include "base/stop.h"
#include "base/thread.h"
#include "spans/spanevents.h"
#include "spans/spannames.h"
#include "spans/spanpass.h"

/* The spans of the table of kinds, or the spans of a pair. */
struct span_layer {
	struct spanpair *pair; /* NULL: the table of kinds */
	struct spanstore *_Atomic store;
	_Atomic bool hidden; /* another layer has its name */
};

struct spans {
	struct recording_extra extra;
	struct recording *recording;
	struct span_layer layers[1 + SPANS_PAIRS_MAX];
	_Atomic size_t layers_n;    /* the table of kinds, and the pairs that were defined */
	_Atomic size_t layers_made; /* complete layers, from the first on; they do not change */
	pthread_mutex_t lock;
	bool is_making;		      /* a thread makes layers */
	struct thread thread;	      /* started by spans_ready() */
	_Atomic bool wanted, pending; /* spans are needed; the thread is working */
	_Atomic bool closing;
	VEC(struct spanstore *) replaced; /* were damaged: other threads may hold blocks of them */
	struct spanevents *events;	  /* for spans_may_begin(); NULL: not needed so far */
	struct spannames *event_names;
};

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

/* The spans of a recording, which may not be made yet. */
static struct spans *spans_in(struct recording *recording)
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

/* ---- one span ---- */

/* A block that is held, because the next row is often in it. */
struct pin {
	const struct spanblock *block; /* NULL: none */
	struct spanstore *store;
};

struct spans_view {
	struct reader_extra extra;
	struct spans *spans;
	struct pin near[1 + SPANS_PAIRS_MAX], far[1 + SPANS_PAIRS_MAX]; /* by layer */
};

static void unpin(struct pin *pin)
{
	if (pin->block)
		spanstore_put(pin->store, pin->block);
	pin->block = NULL;
}

static void close_view(struct reader_extra *extra)
{
	struct spans_view *v = container_of(extra, struct spans_view, extra);

	for (size_t i = 0; i <= SPANS_PAIRS_MAX; i++) {
		unpin(&v->near[i]);
		unpin(&v->far[i]);
	}
	free(v);
}

static struct reader_extra *open_view(struct reader *reader)
{
	struct spans_view *v = mem_zalloc(sizeof(*v));

	v->extra.close = close_view;
	v->spans = spans_in(reader_recording(reader));
	return &v->extra;
}

struct spans_view *spans_view(struct reader *reader, const _Atomic bool *stop)
{
	struct recording *recording = reader_recording(reader);
	const struct spans *spans = reader_waits(reader) ? spans_of(recording, stop)
							 : spans_ready(recording);

	if (!spans)
		return NULL;
	return container_of(reader_extra(reader, open_view), struct spans_view, extra);
}

/* Make the spans of a layer again, because their file was truncated. */
static void replace_store(struct spans *s, struct span_layer *l, struct spanstore *damaged)
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

static bool is_pinned(const struct pin *pin, uint64_t row)
{
	return pin->block && row >= pin->block->first_row &&
	       row - pin->block->first_row < pin->block->rows;
}

/* Get the block of a row in a complete layer. NULL: it is not available. */
static const struct spanblock *pin_row(struct spans_view *v, struct pin *pin, size_t i,
				       uint64_t row)
{
	struct span_layer *l = &v->spans->layers[i];
	uint64_t number;

	if (is_pinned(pin, row))
		return pin->block;
	unpin(pin);
	number = recording_block_of(v->spans->recording, row);
	pin->store = l->store;
	pin->block = spanstore_get(pin->store, number);
	if (pin->block)
		return pin->block;
	replace_store(v->spans, l, pin->store);
	pin->store = l->store;
	pin->block = spanstore_get(pin->store, number);
	return pin->block;
}

const struct spanblock *spans_block(struct spans_view *v, uint64_t number)
{
	if (v->spans->layers_n > 1)
		return NULL;
	return pin_row(v, &v->near[0], 0, recording_block(v->spans->recording, number).first_row);
}

static const struct span_kind *kind_of(const struct span_layer *l, uint32_t kind)
{
	return l->pair ? &l->pair->kind : &span_kinds[kind - 1];
}

static void set_one(const struct span_layer *l, const struct pin *pin, uint32_t i,
		    struct spans_one *one)
{
	const struct spanblock *b = pin->block;
	uint64_t what = spanblock_value(b, SPANCOL_WHAT, i);
	uint64_t row = b->first_row + spanblock_value(b, SPANCOL_AT, i);
	uint64_t wakeup = spanblock_value(b, SPANCOL_WAKEUP, i);

	*one = (struct spans_one){
		.kind = kind_of(l, spanwhat_kind(what)),
		.state = spanwhat_state(what),
		.begin = row,
		.has_dur = spanwhat_has_dur(what),
		.dur = spanblock_value(b, SPANCOL_DUR, i),
		.has_ret = what & SPANWHAT_HAS_RET,
		.has_off = what & SPANWHAT_HAS_OFF,
		.off = spanblock_value(b, SPANCOL_OFF, i),
		.has_wakeup = wakeup,
		.depth = (uint32_t)spanblock_value(b, SPANCOL_DEPTH, i),
	};
	one->name = spannames_text(spanstore_names(pin->store),
				   (uint32_t)spanblock_value(b, SPANCOL_NAME, i), &one->len);
	if (one->has_dur)
		one->end = spanblock_row(row, spanblock_value(b, SPANCOL_END, i));
	if (one->has_ret)
		one->ret = spanblock_unfold(spanblock_value(b, SPANCOL_RET, i));
	if (wakeup)
		one->wakeup = spanblock_row(row, wakeup);
}

static bool begun_in(struct spans_view *v, struct pin *pins, size_t i, uint64_t row,
		     struct spans_one *one)
{
	const struct spanblock *b = pin_row(v, &pins[i], i, row);
	uint32_t place = b ? b->place[SPAN_BEGINS][row - b->first_row] : 0;

	if (place)
		set_one(&v->spans->layers[i], &pins[i], place - 1, one);
	return place;
}

/* Can a layer have spans of a kind (NULL: of any kind)? */
static bool may_be_of(const struct span_layer *l, const char *kind)
{
	return !l->hidden && (!kind || !l->pair || !strcmp(l->pair->kind.name, kind));
}

static bool is_of(const struct spans_one *one, const char *kind)
{
	return !kind || !strcmp(one->kind->name, kind);
}

bool spans_begun_of(struct spans_view *v, uint64_t row, const char *kind, struct spans_one *one)
{
	for (size_t i = 0; i < v->spans->layers_made; i++)
		if (may_be_of(&v->spans->layers[i], kind) && begun_in(v, v->near, i, row, one) &&
		    is_of(one, kind))
			return true;
	return false;
}

bool spans_begun(struct spans_view *v, uint64_t row, struct spans_one *one)
{
	return spans_begun_of(v, row, NULL, one);
}

static bool ended_in(struct spans_view *v, size_t i, uint64_t row, struct spans_one *one)
{
	const struct spanblock *b = pin_row(v, &v->near[i], i, row);
	uint32_t place = b ? b->place[SPAN_ENDS][row - b->first_row] : 0;
	uint64_t begin;

	if (!place)
		return false;
	begin = spanblock_value(b, SPANCOL_END_BEGIN, place - 1);
	if (begin)
		return begun_in(v, v->far, i, spanblock_row(row, begin), one);
	*one = (struct spans_one){
		.kind = kind_of(&v->spans->layers[i],
				(uint32_t)spanblock_value(b, SPANCOL_END_KIND, place - 1)),
		.state = SPAN_ORPHANED,
		.name = "",
		.end = row,
	};
	return true;
}

bool spans_ended_of(struct spans_view *v, uint64_t row, const char *kind, struct spans_one *one)
{
	for (size_t i = 0; i < v->spans->layers_made; i++)
		if (may_be_of(&v->spans->layers[i], kind) && ended_in(v, i, row, one) &&
		    is_of(one, kind))
			return true;
	return false;
}

bool spans_ended(struct spans_view *v, uint64_t row, struct spans_one *one)
{
	return spans_ended_of(v, row, NULL, one);
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
