/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spans/edges.h"

#include <stdlib.h>
#include <string.h>

#include "recording/symbols.h"
#include "spans/rawfield.h"
#include "spans/syscalls.h"
#include "spans/tracepoint.h"

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
	struct rawplace raw;
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
	/* For the name that is being made. */
	struct reader *reader;
	const struct row_info *info;
	const struct span_kind *kind;
};

/* ---- events of the table ---- */

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
			   const char *name)
{
	const char *text = name, *colon;
	size_t len = strlen(name);

	if (star)
		text = spannames_text(e->names, star, &len);
	colon = strcmp(kind->name, "call") ? NULL : memchr(text, ':', len);
	if (!colon)
		return star ? star : spannames_add(e->names, text, len);
	return spannames_add(e->names, colon + 1, len - (size_t)(colon + 1 - text));
}

/* The sides that a row has events for, by the names of the texts that * matches. */
struct seen {
	VEC(uint8_t) stars;
};

enum {
	SEEN_BEGIN = 1,
	SEEN_END = 2,
	SEEN_BOTH = 3
};

static void see(struct seen *seen, uint32_t star, uint8_t side)
{
	while (seen->stars.n <= star)
		vec_push(&seen->stars, 0);
	seen->stars.v[star] |= side;
}

static void find_field(struct rawfield *field, const struct event *event, const char *name,
		       size_t len)
{
	struct buf text = BUF_INIT;

	*field = (struct rawfield){ .has = false };
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
	if (side->key.has && key[n])
		find_field(&side->more_key, event, key + n + 1, strlen(key + n + 1));
	return side->key.has && (!key[n] || side->more_key.has);
}

/* Match an event with one side of a row. Returns false if it does not match or lacks the key. */
static bool is_side(struct edges *e, uint32_t kind, const struct event *event, const char *name,
		    bool begin, struct event_side *side)
{
	const struct span_kind *k = &span_kinds[kind - 1];
	size_t len;
	const char *star = tracepoint_match(begin ? k->begin : k->end, name, &len);

	*side = (struct event_side){ .kind = kind };
	if (!star || !find_key(side, event, begin ? k->begin_key : k->end_key))
		return false;
	side->star = len ? star_name(e, k, star, len) : 0;
	return true;
}

static void take_begin(struct edges *e, struct part_edges *part, struct plan_of_event *plan,
		       const struct event_side *side, const struct event *event, const char *name)
{
	const struct span_kind *k = &span_kinds[side->kind - 1];

	plan->begin = *side;
	if (k->naming == SPAN_BY_EVENT)
		plan->event_name = event_name(e, k, side->star, name);
	if (k->name_field)
		find_field(&plan->name, event, k->name_field, strlen(k->name_field));
	if (k->more_name)
		find_field(&plan->more_name, event, k->more_name, strlen(k->more_name));
	rawplace_find(&plan->raw, &event->layout);
	part->offcpu |= k->key_is_thread;
	e->has |= EDGE_HAS_ANY | (k->key_is_thread ? EDGE_HAS_OFFCPU : 0u) |
		  (k->naming == SPAN_BY_FUNCTION ? EDGE_HAS_SYMBOLS : 0u);
}

static void take_end(struct edges *e, struct plan_of_event *plan, const struct event_side *side,
		     const struct event *event)
{
	const struct span_kind *k = &span_kinds[side->kind - 1];

	plan->end = *side;
	if (k->ret)
		find_field(&plan->ret, event, k->ret, strlen(k->ret));
	rawplace_find(&plan->raw, &event->layout);
	e->has |= plan->ret.has ? EDGE_HAS_RET : 0u;
}

/*
 * Assign events of a part to a row. An event must not have another row, and its counterpart must
 * exist.
 */
static bool bind_events(struct edges *e, struct part_edges *part, const struct events *events,
			uint32_t kind)
{
	struct buf name = BUF_INIT;
	struct seen seen = { { NULL } };
	struct event_side side;
	bool any = false;

	for (size_t i = 0; i < events->list.n; i++) {
		const struct event *event = &events->list.v[i];
		const struct plan_of_event *plan = &part->events.v[i];

		if (span_kinds[kind - 1].untaken && (plan->begin.kind || plan->end.kind))
			continue;
		tracepoint_name(event, &name);
		if (!plan->begin.kind && is_side(e, kind, event, name.p, true, &side))
			see(&seen, side.star, SEEN_BEGIN);
		if (!plan->end.kind && is_side(e, kind, event, name.p, false, &side))
			see(&seen, side.star, SEEN_END);
	}
	for (size_t i = 0; seen.stars.n && i < events->list.n; i++) {
		const struct event *event = &events->list.v[i];
		struct plan_of_event *plan = &part->events.v[i];

		if (span_kinds[kind - 1].untaken && (plan->begin.kind || plan->end.kind))
			continue;
		tracepoint_name(event, &name);
		if (!plan->begin.kind && is_side(e, kind, event, name.p, true, &side) &&
		    seen.stars.v[side.star] == SEEN_BOTH) {
			take_begin(e, part, plan, &side, event, name.p);
			any = true;
		}
		if (!plan->end.kind && is_side(e, kind, event, name.p, false, &side) &&
		    seen.stars.v[side.star] == SEEN_BOTH)
			take_end(e, plan, &side, event);
	}
	buf_release(&name);
	vec_release(&seen.stars);
	return any;
}

/* Find the events that announce the end of a row's spans. */
static void bind_wakeups(struct edges *e, struct part_edges *part, const struct events *events,
			 uint32_t kind)
{
	const struct span_kind *k = &span_kinds[kind - 1];

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
		rawplace_find(&plan->raw, &event->layout);
		e->has |= EDGE_HAS_WAKEUPS;
	}
}

/* Does a part have SWITCH records? */
static bool has_switches(const struct recording *recording, size_t part)
{
	const struct index *index = recording_index(recording, part);

	for (uint64_t i = 0; i < index_kinds(index); i++) {
		uint32_t type = index_kind(index, i)->entry.type;

		if (type == RECORD_SWITCH || type == RECORD_SWITCH_CPU_WIDE)
			return true;
	}
	return false;
}

/* Does an earlier row have the spans of the same kind? */
static bool is_given(const bool *given, uint32_t kind)
{
	for (uint32_t i = 1; i < kind; i++)
		if (given[i] && !strcmp(span_kinds[i - 1].name, span_kinds[kind - 1].name))
			return true;
	return false;
}

/* Note the system calls with tracepoints of their own, which take precedence. */
static void cover(struct part_edges *part)
{
	for (size_t i = 0; i < part->events.n; i++) {
		const struct event_side *begin = &part->events.v[i].begin;

		/* The first row of the table is for these tracepoints. */
		if (begin->kind != 1)
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
	for (uint32_t kind = 1; span_kinds[kind - 1].name; kind++) {
		const struct span_kind *k = &span_kinds[kind - 1];

		/*
		 * A row for system calls by number is always used, because each number is checked
		 * separately.
		 */
		if (k->naming != SPAN_BY_SYSCALL && !k->besides && is_given(given, kind))
			continue;
		if (k->naming != SPAN_BY_MISC)
			given[kind] = bind_events(e, part, &file->events, kind);
		if (given[kind])
			bind_wakeups(e, part, &file->events, kind);
		if (k->naming == SPAN_BY_MISC && has_switches(e->recording, number)) {
			part->switches = kind;
			part->offcpu = true;
			e->has |= EDGE_HAS_ANY | EDGE_HAS_OFFCPU;
		}
	}
	cover(part);
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
	       !(begins && span_kinds[begins - 1].key_is_thread);
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
	/* No thread has such a large number. */
	if (!info->tid)
		return 0x80000000ull << 32 | (info->has_cpu ? info->cpu : UINT32_MAX);
	return (uint64_t)info->tid << 32 | info->pid;
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
static uint32_t function_name(struct edges *e, uint64_t addr)
{
	const struct mapping *mapping =
		mappings_find(reader_mappings(e->reader), e->info, CPUMODE_KERNEL, addr, NULL);
	struct symbols_answer symbol = { .answer = SYMS_NONE };
	struct buf out = BUF_INIT;
	uint32_t number;

	if (mapping)
		symbols_find(reader_symbols(e->reader), e->info, mapping, addr, &symbol);
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

static uint32_t make_name(void *arg, uint64_t v)
{
	struct edges *e = arg;
	const struct names *names = e->kind->names;
	const struct name *found;
	struct buf out = BUF_INIT;
	uint32_t number;

	switch (e->kind->naming) {
	case SPAN_BY_NUMBER:
		found = names_find(names, v);
		return number_name(e, found ? found->name : NULL,
				   e->kind->more_name ? (uint32_t)v : v);
	case SPAN_BY_SYSCALL:
		return number_name(e, syscalls_name(&e->parts.v[e->info->part].syscalls, v), v);
	case SPAN_BY_FUNCTION:
		return function_name(e, v);
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

	if (e->recent[at].group == group && e->recent[at].value == v)
		return e->recent[at].number;
	e->info = info;
	e->kind = &span_kinds[kind - 1];
	e->recent[at].number = spannames_of_value(e->names, group, v, make_name, e);
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
	const struct span_kind *kind = &span_kinds[plan->begin.kind - 1];
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

	if (span_kinds[kind - 1].naming != SPAN_BY_SYSCALL)
		return false;
	if (v == (uint64_t)(int64_t)NO_SYSCALL)
		return true;
	name = part->covered.n ? name_of_value(e, s->info, kind, v) : 0;
	return name && name < part->covered.n && part->covered.v[name];
}

static void take(struct edges *e, const struct edge_sample *s, const struct event_side *side,
		 struct edge_side *out)
{
	const struct span_kind *kind = &span_kinds[side->kind - 1];
	uint64_t key = side->star, owner = owner_of(kind, s->info);

	if (side->key.has && !rawfield_number(&side->key, s->big, s->raw, s->len, &key))
		return;
	if (side->more_key.has) {
		owner = key;
		if (!rawfield_number(&side->more_key, s->big, s->raw, s->len, &key))
			return;
	}
	if ((kind->zero_is_none && (!key || key == UINT64_MAX)) ||
	    is_other_syscall(e, s, side->kind, key))
		return;
	*out = (struct edge_side){ side->kind, owner, key };
}

static void of_switch(struct edges *e, const struct row_info *info, struct edge *edge)
{
	uint32_t kind = e->parts.v[info->part].switches;
	struct edge_side side = { kind, edges_thread(info), 0 };

	/* Skip the idle task of a CPU, and threads without a number. */
	if (!kind || !info->tid || info->tid == UINT32_MAX)
		return;
	if (!(info->misc & MISC_SWITCH_OUT)) {
		edge->end = side;
		return;
	}
	edge->begin = side;
	edge->name = info->misc & MISC_SWITCH_OUT_PREEMPT ? add_name(e, "R+") : 0;
}

void edges_get(struct edges *e, struct reader *reader, const struct row_info *info,
	       struct edge *edge)
{
	const struct plan_of_event *plan;
	struct edge_sample s = { .info = info };
	const struct layout *layout;
	const uint8_t *rec;
	uint64_t ret;
	size_t len;

	*edge = (struct edge){ .name = 0 };
	e->reader = reader;
	if (info->type != RECORD_SAMPLE) {
		of_switch(e, info, edge);
		return;
	}
	plan = &e->parts.v[info->part].events.v[info->event];
	rec = reader_bytes(reader, info, &len);
	layout = events_layout(e->parts.v[info->part].of, info->layout);
	s.big = layout->big;
	if (!rawplace_get(&plan->raw, layout, rec, len, &s.raw, &s.len))
		s.len = 0;
	if (plan->end.kind)
		take(e, &s, &plan->end, &edge->end);
	if (plan->begin.kind)
		take(e, &s, &plan->begin, &edge->begin);
	if (plan->wakes.kind)
		take(e, &s, &plan->wakes, &edge->wakes);
	if (edge->end.kind && rawfield_number(&plan->ret, s.big, s.raw, s.len, &ret)) {
		edge->has_ret = true;
		edge->ret = (int64_t)ret;
	}
	if (edge->begin.kind)
		edge->name = name_of(e, &s, plan);
}
