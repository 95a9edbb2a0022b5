/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter/each.h"

#include "filter/match.h"
#include "recording/derived.h"
#include "recording/userstack.h"
#include "wire/bytes.h"
#include "wire/find.h"

/*
 * Iterates over the values of a field, or over the elements of a list, and evaluates a condition
 * for each.
 */
struct each_sink {
	struct sink sink;
	struct row_context *context;
	const struct node *node; /* a FIELD, or an ELEMENT whose slots are set */
	const struct node *ask;	 /* the condition; NULL: count all */
	struct value *current;	 /* receives the value */
	uint64_t n, yes;
	bool first; /* stop at the first match */
	bool all;   /* stop at the first mismatch, too */
	bool inside, here;
	bool pending; /* the element is a plain value; items that are made of it may follow */
};

static bool each_one(struct each_sink *e)
{
	bool good;

	/* A list of names has as many values as there are addresses with a name. */
	if (e->ask && e->ask->kind == NODE_NAME && e->ask->each) {
		enum nametest_answer answer = match_name(e->context, e->ask);

		if (answer == NAMETEST_ABSENT)
			return true;
		good = answer == NAMETEST_YES;
	} else {
		good = !e->ask || match_holds(e->context, e->ask);
	}
	e->n++;
	e->yes += good;
	return !(e->first && good) && !(e->all && !good);
}

static bool each_value(struct sink *sink, const struct item *item)
{
	struct each_sink *e = (struct each_sink *)sink;

	row_context_note_mode(&e->context->mode, item);
	if (!find_matches(item, e->node->field, e->node->member))
		return true;
	e->here = true;
	if (item->type == FT_LIST)
		return true;
	*e->current = value_of_item(item);
	return each_one(e);
}

static void fill_slot(struct each_sink *e, const struct item *item)
{
	const struct node *node = e->node;

	for (size_t i = 0; i < node->slots.n; i++)
		if (node->slots.v[i] == item->field)
			e->context->slots[i] = value_of_item(item);
}

static void clear_slots(struct each_sink *e)
{
	for (size_t i = 0; i < e->node->slots.n; i++)
		e->context->slots[i] = no_value();
}

static bool element_opens(struct sink *sink, const struct item *item)
{
	struct each_sink *e = (struct each_sink *)sink;

	if (item->field == e->node->field && !item->element)
		e->inside = e->here = true;
	else if (e->inside && item->element)
		clear_slots(e);
	else if (e->inside)
		fill_slot(e, item);
	return true;
}

static bool each_pending(struct each_sink *e)
{
	bool pending = e->pending;

	e->pending = false;
	return !pending || each_one(e);
}

/* In call chains and lists of plain numbers, each value is an element. */
static bool element_value(struct sink *sink, const struct item *item)
{
	struct each_sink *e = (struct each_sink *)sink;
	enum field_id list = e->node->field;
	bool alone = list == F_callchain || list == F_uframes || item->flags & ROW_SCALAR;

	if (!e->inside || item->flags & ROW_STRUCTURAL)
		return true;
	if (alone && !(item->flags & ROW_DERIVED)) {
		if (!each_pending(e))
			return false;
		clear_slots(e);
	}
	row_context_note_mode(&e->context->mode, item);
	fill_slot(e, item);
	e->pending = alone;
	return true;
}

static bool element_closes(struct sink *sink, const struct item *item)
{
	struct each_sink *e = (struct each_sink *)sink;

	if (e->inside && item->field == e->node->field && !item->element)
		return false;
	return e->inside && item->element ? each_one(e) : true;
}

/* Iterate over the frames of the call chain. Returns false if the record has none. */
static bool each_frame(struct row_context *l, struct each_sink *e)
{
	struct row_chain chain;

	if (!row_chain_begin(l, &chain))
		return false;
	while (row_chain_next(&chain)) {
		if (chain.field != e->node->field)
			continue;
		e->here = true;
		l->mode = chain.mode;
		*e->current = number_value(chain.v);
		if (!each_one(e))
			break;
	}
	return true;
}

/* Does it concern entries of the call chain in the record? Unwound frames are not in the record. */
static bool is_frame(struct row_context *l, const struct each_sink *e)
{
	enum field_id field = e->node->field;

	if (e->ask && e->ask->kind == NODE_NAME && row_record_read(&l->record) &&
	    userstack_can(&l->record.layout))
		return false;
	return field == F_callchain_ip || field == F_callchain_context ||
	       field == F_callchain_cookie;
}

static void go_over(struct row_context *l, struct each_sink *e)
{
	bool elements = e->node->kind == NODE_ELEMENT ||
			(e->node->kind == NODE_FIELD && e->node->type == TYPE_GROUP);

	if (!elements && is_frame(l, e) && each_frame(l, e))
		return;
	if (elements)
		e->sink = (struct sink){ element_opens, element_value, element_closes };
	else
		e->sink = (struct sink){ each_value, each_value, NULL };
	row_context_walk(l, &e->sink);
	each_pending(e);
}

/* The condition on a value may iterate over a list itself. */
static void walk_each(struct row_context *l, struct each_sink *e)
{
	enum cpumode mode = l->mode;

	e->context = l;
	l->mode = CHAIN_MODE_FIRST;
	go_over(l, e);
	l->mode = mode;
}

static bool enough(const struct each_sink *e)
{
	return e->all ? e->n && e->yes == e->n : e->yes > 0;
}

/* Can the record not have the field? Then a walk is useless. */
static bool cannot_have(struct row_context *l, const struct node *field)
{
	if (field->member || !row_record_read(&l->record))
		return false;
	return row_record_offset(&l->record, &l->eval->places, field->field)->kind == OFFSET_NONE;
}

/* With two list fields, evaluate all values of the second for each value of the first. */
bool each_holds(struct row_context *l, const struct node *node)
{
	bool other = l->each == node->each;
	const struct node **at = other ? &l->other : &l->each, *outer = *at;
	struct each_sink e = {
		.node = other ? node->other : node->each,
		.ask = node,
		.current = other ? &l->other_current : &l->current,
		.first = !node->all,
		.all = node->all,
	};

	*at = e.node;
	if (!cannot_have(l, e.node))
		walk_each(l, &e);
	if (!e.n && !e.all) {
		/* With a set, the value is one of several. */
		*e.current = no_value();
		e.yes = match_holds(l, node);
	}
	*at = outer;
	return enough(&e);
}

bool each_element(struct row_context *l, const struct node *node)
{
	struct each_sink e = {
		.node = node,
		.ask = node->a,
		.first = !node->all,
		.all = node->all,
	};

	if (cannot_have(l, node))
		return false;
	walk_each(l, &e);
	return enough(&e);
}

struct value each_count(struct row_context *l, const struct node *node)
{
	struct value current;
	struct each_sink e = {
		.node = node->a,
		.current = &current,
		.ask = node->a->kind == NODE_ELEMENT ? node->a->a : NULL,
	};

	walk_each(l, &e);
	return e.here ? number_value(e.yes) : no_value();
}
