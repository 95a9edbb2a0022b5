/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spans/spanevents.h"

#include <stdlib.h>
#include <string.h>

#include "spans/tracepoint.h"

struct spanevents {
	struct recording *recording;
	struct spannames *names;
	VEC(struct spanevents_part) parts;
	unsigned has; /* enum spanevents_has */
};

/* ---- events of the table ---- */

static uint32_t star_name(struct spanevents *s, const struct span_kind *kind, const char *star,
			  size_t len)
{
	struct buf text = BUF_INIT;
	uint32_t number;

	buf_add(&text, star, len);
	if (!strcmp(kind->name, "syscall"))
		star = syscalls_usual(text.p);
	else
		star = text.p;
	number = spannames_add(s->names, star, strlen(star));
	buf_release(&text);
	return number;
}

/*
 * Return the usual name of the spans of an event. Names of perf probe events are written without
 * the group.
 */
static uint32_t event_name(struct spanevents *s, const struct span_kind *kind, uint32_t star,
			   const struct event *event)
{
	struct buf name = BUF_INIT;
	const char *text, *colon;
	uint32_t number = star;
	size_t len;

	tracepoint_name(event, &name);
	text = name.p;
	len = name.len;
	if (star)
		text = spannames_text(s->names, star, &len);
	colon = strcmp(kind->name, "call") ? NULL : memchr(text, ':', len);
	if (colon)
		number = spannames_add(s->names, colon + 1, len - (size_t)(colon + 1 - text));
	else if (!star)
		number = spannames_add(s->names, text, len);
	buf_release(&name);
	return number;
}

enum {
	SEEN_BEGIN = 1,
	SEEN_END = 2,
	SEEN_BOTH = 3
};

/* An event that matches a side of a row. */
struct found_side {
	size_t event;
	uint8_t which; /* SEEN_BEGIN or SEEN_END */
	struct spanevent_side side;
};

/* The sides of a row that events match. */
struct found_sides {
	VEC(uint8_t) seen; /* which of them, by the name of the text that * matches */
	VEC(struct found_side) list;
};

static void add_side(struct found_sides *found, size_t event, uint8_t which,
		     const struct spanevent_side *side)
{
	vec_push(&found->list, ((struct found_side){ event, which, *side }));
	vec_fill(&found->seen, side->star + 1ul);
	found->seen.v[side->star] |= which;
}

static void find_field(struct rawfield *field, const struct event *event, const char *name,
		       size_t len)
{
	struct buf text = BUF_INIT;

	*field = (struct rawfield){ .type = RAWFIELD_NONE };
	if (!event->layout.format)
		return;
	buf_add(&text, name, len);
	rawfield_find(field, event->layout.format, text.p);
	buf_release(&text);
}

/* Find the fields of a key. Returns false if the event lacks one. */
static bool find_key(struct spanevent_side *side, const struct event *event, const char *key)
{
	size_t n = key ? strcspn(key, ",") : 0;

	if (!key)
		return true;
	find_field(&side->key, event, key, n);
	if (side->key.type && key[n])
		find_field(&side->more_key, event, key + n + 1, strlen(key + n + 1));
	return side->key.type && (!key[n] || side->more_key.type);
}

/* Match an event with one side of a row. Returns false if it does not match or lacks the key. */
static bool is_side(struct spanevents *s, uint32_t kind, const struct event *event,
		    const char *name, bool begin, struct spanevent_side *side)
{
	const struct span_kind *k = span_kind_at(kind);
	size_t len;
	const char *star = tracepoint_match(begin ? k->begin : k->end, name, &len);

	*side = (struct spanevent_side){ .kind = kind };
	if (!star || !find_key(side, event, begin ? k->begin_key : k->end_key))
		return false;
	side->star = len ? star_name(s, k, star, len) : 0;
	return true;
}

static void bind_begin(struct spanevents *s, struct spanevents_part *part, struct spanevent *plan,
		       const struct spanevent_side *side, const struct event *event)
{
	const struct span_kind *k = span_kind_at(side->kind);

	plan->begin = *side;
	if (k->naming == SPAN_BY_EVENT)
		plan->event_name = event_name(s, k, side->star, event);
	if (k->name_field)
		find_field(&plan->name, event, k->name_field, strlen(k->name_field));
	if (k->more_name)
		find_field(&plan->more_name, event, k->more_name, strlen(k->more_name));
	raw_offset_find(&plan->raw, &event->layout);
	part->offcpu |= k->key_is_thread;
	s->has |= SPANEVENTS_ANY | (k->key_is_thread ? SPANEVENTS_OFFCPU : 0u) |
		  (k->naming == SPAN_BY_FUNCTION ? SPANEVENTS_SYMBOLS : 0u);
}

static void bind_end(struct spanevents *s, struct spanevent *plan,
		     const struct spanevent_side *side, const struct event *event)
{
	const struct span_kind *k = span_kind_at(side->kind);

	plan->end = *side;
	if (k->ret)
		find_field(&plan->ret, event, k->ret, strlen(k->ret));
	raw_offset_find(&plan->raw, &event->layout);
	s->has |= plan->ret.type ? SPANEVENTS_RET : 0u;
}

/* Find the sides of a row that events of a part match, and that no other row has. */
static void find_sides(struct spanevents *s, const struct spanevents_part *part, uint32_t kind,
		       struct found_sides *found)
{
	const struct events *events = part->of;
	struct buf name = BUF_INIT;
	struct spanevent_side side;

	for (size_t i = 0; i < events->list.n; i++) {
		const struct event *event = &events->list.v[i];
		const struct spanevent *plan = &part->events.v[i];

		if (span_kind_at(kind)->untaken && (plan->begin.kind || plan->end.kind))
			continue;
		tracepoint_name(event, &name);
		if (!plan->begin.kind && is_side(s, kind, event, name.p, true, &side))
			add_side(found, i, SEEN_BEGIN, &side);
		if (!plan->end.kind && is_side(s, kind, event, name.p, false, &side))
			add_side(found, i, SEEN_END, &side);
	}
	buf_release(&name);
}

/*
 * Assign events of a part to a row. An event must not have another row, and its counterpart must
 * exist.
 */
static bool bind_events(struct spanevents *s, struct spanevents_part *part, uint32_t kind)
{
	struct found_sides found = { { NULL } };
	bool any = false;

	find_sides(s, part, kind, &found);
	for (size_t i = 0; i < found.list.n; i++) {
		const struct found_side *f = &found.list.v[i];
		const struct event *event = &part->of->list.v[f->event];
		struct spanevent *plan = &part->events.v[f->event];

		if (found.seen.v[f->side.star] != SEEN_BOTH)
			continue;
		if (f->which == SEEN_BEGIN)
			bind_begin(s, part, plan, &f->side, event);
		else
			bind_end(s, plan, &f->side, event);
		any |= f->which == SEEN_BEGIN;
	}
	vec_release(&found.seen);
	vec_release(&found.list);
	return any;
}

/* Find the events that announce the end of a row's spans. */
static void bind_wakeups(struct spanevents *s, struct spanevents_part *part, uint32_t kind)
{
	const struct events *events = part->of;
	const struct span_kind *k = span_kind_at(kind);

	for (size_t i = 0; k->wakeups && i < events->list.n; i++) {
		const struct event *event = &events->list.v[i];
		struct spanevent *plan = &part->events.v[i];
		struct spanevent_side side = { .kind = kind };
		const char *const *name = k->wakeups;

		while (*name && !tracepoint_is(event, *name))
			name++;
		if (!*name || !find_key(&side, event, k->wakeup_key))
			continue;
		plan->wakes = side;
		raw_offset_find(&plan->raw, &event->layout);
		s->has |= SPANEVENTS_WAKEUPS;
	}
}

/* Does a part have SWITCH records? */
static bool has_switches(const struct recording *recording, size_t part)
{
	const struct index *index = recording_index(recording, part);

	for (uint64_t i = 0; i < index_kinds(index); i++) {
		uint32_t type = index_kind(index, i)->entry.type;

		if (record_is_switch(type))
			return true;
	}
	return false;
}

/* Does an earlier row have the spans of the same kind? */
static bool is_given(const bool *given, uint32_t kind)
{
	for (uint32_t i = 1; i < kind; i++)
		if (given[i] && !strcmp(span_kind_at(i)->name, span_kind_at(kind)->name))
			return true;
	return false;
}

/* Note the system calls with tracepoints of their own, which take precedence. */
static void note_covered(struct spanevents_part *part)
{
	for (size_t i = 0; i < part->events.n; i++) {
		const struct spanevent_side *begin = &part->events.v[i].begin;

		if (!begin->kind || !span_kind_at(begin->kind)->covers)
			continue;
		while (part->covered.n <= begin->star)
			vec_push(&part->covered, false);
		part->covered.v[begin->star] = true;
	}
}

static void bind_part(struct spanevents *s, size_t number)
{
	const struct perf_file *file = recording_file(s->recording, number);
	struct spanevents_part *part = vec_add(&s->parts);
	bool given[SPAN_KINDS_MAX + 1] = { false };

	part->of = &file->events;
	part->syscalls = syscalls_of(file);
	for (size_t i = 0; i < file->events.list.n; i++)
		vec_push(&part->events, (struct spanevent){ .begin = { 0 } });
	for (uint32_t kind = 1; span_kind_at(kind)->name; kind++) {
		const struct span_kind *k = span_kind_at(kind);

		/*
		 * A row for system calls by number is always used, because each number is checked
		 * separately.
		 */
		if (k->naming != SPAN_BY_SYSCALL && !k->besides && is_given(given, kind))
			continue;
		if (k->naming != SPAN_BY_MISC)
			given[kind] = bind_events(s, part, kind);
		if (given[kind])
			bind_wakeups(s, part, kind);
		if (k->naming == SPAN_BY_MISC && has_switches(s->recording, number)) {
			part->switches = kind;
			part->offcpu = true;
			s->has |= SPANEVENTS_ANY | SPANEVENTS_OFFCPU;
		}
	}
	note_covered(part);
}

struct spanevents *spanevents_open(struct recording *recording, struct spannames *names)
{
	struct spanevents *s = mem_zalloc(sizeof(*s));

	s->recording = recording;
	s->names = names;
	for (size_t i = 0; i < recording_parts_ready(recording); i++)
		bind_part(s, i);
	return s;
}

void spanevents_close(struct spanevents *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->parts.n; i++) {
		vec_release(&s->parts.v[i].events);
		vec_release(&s->parts.v[i].covered);
	}
	vec_release(&s->parts);
	free(s);
}

unsigned spanevents_has(const struct spanevents *s)
{
	return s->has;
}

/* ---- kinds of rows ---- */

unsigned spanevents_roles_of_event(const struct spanevents *s, size_t number, int event)
{
	const struct spanevent *plan;
	const struct spanevents_part *part = &s->parts.v[number];

	if (event < 0 || (size_t)event >= part->events.n)
		return 0;
	plan = &part->events.v[event];
	return (plan->begin.kind ? EDGE_BEGINS : 0u) | (plan->end.kind ? EDGE_ENDS : 0u) |
	       (plan->wakes.kind ? EDGE_WAKES : 0u);
}

/*
 * Does a sample show that its thread is on a CPU? A switch does so, too, but it begins another span
 * of the thread.
 */
static bool shows_run(const struct spanevents_part *part, const struct kind *kind)
{
	int event = kind->entry.event;
	uint32_t begins = event < 0 ? 0 : part->events.v[event].begin.kind;

	return part->offcpu && index_offsets_has(&kind->offsets, INDEX_FIELD_TID) &&
	       !(begins && span_kind_at(begins)->key_is_thread);
}

/* Return what rows of a kind that have a time can do. */
static unsigned roles_of_type(const struct spanevents *s, size_t part, const struct kind *kind)
{
	const struct spanevents_part *p = &s->parts.v[part];

	switch (kind->entry.type) {
	case RECORD_SAMPLE:
		return spanevents_roles_of_event(s, part, kind->entry.event) |
		       (shows_run(p, kind) ? EDGE_RUNS : 0u);
	case RECORD_SWITCH:
	case RECORD_SWITCH_CPU_WIDE:
		return !p->switches			    ? 0
		       : kind->entry.misc & MISC_SWITCH_OUT ? EDGE_BEGINS
							    : EDGE_ENDS;
	case RECORD_EXIT:
		return EDGE_EXIT;
	case RECORD_LOST:
	case RECORD_THROTTLE:
	case RECORD_UNTHROTTLE:
		return EDGE_LOSS;
	default:
		return 0;
	}
}

unsigned spanevents_roles(const struct spanevents *s, size_t part, uint64_t number)
{
	const struct kind *kind = index_kind(recording_index(s->recording, part), number);
	unsigned roles;

	if (!kind || !index_offsets_has(&kind->offsets, INDEX_FIELD_TIME))
		return 0;
	roles = roles_of_type(s, part, kind);
	return roles && index_offsets_has(&kind->offsets, INDEX_FIELD_CPU) ? roles | EDGE_HAS_CPU
									   : roles;
}

const struct spanevents_part *spanevents_part(const struct spanevents *s, size_t part)
{
	return &s->parts.v[part];
}
