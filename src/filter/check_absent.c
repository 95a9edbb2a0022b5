/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter/check_absent.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "sym/syms.h"

/* A name of the filter, and the nearest name that occurs, as a suggestion. */
struct wanted_name {
	const char *name;
	size_t len;
	bool occurs;
	unsigned steps; /* edits from the name to the suggestion; more than STEPS_MAX: no
			 * suggestion */
	struct buf like;
};

enum {
	STEPS_MAX = 2
};

static struct wanted_name wanted_of(const char *name, size_t len)
{
	return (struct wanted_name){
		.name = name,
		.len = len,
		.steps = STEPS_MAX + 1,
		.like = BUF_INIT,
	};
}

/* A part of a name is enough: sched_switch of sched:sched_switch, cycles of cycles:u. */
static unsigned steps_between(const char *name, const char *has)
{
	const char *colon = strchr(has, ':');
	size_t len = strcspn(name, "*");
	unsigned steps = text_distance(name, has, STEPS_MAX);

	if (colon && !strcasecmp(name, colon + 1))
		return 0;
	if (len && !strncasecmp(name, has, len))
		return steps < 1 ? steps : 1;
	if (colon && text_distance(name, colon + 1, STEPS_MAX) < steps)
		return text_distance(name, colon + 1, STEPS_MAX);
	return steps;
}

static void meet(struct wanted_name *w, const char *has, size_t len)
{
	unsigned steps;
	char *text;

	w->occurs |= len == w->len && !memcmp(has, w->name, len);
	if (w->occurs)
		return;
	text = mem_strndup(has, len);
	steps = steps_between(w->name, text);
	if (steps < w->steps) {
		w->steps = steps;
		buf_reset(&w->like);
		buf_add(&w->like, has, len);
	}
	free(text);
}

/* The events of all parts and kinds of records; the same event can come several times. */
static void meet_events(struct wanted_name *w, const struct recording *recording)
{
	for (size_t part = 0; part < recording_parts_ready(recording); part++) {
		const struct events *events = &recording_file(recording, part)->events;
		const struct index *index = recording_index(recording, part);

		for (uint64_t k = 0; k < index_kinds(index); k++) {
			int event = index_kind(index, k)->entry.event;

			if (event != EVENT_NONE)
				meet(w, events->list.v[event].name,
				     strlen(events->list.v[event].name));
		}
	}
}

static void meet_types(struct wanted_name *w, const struct recording *recording)
{
	struct buf name = BUF_INIT;

	for (size_t part = 0; part < recording_parts_ready(recording); part++) {
		const struct index *index = recording_index(recording, part);

		for (uint64_t k = 0; k < index_kinds(index); k++) {
			buf_reset(&name);
			record_name(&name, index_kind(index, k)->entry.type);
			meet(w, name.p, name.len);
		}
	}
	buf_release(&name);
}

static bool meet_name(void *arg, const char *name, size_t len)
{
	struct wanted_name *w = arg;

	meet(w, name, len);
	return !w->occurs;
}

static void meet_comms(struct wanted_name *w, const struct recording *recording)
{
	meet(w, "swapper", 7); /* the name of task 0, which is in no record */
	for (size_t part = 0; part < recording_parts_ready(recording); part++)
		tasks_each_name(index_tasks(recording_index(recording, part)), meet_name, w);
}

/* Names of other lengths are no candidates, and comparing them would take long. */
static bool meet_symbol(void *arg, const struct symrange *range)
{
	struct wanted_name *w = arg;
	size_t more = range->len > w->len ? range->len - w->len : w->len - range->len;

	if (more <= STEPS_MAX ||
	    (range->len > w->len && !strncasecmp(range->name, w->name, w->len)))
		meet(w, range->name, range->len);
	return !w->occurs;
}

/* The symbols of files that were read to evaluate the filter. */
static void meet_symbols(struct wanted_name *w, const struct recording *recording)
{
	struct syms *syms = recording_syms(recording);
	struct syms_status *status = mem_alloc(sizeof(*status));
	uint32_t first, end;

	syms_modules(syms, &first, &end);
	for (uint32_t i = first; i < end && !w->occurs; i++) {
		syms_status(syms, i, status);
		if (status->wanted && status->ready && status->ranges)
			syms_each(syms, i, meet_symbol, w);
	}
	free(status);
}

/* Fields whose values a condition can name. */
static const struct occurrence {
	enum field_id field;
	void (*meet)(struct wanted_name *w, const struct recording *recording);
	const char *none; /* text before the name */
	bool each;	  /* each name of a list has to occur, and so do those that are excluded */
	bool read;	  /* the names are known once the filter was evaluated, and not all of
			   * them: an unknown name is reported only with a suggestion */
} occurrences[] = {
	{ F_event, meet_events, "no record belongs to the event ", .each = true },
	{ F_type, meet_types, "no record has the type ", .each = false },
	{ F_comm, meet_comms, "no task is called ", .each = false },
	{ F_sym, meet_symbols, "no symbol is called ", .read = true },
	{ F_addr_sym, meet_symbols, "no symbol is called ", .read = true },
	{ F_callchain_sym, meet_symbols, "no symbol is called ", .read = true },
	{ F_br_from_sym, meet_symbols, "no symbol is called ", .read = true },
	{ F_br_to_sym, meet_symbols, "no symbol is called ", .read = true },
};

static const struct occurrence *occurrence_of_field(enum field_id field)
{
	for (size_t i = 0; i < sizeof(occurrences) / sizeof(occurrences[0]); i++)
		if (occurrences[i].field == field)
			return &occurrences[i];
	return NULL;
}

static const struct occurrence *occurrence_of(const struct node *node)
{
	if (!node || node->kind != NODE_FIELD || node->index >= 0)
		return NULL;
	return occurrence_of_field(node->field);
}

/* Is the suggestion more like the name than any short word? */
static bool is_like(const struct wanted_name *w)
{
	return w->steps <= STEPS_MAX && 2 * (size_t)w->steps < w->len;
}

static void add_absent(const struct occurrence *o, const struct wanted_name *w, struct buf *out)
{
	buf_adds(out, o->none);
	text_escape(out, w->name, w->len);
	if (w->steps > STEPS_MAX)
		return;
	buf_adds(out, "; did you mean ");
	text_escape(out, w->like.p, w->like.len);
	buf_addc(out, '?');
}

/*
 * Look for one name. Returns false for a name that does not occur; out then has the message for the
 * first such name.
 */
static bool occurs(const struct occurrence *o, const struct recording *recording, const char *name,
		   size_t len, struct buf *out)
{
	struct wanted_name w = wanted_of(name, len);
	bool found;

	o->meet(&w, recording);
	found = w.occurs;
	if (!found && !out->len && (!o->read || is_like(&w)))
		add_absent(o, &w, out);
	buf_release(&w.like);
	return found;
}

enum field_id check_field_named(const struct recording *recording, const char *name, size_t len)
{
	for (size_t i = 0; i < sizeof(occurrences) / sizeof(occurrences[0]); i++) {
		struct wanted_name w = wanted_of(name, len);

		if (occurrences[i].read)
			continue;
		occurrences[i].meet(&w, recording);
		buf_release(&w.like);
		if (w.occurs)
			return occurrences[i].field;
	}
	return FIELD_NONE;
}

static bool texts_occur(const struct occurrence *o, const struct node *node,
			const struct recording *recording, struct buf *out)
{
	bool any = false, all = true;

	if (!o || node->op == OP_CONTAINS || (node->negate && !o->each))
		return true;
	for (size_t i = 0; i < node->texts.n; i++) {
		bool one = occurs(o, recording, node->texts.v[i].p, node->texts.v[i].len, out);

		any |= one;
		all &= one;
	}
	return o->each ? all : any;
}

static bool number_occurs(const struct node *number, const struct recording *recording,
			  struct buf *out)
{
	const struct node type = { .kind = NODE_FIELD, .field = F_type, .index = -1 };
	struct buf name = BUF_INIT;
	bool found;

	record_name(&name, (uint32_t)number->num);
	found = occurs(occurrence_of(&type), recording, name.p, name.len, out);
	buf_release(&name);
	return found;
}

/* Types are numbers; messages have their names. */
static bool types_occur(const struct node *node, const struct recording *recording, struct buf *out)
{
	bool any = false;

	if (node->kind == NODE_COMPARE)
		return node->op != OP_EQ || !node_is_named(node->b) ||
		       number_occurs(node->b, recording, out);
	for (size_t i = 0; i < node->ranges.n; i++)
		any |= node->ranges.v[i].hi || !node_is_named(node->ranges.v[i].lo) ||
		       number_occurs(node->ranges.v[i].lo, recording, out);
	return any;
}

/* Does the name of an address exist? */
static bool symbol_occurs(const struct node *node, const struct recording *recording,
			  struct buf *out)
{
	return node->name->kind != NODE_TEXTS ||
	       texts_occur(occurrence_of_field(node->field), node->name, recording, out);
}

/*
 * Does a record exist for each condition? Of negated conditions, only events are checked. read: of
 * conditions on symbols, otherwise of all others.
 */
static bool all_occur(const struct node *node, const struct recording *recording, bool denied,
		      bool read, struct buf *out)
{
	const struct occurrence *o;
	bool good = true;

	buf_reset(out);
	if (node->kind == NODE_NOT)
		return all_occur(node->a, recording, !denied, read, out);
	if (node_is_joint(node))
		return all_occur(node->a, recording, denied, read, out) &&
		       all_occur(node->b, recording, denied, read, out);
	if (read && node->kind == NODE_ELEMENT)
		return all_occur(node->a, recording, denied, read, out);
	if (read)
		return denied || node->kind != NODE_NAME || symbol_occurs(node, recording, out);
	o = occurrence_of(node->a);
	if (!o || (denied && !o->each))
		return true;
	if (node->kind == NODE_TEXTS)
		good = texts_occur(o, node, recording, out);
	else if (node_is_field(node->a, F_type) &&
		 (node->kind == NODE_COMPARE || node->kind == NODE_IN))
		good = types_occur(node, recording, out);
	return good;
}

static bool check(const struct filter *filter, const struct recording *recording, bool read,
		  struct buf *out)
{
	struct buf text = BUF_INIT;
	bool absent;

	absent = filter && filter->root && recording_state(recording) == INDEX_DONE &&
		 !all_occur(filter->root, recording, false, read, &text) && text.len;
	if (absent)
		buf_add(out, text.p, text.len);
	buf_release(&text);
	return absent;
}

bool check_absent(const struct filter *filter, const struct recording *recording, struct buf *out)
{
	return check(filter, recording, false, out);
}

bool check_absent_symbol(const struct filter *filter, const struct recording *recording,
			 struct buf *out)
{
	return check(filter, recording, true, out);
}
