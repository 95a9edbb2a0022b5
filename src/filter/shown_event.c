/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter/shown_event.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "filter/eval.h"
#include "filter/lex.h"
#include "wire/names.h"

#define SYSTEM_END ":*"

enum {
	OTHERS_MAX = 16 /* names that a message lists */
};

/* ---- systems of tracepoints ---- */

/*
 * The length of the system's name, if the event is a tracepoint that counts each occurrence;
 * otherwise 0.
 */
static size_t system_of(const struct event *event)
{
	const char *colon = strchr(event->name, ':');

	if (event->attr.type != ATTR_TYPE_TRACEPOINT || event->attr.sample_period != 1 ||
	    attr_flag(&event->attr, ATTR_FREQ) || !colon)
		return 0;
	for (const char *p = event->name; p < colon; p++)
		if (!isalnum((unsigned char)*p) && *p != '_')
			return 0;
	return (size_t)(colon - event->name);
}

/* Count the tracepoints of each system, by the hash of its name. */
static void count_systems(const struct recording *recording, struct map *systems)
{
	struct map seen = { NULL };

	for (size_t part = 0; part < recording_parts(recording); part++) {
		const struct events *events = &recording_file(recording, part)->events;

		for (size_t i = 0; i < events->list.n; i++) {
			const char *name = events->list.v[i].name;
			size_t len = system_of(&events->list.v[i]);
			bool fresh = false;

			if (len)
				map_put(&seen, secret_hash(name, strlen(name)), &fresh);
			if (fresh)
				++*map_put(systems, secret_hash(name, len), &fresh);
		}
	}
	map_release(&seen);
}

static bool is_joint(const struct map *systems, const struct event *event)
{
	size_t len = system_of(event);
	const uint32_t *n = len ? map_get(systems, secret_hash(event->name, len)) : NULL;

	return n && *n > SHOWN_EVENT_SYSTEM;
}

static void add_name(const struct map *systems, const struct event *event, struct buf *out)
{
	if (!is_joint(systems, event)) {
		buf_adds(out, event->name);
		return;
	}
	buf_add(out, event->name, system_of(event));
	buf_adds(out, SYSTEM_END);
}

/* ---- choices ---- */

/* Note the events of a part that have matching samples; its index may be missing yet. */
static void find_sampled(struct recording *recording, size_t part, struct eval *eval,
			 struct map *sampled)
{
	const struct index *index = recording_index(recording, part);
	uint64_t n = index ? index_kinds(index) : 0;
	bool fresh;

	for (uint64_t i = 0; i < n; i++) {
		const struct kind_entry *entry = &index_kind(index, i)->entry;

		if (entry->type == RECORD_SAMPLE && entry->event != EVENT_NONE &&
		    eval_may_kind(eval, part, i))
			map_put(sampled, (uint64_t)entry->event, &fresh);
	}
}

static uint64_t key_of(size_t part, int event)
{
	return (uint64_t)part << 32 | (uint32_t)event;
}

struct choosing {
	struct shown_events *events;
	struct map systems;
	struct map names; /* numbers of choices by the hashes of their names */
};

static void add_choice(struct choosing *c, const struct event *event, size_t part, int number)
{
	struct buf name = BUF_INIT;
	uint32_t *choice;
	bool fresh;

	add_name(&c->systems, event, &name);
	choice = map_put(&c->names, secret_hash(name.p, name.len), &fresh);
	if (fresh) {
		*choice = (uint32_t)c->events->names.n;
		vec_push(&c->events->names, buf_take(&name));
		vec_push(&c->events->choices, ((struct shown_choice){ .part = part }));
	}
	c->events->choices.v[*choice].n += c->events->choices.v[*choice].part == part;
	*map_put(&c->events->of, key_of(part, number), &fresh) = *choice;
	buf_release(&name);
}

void shown_events_read(struct shown_events *events, struct recording *recording,
		       const struct filter *filter)
{
	struct reader *reader = reader_open(recording);
	struct eval *eval = eval_open(reader, filter);
	struct choosing c = { .events = events };
	struct index_progress progress;

	recording_progress(recording, &progress);
	*events = (struct shown_events){ .growing = progress.state == INDEX_BUILDING ||
						    progress.state == INDEX_FOLLOWING };
	count_systems(recording, &c.systems);
	for (size_t part = 0; part < recording_parts(recording); part++) {
		const struct events *list = &recording_file(recording, part)->events;
		struct map sampled = { NULL };

		find_sampled(recording, part, eval, &sampled);
		for (size_t i = 0; i < list->list.n; i++)
			if (map_get(&sampled, i))
				add_choice(&c, &list->list.v[i], part, (int)i);
		map_release(&sampled);
	}
	map_release(&c.systems);
	map_release(&c.names);
	eval_close(eval);
	reader_close(reader);
}

void shown_events_release(struct shown_events *events)
{
	for (size_t i = 0; i < events->names.n; i++)
		free(events->names.v[i]);
	vec_release(&events->names);
	vec_release(&events->choices);
	map_release(&events->of);
}

size_t shown_events_of(const struct shown_events *events, size_t part, int event)
{
	const uint32_t *choice = map_get(&events->of, key_of(part, event));

	return choice ? *choice : SIZE_MAX;
}

size_t shown_events_find(const struct shown_events *events, const char *name)
{
	for (size_t i = 0; i < events->names.n; i++)
		if (!strcmp(events->names.v[i], name))
			return i;
	return SIZE_MAX;
}

const char *shown_events_next(const struct shown_events *events, const char *name)
{
	size_t at = name ? shown_events_find(events, name) : SIZE_MAX;

	if (!events->names.n)
		return NULL;
	return events->names.v[at == SIZE_MAX ? 0 : (at + 1) % events->names.n];
}

/* ---- one choice ---- */

static bool is_all(const char *name)
{
	return !strcmp(name, SHOWN_EVENT_ALL);
}

/* An event of the recording whose choice, or whose own name, this is. */
static const struct event *find_event(const struct recording *recording, const char *name,
				      bool *joint)
{
	const struct event *found = NULL;
	struct map systems = { NULL };
	struct buf own = BUF_INIT;

	*joint = false;
	count_systems(recording, &systems);
	for (size_t part = 0; !found && part < recording_parts(recording); part++) {
		const struct events *events = &recording_file(recording, part)->events;

		for (size_t i = 0; !found && i < events->list.n; i++) {
			const struct event *event = &events->list.v[i];

			buf_reset(&own);
			add_name(&systems, event, &own);
			*joint = is_joint(&systems, event) && !strcmp(own.p, name);
			if (*joint || !strcmp(event->name, name))
				found = event;
		}
	}
	map_release(&systems);
	buf_release(&own);
	return found;
}

/*
 * Append, as exceptions, the events that "SYSTEM:*" matches and that do not belong to the choice.
 */
static void add_exceptions(const struct recording *recording, const char *prefix, size_t len,
			   struct buf *out)
{
	bool any = false;

	for (size_t part = 0; part < recording_parts(recording); part++) {
		const struct events *events = &recording_file(recording, part)->events;

		for (size_t i = 0; i < events->list.n; i++) {
			const struct event *event = &events->list.v[i];

			if (strncmp(event->name, prefix, len) != 0 || system_of(event))
				continue;
			buf_adds(out, any ? ", " : " and not event in {");
			lex_quote(out, event->name, strlen(event->name));
			any = true;
		}
	}
	buf_adds(out, any ? "}" : "");
}

/* Can events have READ records, too (perf_event.h: inherit_stat)? */
static bool has_reads(const struct recording *recording)
{
	for (size_t part = 0; part < recording_parts(recording); part++) {
		const struct events *events = &recording_file(recording, part)->events;

		for (size_t i = 0; i < events->list.n; i++)
			if (attr_flag(&events->list.v[i].attr, ATTR_INHERIT_STAT))
				return true;
	}
	return false;
}

void shown_event_condition(const struct recording *recording, const char *name, struct buf *out)
{
	size_t len = strlen(name);
	bool joint;

	if (is_all(name))
		return;
	find_event(recording, name, &joint);
	if (joint) {
		size_t prefix = len - strlen(SYSTEM_END) + 1;

		buf_addf(out, "%s ~ \"(?-i)^%.*s\"", field_id_name(F_event), (int)prefix, name);
		add_exceptions(recording, name, prefix, out);
	} else {
		buf_addf(out, "%s == ", field_id_name(F_event));
		lex_quote(out, name, len);
	}
	if (has_reads(recording))
		buf_addf(out, " and %s == SAMPLE", field_id_name(F_type));
}

struct filter *shown_event_filter(const struct recording *recording, const char *name,
				  const char *where)
{
	struct buf text = BUF_INIT, resolved = BUF_INIT;
	struct filter *filter = NULL;

	/* Options of perf script are converted to an expression. */
	if (*where && !filter_resolve(where, NULL, &resolved, NULL))
		buf_addf(&text, is_all(name) ? "%s" : "(%s) and ", resolved.p);
	shown_event_condition(recording, name, &text);
	if (text.len)
		filter_parse(&filter, text.p, NULL);
	buf_release(&text);
	buf_release(&resolved);
	return filter;
}

bool shown_event_exists(const struct recording *recording, const char *name)
{
	bool joint;

	return find_event(recording, name, &joint);
}

int shown_event_check(struct recording *recording, const char *name, struct err *err)
{
	struct shown_events events;
	struct buf others = BUF_INIT, shown = BUF_INIT;

	if (is_all(name) || shown_event_exists(recording, name))
		return 0;
	shown_events_read(&events, recording, NULL);
	shown_events_others(&events, NULL, &others);
	text_escape_str(&shown, name);
	err_set(err, ERR_PARSE, "no event is called %s; the events are: %s%s%s", shown.p, others.p,
		others.len ? ", " : "", SHOWN_EVENT_ALL);
	shown_events_release(&events);
	buf_release(&others);
	buf_release(&shown);
	return ERR_PARSE;
}

void shown_event_where(const char *where, const struct field *weight, struct buf *out)
{
	bool asks = weight && weight->id != F_period;

	buf_addf(out, *where && asks ? "(%s) and " : "%s", where);
	if (asks)
		field_name(weight, out);
}

bool shown_event_weighs(enum field_id field)
{
	static const enum field_id fields[] = { F_period, F_weight, F_ins_lat, F_retire_lat,
						F_tp_field };

	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
		if (fields[i] == field)
			return true;
	return false;
}

bool shown_event_is_time(const struct recording *recording, const char *name)
{
	const struct event *event;
	bool joint;

	if (!name || is_all(name))
		return false;
	event = find_event(recording, name, &joint);
	/* PERF_COUNT_SW_CPU_CLOCK, PERF_COUNT_SW_TASK_CLOCK */
	return event && event->attr.type == ATTR_TYPE_SOFTWARE && event->attr.config < 2;
}

uint64_t shown_event_period(const struct recording *recording, const char *name)
{
	const struct event *event;
	bool joint;

	event = is_all(name) ? NULL : find_event(recording, name, &joint);
	if (!event || !event->attr.sample_period)
		return 0;
	if (!attr_flag(&event->attr, ATTR_FREQ))
		return event->attr.sample_period;
	return shown_event_is_time(recording, name) ? 1000000000u / event->attr.sample_period : 0;
}

bool shown_event_is_clock(const struct recording *recording, const char *name, enum field_id field)
{
	return field == F_period && shown_event_is_time(recording, name);
}

/* ---- fields ---- */

void shown_events_name(const struct shown_events *events, const char *name, struct buf *out)
{
	size_t n = events->names.n;

	if (!name)
		buf_adds(out, "no event");
	else if (is_all(name) && n != 1)
		buf_addf(out, "all %zu events", n);
	else
		text_escape_str(out, is_all(name) ? events->names.v[0] : name);
}

void shown_events_place(const struct shown_events *events, const char *name, struct buf *out)
{
	size_t n = events->names.n, at = SIZE_MAX, own;
	bool joint = false;

	if (name && !is_all(name))
		at = shown_events_find(events, name);
	if (at == SIZE_MAX)
		return;
	for (size_t i = 0; i < n; i++)
		joint |= events->choices.v[i].n > 1;
	own = events->choices.v[at].n;
	if (own > 1)
		buf_addf(out, " (%zu events", own);
	if (n > 1)
		buf_addf(out, "%s%zu of %zu %s", own > 1 ? ", " : " (", at + 1, n,
			 joint ? "names" : "events");
	if (own > 1 || n > 1)
		buf_addc(out, ')');
}

void shown_events_others(const struct shown_events *events, const char *name, struct buf *out)
{
	size_t listed = 0, left = 0;

	for (size_t i = 0; i < events->names.n; i++) {
		if (name && !strcmp(events->names.v[i], name))
			continue;
		if (listed == OTHERS_MAX) {
			left++;
			continue;
		}
		buf_adds(out, listed++ ? ", " : "");
		text_escape_str(out, events->names.v[i]);
	}
	if (left)
		buf_addf(out, " and %zu more", left);
}

bool shown_events_note(const struct shown_events *events, const char *name, struct buf *out)
{
	struct buf others = BUF_INIT;
	bool any;

	if (name && !is_all(name))
		shown_events_others(events, name, &others);
	any = others.len;
	if (any) {
		buf_adds(out, "samples of ");
		shown_events_name(events, name, out);
		shown_events_place(events, name, out);
		buf_addf(out, "; the others: %s (--show-event EVENT|%s)", others.p,
			 SHOWN_EVENT_ALL);
	}
	buf_release(&others);
	return any;
}
