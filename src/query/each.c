/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/each.h"

#include "query/match.h"
#include "recording/derived.h"
#include "recording/userstack.h"
#include "wire/bytes.h"
#include "wire/find.h"

/* Goes over the values of a field, or over elements, and asks something of each. */
struct each_sink {
	struct sink sink;
	struct look *look;
	const struct node *node; /* a FIELD, or an ELEMENT whose slots are filled */
	const struct node *ask;	 /* NULL: all are counted */
	struct val *current;	 /* where the value goes */
	uint64_t n, yes;
	bool first; /* one that fits is enough */
	bool all;   /* one that does not is, too */
	bool inside, here;
	bool pending; /* an element that is a plain value: what is made of it may come */
};

static bool each_one(struct each_sink *e)
{
	bool good;

	/* Of the names of a list there are as many as addresses that have one. */
	if (e->ask && e->ask->kind == NODE_NAME && e->ask->each) {
		enum nametest_answer answer = match_name(e->look, e->ask);

		if (answer == NAMETEST_ABSENT)
			return true;
		good = answer == NAMETEST_YES;
	} else {
		good = !e->ask || match_holds(e->look, e->ask);
	}
	e->n++;
	e->yes += good;
	return !(e->first && good) && !(e->all && !good);
}

static bool each_value(struct sink *sink, const struct item *item)
{
	struct each_sink *e = (struct each_sink *)sink;

	look_note_mode(&e->look->mode, item);
	if (!find_matches(item, e->node->word, e->node->member))
		return true;
	e->here = true;
	if (item->type == WT_LIST)
		return true;
	*e->current = look_item(item);
	return each_one(e);
}

static void fill_slot(struct each_sink *e, const struct item *item)
{
	const struct node *node = e->node;

	for (size_t i = 0; i < node->slots.n; i++)
		if (node->slots.v[i] == item->word)
			e->look->slots[i] = look_item(item);
}

static void clear_slots(struct each_sink *e)
{
	for (size_t i = 0; i < NODE_SLOTS; i++)
		e->look->slots[i] = val_absent();
}

static bool element_opens(struct sink *sink, const struct item *item)
{
	struct each_sink *e = (struct each_sink *)sink;

	if (item->word == e->node->word && !item->element)
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

/* In a chain, and in lists of plain numbers, each value is an element. */
static bool element_value(struct sink *sink, const struct item *item)
{
	struct each_sink *e = (struct each_sink *)sink;
	enum word list = e->node->word;
	bool alone = list == W_callchain || list == W_uframes || item->flags & ROW_SCALAR;

	if (!e->inside || item->flags & ROW_STRUCTURAL)
		return true;
	if (alone && !(item->flags & ROW_DERIVED)) {
		if (!each_pending(e))
			return false;
		clear_slots(e);
	}
	look_note_mode(&e->look->mode, item);
	fill_slot(e, item);
	e->pending = alone;
	return true;
}

static bool element_closes(struct sink *sink, const struct item *item)
{
	struct each_sink *e = (struct each_sink *)sink;

	if (e->inside && item->word == e->node->word && !item->element)
		return false;
	return e->inside && item->element ? each_one(e) : true;
}

/* Frames one after the other. False: a walk has to find them. */
static bool each_frame(struct look *l, struct each_sink *e)
{
	struct look_chain chain;

	if (!look_chain_begin(l, &chain))
		return false;
	while (look_chain_next(l, &chain)) {
		if (chain.word != e->node->word)
			continue;
		e->here = true;
		l->mode = chain.mode;
		*e->current = val_number(chain.v);
		if (!each_one(e))
			break;
	}
	return true;
}

/* Is it about entries of the call chain that are in the record? Unwound ones are not. */
static bool is_frame(struct look *l, const struct each_sink *e)
{
	enum word word = e->node->word;

	if (e->ask && e->ask->kind == NODE_NAME && look_read(l) && userstack_can(&l->layout))
		return false;
	return word == W_callchain_ip || word == W_callchain_context || word == W_callchain_cookie;
}

static void go_over(struct look *l, struct each_sink *e)
{
	bool elements = e->node->kind == NODE_ELEMENT ||
			(e->node->kind == NODE_FIELD && e->node->type == TYPE_GROUP);

	if (!elements && is_frame(l, e) && each_frame(l, e))
		return;
	if (elements)
		e->sink = (struct sink){ element_opens, element_value, element_closes };
	else
		e->sink = (struct sink){ each_value, each_value, NULL };
	if (look_read(l))
		look_walk(l, &e->sink);
	each_pending(e);
}

/* What is asked of a value may go over a list itself. */
static void walk_each(struct look *l, struct each_sink *e)
{
	enum cpumode mode = l->mode;

	e->look = l;
	l->mode = LOOK_MODE;
	go_over(l, e);
	l->mode = mode;
}

static bool enough(const struct each_sink *e)
{
	return e->all ? e->n && e->yes == e->n : e->yes > 0;
}

/* The record cannot have the field: nothing to walk for. */
static bool cannot_have(struct look *l, const struct node *field)
{
	if (field->member || !look_read(l))
		return false;
	return places_get(&l->eval->places, l->info, &l->layout, field->word)->kind == PLACE_NONE;
}

/* Of two fields, all values of the other one for each of the first. */
bool each_holds(struct look *l, const struct node *node)
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
		/* Of a set it is one value of several. */
		*e.current = val_absent();
		e.yes = match_holds(l, node);
	}
	*at = outer;
	return enough(&e);
}

bool each_element(struct look *l, const struct node *node)
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

struct val each_count(struct look *l, const struct node *node)
{
	struct val current;
	struct each_sink e = {
		.node = node->a,
		.current = &current,
		.ask = node->a->kind == NODE_ELEMENT ? node->a->a : NULL,
	};

	walk_each(l, &e);
	return e.here ? val_number(e.yes) : val_absent();
}
