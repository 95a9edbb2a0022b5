/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spans/edges.h"

#include <stdlib.h>
#include <string.h>

#include "recording/symbols.h"

enum {
	RECENT = 256,
	NO_SYSCALL = -1 /* the number of rt_sigreturn at its exit, and of cancelled calls */
};

struct edges {
	const struct spanevents *events;
	struct spannames *names;
	/* Recent names of values, because many values occur again. */
	struct {
		uint64_t value;
		uint32_t group, number; /* group 0: none */
	} recent[RECENT];
	struct reader *reader; /* of the current row */
};

struct edges *edges_open(const struct spanevents *events, struct spannames *names)
{
	struct edges *e = mem_zalloc(sizeof(*e));

	e->events = events;
	e->names = names;
	return e;
}

void edges_close(struct edges *e)
{
	free(e);
}

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
		return number_name(
			e,
			syscalls_name(&spanevents_part(e->events, making->info->part)->syscalls, v),
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
	making = (struct name_making){ e, info, span_kind_at(kind) };
	e->recent[at].number = spannames_of_value(e->names, group, v, make_name, &making);
	e->recent[at].group = group;
	e->recent[at].value = v;
	return e->recent[at].number;
}

/* The current sample. */
struct edge_sample {
	const struct row_info *info;
	const struct spanevents_part *part;
	const uint8_t *raw;
	size_t len;
	bool big;
};

static uint32_t name_of(struct edges *e, const struct edge_sample *s, const struct spanevent *plan)
{
	const struct span_kind *kind = span_kind_at(plan->begin.kind);
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
	uint32_t name;

	if (span_kind_at(kind)->naming != SPAN_BY_SYSCALL)
		return false;
	if (v == (uint64_t)(int64_t)NO_SYSCALL)
		return true;
	name = s->part->covered.n ? name_of_value(e, s->info, kind, v) : 0;
	return name && name < s->part->covered.n && s->part->covered.v[name];
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
				const struct spanevent_side *side, struct edge_list *out)
{
	const struct span_kind *kind;
	uint64_t key = side->star, owner;

	if (!side->kind)
		return NULL;
	kind = span_kind_at(side->kind);
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
	uint32_t kind = spanevents_part(e->events, info->part)->switches;
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
	const struct spanevents_part *part = spanevents_part(e->events, info->part);
	const struct spanevent *plan;
	struct edge_sample s = { .info = info, .part = part };
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
	plan = &part->events.v[info->event];
	rec = reader_bytes(reader, info, &len);
	layout = events_layout(part->of, info->layout);
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
