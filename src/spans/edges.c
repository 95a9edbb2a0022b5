/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spans/edges.h"

#include <stdlib.h>
#include <string.h>

#include "recording/symbols.h"
#include "spans/rawfield.h"
#include "spans/spankind.h"
#include "spans/syscalls.h"
#include "spans/tracepoint.h"
#include "wire/raw_offset.h"

enum {
	RECENT = 256,
	NO_SYSCALL = -1 /* the number of rt_sigreturn at its exit, and of cancelled calls */
};

/* An event as one side of a row of the table. */
struct event_side {
	uint32_t kind; /* the row, from 1 */
	uint32_t star; /* name of the text that * matches, 0: none */
	struct rawfield key, more_key;
};

/* What the samples of an event begin, end and wake. */
struct plan_of_event {
	struct event_side begin, end, wakes;
	uint32_t event_name; /* name of its spans, if it follows from the event */
	struct rawfield name, more_name, ret;
	struct raw_offset raw;
};

struct part_edges {
	const struct events *of;
	VEC(struct plan_of_event) events;
	uint32_t switches; /* the row for SWITCH records, 0: none */
	struct syscalls syscalls;
	VEC(bool) covered; /* by name: system calls that have events of their own */
	bool offcpu;	   /* spans off the CPU begin in it */
};

struct edges {
	struct recording *recording;
	struct spannames *names;
	VEC(struct part_edges) parts;
	unsigned has; /* enum edge_has, for all events */
	/* Recent names of values, because many values occur again. */
	struct {
		uint64_t value;
		uint32_t group, number; /* group 0: none */
	} recent[RECENT];
	struct reader *reader; /* of the current row */
};

/* ---- events of the table ---- */

/* A row of the table, by its number from 1 on. */
static const struct span_kind *kind_at(uint32_t kind)
{
	return &span_kinds[kind - 1];
}

static uint32_t star_name(struct edges *e, const struct span_kind *kind, const char *star,
			  size_t len)
{
	struct buf text = BUF_INIT;
	uint32_t number;

	buf_add(&text, star, len);
	if (!strcmp(kind->name, "syscall"))
		star = syscalls_usual(text.p);
	else
		star = text.p;
	number = spannames_add(e->names, star, strlen(star));
	buf_release(&text);
	return number;
}

/*
 * Return the usual name of the spans of an event. Names of perf probe events are written without
 * the group.
 */
static uint32_t event_name(struct edges *e, const struct span_kind *kind, uint32_t star,
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
		text = spannames_text(e->names, star, &len);
	colon = strcmp(kind->name, "call") ? NULL : memchr(text, ':', len);
	if (colon)
		number = spannames_add(e->names, colon + 1, len - (size_t)(colon + 1 - text));
	else if (!star)
		number = spannames_add(e->names, text, len);
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
	struct event_side side;
};

/* The sides of a row that events match. */
struct found_sides {
	VEC(uint8_t) seen; /* which of them, by the name of the text that * matches */
	VEC(struct found_side) list;
};

static void add_side(struct found_sides *found, size_t event, uint8_t which,
		     const struct event_side *side)
{
	vec_push(&found->list, ((struct found_side){ event, which, *side }));
	while (found->seen.n <= side->star)
		vec_push(&found->seen, 0);
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
static bool find_key(struct event_side *side, const struct event *event, const char *key)
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
static bool is_side(struct edges *e, uint32_t kind, const struct event *event, const char *name,
		    bool begin, struct event_side *side)
{
	const struct span_kind *k = kind_at(kind);
	size_t len;
	const char *star = tracepoint_match(begin ? k->begin : k->end, name, &len);

	*side = (struct event_side){ .kind = kind };
	if (!star || !find_key(side, event, begin ? k->begin_key : k->end_key))
		return false;
	side->star = len ? star_name(e, k, star, len) : 0;
	return true;
}

static void bind_begin(struct edges *e, struct part_edges *part, struct plan_of_event *plan,
		       const struct event_side *side, const struct event *event)
{
	const struct span_kind *k = kind_at(side->kind);

	plan->begin = *side;
	if (k->naming == SPAN_BY_EVENT)
		plan->event_name = event_name(e, k, side->star, event);
	if (k->name_field)
		find_field(&plan->name, event, k->name_field, strlen(k->name_field));
	if (k->more_name)
		find_field(&plan->more_name, event, k->more_name, strlen(k->more_name));
	raw_offset_find(&plan->raw, &event->layout);
	part->offcpu |= k->key_is_thread;
	e->has |= EDGE_HAS_ANY | (k->key_is_thread ? EDGE_HAS_OFFCPU : 0u) |
		  (k->naming == SPAN_BY_FUNCTION ? EDGE_HAS_SYMBOLS : 0u);
}

static void bind_end(struct edges *e, struct plan_of_event *plan, const struct event_side *side,
		     const struct event *event)
{
	const struct span_kind *k = kind_at(side->kind);

	plan->end = *side;
	if (k->ret)
		find_field(&plan->ret, event, k->ret, strlen(k->ret));
	raw_offset_find(&plan->raw, &event->layout);
	e->has |= plan->ret.type ? EDGE_HAS_RET : 0u;
}

/* Find the sides of a row that events of a part match, and that no other row has. */
static void find_sides(struct edges *e, const struct part_edges *part, uint32_t kind,
		       struct found_sides *found)
{
	const struct events *events = part->of;
	struct buf name = BUF_INIT;
	struct event_side side;

	for (size_t i = 0; i < events->list.n; i++) {
		const struct event *event = &events->list.v[i];
		const struct plan_of_event *plan = &part->events.v[i];

		if (kind_at(kind)->untaken && (plan->begin.kind || plan->end.kind))
			continue;
		tracepoint_name(event, &name);
		if (!plan->begin.kind && is_side(e, kind, event, name.p, true, &side))
			add_side(found, i, SEEN_BEGIN, &side);
		if (!plan->end.kind && is_side(e, kind, event, name.p, false, &side))
			add_side(found, i, SEEN_END, &side);
	}
	buf_release(&name);
}

/*
 * Assign events of a part to a row. An event must not have another row, and its counterpart must
 * exist.
 */
static bool bind_events(struct edges *e, struct part_edges *part, uint32_t kind)
{
	struct found_sides found = { { NULL } };
	bool any = false;

	find_sides(e, part, kind, &found);
	for (size_t i = 0; i < found.list.n; i++) {
		const struct found_side *f = &found.list.v[i];
		const struct event *event = &part->of->list.v[f->event];
		struct plan_of_event *plan = &part->events.v[f->event];

		if (found.seen.v[f->side.star] != SEEN_BOTH)
			continue;
		if (f->which == SEEN_BEGIN)
			bind_begin(e, part, plan, &f->side, event);
		else
			bind_end(e, plan, &f->side, event);
		any |= f->which == SEEN_BEGIN;
	}
	vec_release(&found.seen);
	vec_release(&found.list);
	return any;
}

/* Find the events that announce the end of a row's spans. */
static void bind_wakeups(struct edges *e, struct part_edges *part, uint32_t kind)
{
	const struct events *events = part->of;
	const struct span_kind *k = kind_at(kind);

	for (size_t i = 0; k->wakeups && i < events->list.n; i++) {
		const struct event *event = &events->list.v[i];
		struct plan_of_event *plan = &part->events.v[i];
		struct event_side side = { .kind = kind };
		const char *const *name = k->wakeups;

		while (*name && !tracepoint_is(event, *name))
			name++;
		if (!*name || !find_key(&side, event, k->wakeup_key))
			continue;
		plan->wakes = side;
		raw_offset_find(&plan->raw, &event->layout);
		e->has |= EDGE_HAS_WAKEUPS;
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
		if (given[i] && !strcmp(kind_at(i)->name, kind_at(kind)->name))
			return true;
	return false;
}

/* Note the system calls with tracepoints of their own, which take precedence. */
static void note_covered(struct part_edges *part)
{
	for (size_t i = 0; i < part->events.n; i++) {
		const struct event_side *begin = &part->events.v[i].begin;

		if (!begin->kind || !kind_at(begin->kind)->covers)
			continue;
		while (part->covered.n <= begin->star)
			vec_push(&part->covered, false);
		part->covered.v[begin->star] = true;
	}
}

static void bind_part(struct edges *e, size_t number)
{
	const struct perf_file *file = recording_file(e->recording, number);
	struct part_edges *part = vec_add(&e->parts);
	bool given[SPAN_KINDS_MAX + 1] = { false };

	part->of = &file->events;
	part->syscalls = syscalls_of(file);
	for (size_t i = 0; i < file->events.list.n; i++)
		vec_push(&part->events, (struct plan_of_event){ .begin = { 0 } });
	for (uint32_t kind = 1; kind_at(kind)->name; kind++) {
		const struct span_kind *k = kind_at(kind);

		/*
		 * A row for system calls by number is always used, because each number is checked
		 * separately.
		 */
		if (k->naming != SPAN_BY_SYSCALL && !k->besides && is_given(given, kind))
			continue;
		if (k->naming != SPAN_BY_MISC)
			given[kind] = bind_events(e, part, kind);
		if (given[kind])
			bind_wakeups(e, part, kind);
		if (k->naming == SPAN_BY_MISC && has_switches(e->recording, number)) {
			part->switches = kind;
			part->offcpu = true;
			e->has |= EDGE_HAS_ANY | EDGE_HAS_OFFCPU;
		}
	}
	note_covered(part);
}

struct edges *edges_open(struct recording *recording, struct spannames *names)
{
	struct edges *e = mem_zalloc(sizeof(*e));

	e->recording = recording;
	e->names = names;
	for (size_t i = 0; i < recording_parts_ready(recording); i++)
		bind_part(e, i);
	return e;
}

void edges_close(struct edges *e)
{
	if (!e)
		return;
	for (size_t i = 0; i < e->parts.n; i++) {
		vec_release(&e->parts.v[i].events);
		vec_release(&e->parts.v[i].covered);
	}
	vec_release(&e->parts);
	free(e);
}

unsigned edges_has(const struct edges *e)
{
	return e->has;
}

/* ---- kinds of rows ---- */

unsigned edges_roles_of_event(const struct edges *e, size_t number, int event)
{
	const struct plan_of_event *plan;
	const struct part_edges *part = &e->parts.v[number];

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
static bool shows_run(const struct part_edges *part, const struct kind *kind)
{
	int event = kind->entry.event;
	uint32_t begins = event < 0 ? 0 : part->events.v[event].begin.kind;

	return part->offcpu && plan_has(&kind->plan, INDEX_FIELD_TID) &&
	       !(begins && kind_at(begins)->key_is_thread);
}

/* Return what rows of a kind that have a time can do. */
static unsigned roles_of_type(const struct edges *e, size_t part, const struct kind *kind)
{
	const struct part_edges *p = &e->parts.v[part];

	switch (kind->entry.type) {
	case RECORD_SAMPLE:
		return edges_roles_of_event(e, part, kind->entry.event) |
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

unsigned edges_roles(const struct edges *e, size_t part, uint64_t number)
{
	const struct kind *kind = index_kind(recording_index(e->recording, part), number);
	unsigned roles;

	if (!kind || !plan_has(&kind->plan, INDEX_FIELD_TIME))
		return 0;
	roles = roles_of_type(e, part, kind);
	return roles && plan_has(&kind->plan, INDEX_FIELD_CPU) ? roles | EDGE_HAS_CPU : roles;
}

/* ---- rows ---- */

uint64_t edges_thread(const struct row_info *info)
{
	/* The threads with tid -1 stay one thread: the spans of a thread end when it exits. */
	return info->tid ? row_thread_key(info) : row_cpu_key(info);
}

static uint64_t owner_of(const struct span_kind *kind, const struct row_info *info)
{
	switch (kind->scope) {
	case SPAN_THREAD:
		return edges_thread(info);
	case SPAN_CPU:
		return info->has_cpu ? info->cpu : UINT32_MAX;
	case SPAN_KEY:
	default:
		return 0;
	}
}

static uint32_t add_name(struct edges *e, const char *text)
{
	return spannames_add(e->names, text, strlen(text));
}

/* Return the name of a number, or else the number as text. */
static uint32_t number_name(struct edges *e, const char *name, uint64_t v)
{
	struct buf out = BUF_INIT;
	uint32_t number;

	if (name)
		return add_name(e, name);
	buf_addf(&out, "%llu", (unsigned long long)v);
	number = add_name(e, out.p);
	buf_release(&out);
	return number;
}

/* Return the name of the kernel function that contains an address. */
static uint32_t function_name(struct edges *e, const struct row_info *info, uint64_t addr)
{
	const struct mapping *mapping =
		mappings_find(reader_mappings(e->reader), info, CPUMODE_KERNEL, addr, NULL);
	struct symbols_answer symbol = { .answer = SYMS_NONE };
	struct buf out = BUF_INIT;
	uint32_t number;

	if (mapping)
		symbols_find(reader_symbols(e->reader), info, mapping, addr, &symbol);
	if (symbol.answer == SYMS_FOUND)
		return spannames_add(e->names, symbol.name, symbol.len);
	buf_add0x(&out, addr);
	number = add_name(e, out.p);
	buf_release(&out);
	return number;
}

/* Return "8,16 WS". The major and minor number are split as with the kernel's MINORBITS. */
static uint32_t device_name(struct edges *e, uint64_t dev, const char *op, size_t len)
{
	struct buf out = BUF_INIT;
	uint32_t number;

	buf_addf(&out, "%llu,%llu ", (unsigned long long)dev >> 20,
		 (unsigned long long)dev & 0xfffff);
	buf_add(&out, op, len);
	number = spannames_add(e->names, out.p, out.len);
	buf_release(&out);
	return number;
}

/* What the name of a number depends on. */
struct name_making {
	struct edges *edges;
	const struct row_info *info;
	const struct span_kind *kind;
};

static uint32_t make_name(void *arg, uint64_t v)
{
	const struct name_making *making = arg;
	const struct span_kind *kind = making->kind;
	struct edges *e = making->edges;
	const struct names *names = kind->names;
	const struct name *found;
	struct buf out = BUF_INIT;
	uint32_t number;

	switch (kind->naming) {
	case SPAN_BY_NUMBER:
		found = names_find(names, v);
		return number_name(e, found ? found->name : NULL,
				   kind->more_name ? (uint32_t)v : v);
	case SPAN_BY_SYSCALL:
		return number_name(e, syscalls_name(&e->parts.v[making->info->part].syscalls, v),
				   v);
	case SPAN_BY_FUNCTION:
		return function_name(e, making->info, v);
	case SPAN_BY_MASK:
		names_mask(&out, names, v);
		number = add_name(e, out.p);
		buf_release(&out);
		return number;
	default:
		return 0;
	}
}

static uint32_t name_of_value(struct edges *e, const struct row_info *info, uint32_t kind,
			      uint64_t v)
{
	uint32_t group = (uint32_t)info->part * SPAN_KINDS_MAX + kind;
	size_t at = (v ^ v >> 8 ^ v >> 16 ^ (uint64_t)group * 31) % RECENT;
	struct name_making making;

	if (e->recent[at].group == group && e->recent[at].value == v)
		return e->recent[at].number;
	making = (struct name_making){ e, info, kind_at(kind) };
	e->recent[at].number = spannames_of_value(e->names, group, v, make_name, &making);
	e->recent[at].group = group;
	e->recent[at].value = v;
	return e->recent[at].number;
}

/* The current sample. */
struct edge_sample {
	const struct row_info *info;
	const uint8_t *raw;
	size_t len;
	bool big;
};

static uint32_t name_of(struct edges *e, const struct edge_sample *s,
			const struct plan_of_event *plan)
{
	const struct span_kind *kind = kind_at(plan->begin.kind);
	const char *text;
	uint64_t v, more;
	size_t len;

	if (kind->naming == SPAN_BY_EVENT)
		return plan->event_name;
	if (kind->naming == SPAN_BY_TEXT)
		return rawfield_text(&plan->name, s->big, s->raw, s->len, &text, &len)
			       ? spannames_add(e->names, text, len)
			       : 0;
	if (!rawfield_number(&plan->name, s->big, s->raw, s->len, &v))
		return 0;
	if (kind->naming == SPAN_BY_DEVICE)
		return rawfield_text(&plan->more_name, s->big, s->raw, s->len, &text, &len)
			       ? device_name(e, v, text, len)
			       : 0;
	if (kind->more_name && rawfield_number(&plan->more_name, s->big, s->raw, s->len, &more))
		v = (uint32_t)v | more << 32;
	return name_of_value(e, s->info, plan->begin.kind, v);
}

/* Is this a system call by number that must be skipped? */
static bool is_other_syscall(struct edges *e, const struct edge_sample *s, uint32_t kind,
			     uint64_t v)
{
	const struct part_edges *part = &e->parts.v[s->info->part];
	uint32_t name;

	if (kind_at(kind)->naming != SPAN_BY_SYSCALL)
		return false;
	if (v == (uint64_t)(int64_t)NO_SYSCALL)
		return true;
	name = part->covered.n ? name_of_value(e, s->info, kind, v) : 0;
	return name && name < part->covered.n && part->covered.v[name];
}

static struct edge *add_edge(struct edge_list *out, const struct row_info *info,
			     enum edge_role does, uint32_t kind, uint64_t owner, uint64_t key)
{
	struct edge *edge = edge_add(out, info, does);

	edge->kind = (uint8_t)kind;
	edge->owner = owner;
	edge->key = key;
	return edge;
}

/* Add what a sample does as one side of its event's row. NULL: it does nothing. */
static struct edge *add_side_of(struct edges *e, const struct edge_sample *s, enum edge_role does,
				const struct event_side *side, struct edge_list *out)
{
	const struct span_kind *kind;
	uint64_t key = side->star, owner;

	if (!side->kind)
		return NULL;
	kind = kind_at(side->kind);
	owner = owner_of(kind, s->info);
	if (side->key.type && !rawfield_number(&side->key, s->big, s->raw, s->len, &key))
		return NULL;
	if (side->more_key.type) {
		owner = key;
		if (!rawfield_number(&side->more_key, s->big, s->raw, s->len, &key))
			return NULL;
	}
	if ((kind->zero_is_none && (!key || key == UINT64_MAX)) ||
	    is_other_syscall(e, s, side->kind, key))
		return NULL;
	return add_edge(out, s->info, does, side->kind, owner, key);
}

static void add_switch(struct edges *e, const struct row_info *info, struct edge_list *out)
{
	uint32_t kind = e->parts.v[info->part].switches;
	bool begins = info->misc & MISC_SWITCH_OUT;
	struct edge *edge;

	/* Skip the idle task of a CPU, and threads without a number. */
	if (!kind || !info->tid || info->tid == UINT32_MAX)
		return;
	edge = add_edge(out, info, begins ? EDGE_BEGINS : EDGE_ENDS, kind, edges_thread(info), 0);
	if (begins && info->misc & MISC_SWITCH_OUT_PREEMPT)
		edge->name = add_name(e, "R+");
}

void edges_get(struct edges *e, struct reader *reader, const struct row_info *info,
	       struct edge_list *out)
{
	const struct plan_of_event *plan;
	struct edge_sample s = { .info = info };
	const struct layout *layout;
	const uint8_t *rec;
	struct edge *edge;
	uint64_t ret;
	size_t len;

	e->reader = reader;
	if (info->type != RECORD_SAMPLE) {
		add_switch(e, info, out);
		return;
	}
	plan = &e->parts.v[info->part].events.v[info->event];
	rec = reader_bytes(reader, info, &len);
	layout = events_layout(e->parts.v[info->part].of, info->layout);
	s.big = layout->big;
	if (!raw_offset_get(&plan->raw, layout, rec, len, &s.raw, &s.len))
		s.len = 0;
	edge = add_side_of(e, &s, EDGE_ENDS, &plan->end, out);
	if (edge && rawfield_number(&plan->ret, s.big, s.raw, s.len, &ret)) {
		edge->has_ret = true;
		edge->ret = (int64_t)ret;
	}
	edge = add_side_of(e, &s, EDGE_BEGINS, &plan->begin, out);
	if (edge)
		edge->name = name_of(e, &s, plan);
	add_side_of(e, &s, EDGE_WAKES, &plan->wakes, out);
}
