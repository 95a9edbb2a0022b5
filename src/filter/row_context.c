/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter/row_context.h"

#include "recording/derived_walk.h"
#include "recording/userstack.h"
#include "wire/bytes.h"
#include "wire/find.h"
#include "wire/vocabulary.h"

static struct value here(void)
{
	return (struct value){ .is = VALUE_THERE };
}

/* ---- the record ---- */

void row_context_walk(struct row_context *l, struct sink *sink)
{
	if (row_record_read(&l->record))
		derived_walk(&l->record, &l->eval->filter->derived, sink);
}

/* ---- call chains ---- */

void row_context_note_mode(enum cpumode *mode, const struct item *item)
{
	if (item->field == F_callchain_context)
		*mode = derived_context_mode(item->num);
	else if (item->field == F_callchain_ip && item->flags & ROW_AGAIN)
		*mode = CPUMODE_USER; /* a frame that was unwound is one of user space */
}

bool row_chain_begin(struct row_context *l, struct row_chain *chain)
{
	struct row_record *r = &l->record;

	*chain = (struct row_chain){ .mode = CHAIN_MODE_FIRST };
	return row_record_read(r) &&
	       callchain_begin(&chain->entries,
			       row_record_offset(r, &l->eval->places, F_callchain_nr), &r->layout,
			       r->info->type, r->p, r->len);
}

bool row_chain_next(struct row_chain *chain)
{
	uint64_t before = chain->v;

	if (!chain->entries.left)
		return false;
	chain->v = callchain_next(&chain->entries);
	chain->field = decode_chain_field(chain->v, before);
	if (chain->field == F_callchain_context)
		chain->mode = derived_context_mode(chain->v);
	return true;
}

/*
 * The frame of a number. Returns false if a walk has to find it, which also yields the unwound
 * frames after those of the record.
 */
static bool frame_of(struct row_context *l, uint64_t number, struct value *val)
{
	struct row_chain chain;
	bool there = true;

	*val = no_value();
	if (!row_chain_begin(l, &chain) ||
	    (chain.entries.left <= number && userstack_can(&l->record.layout)))
		return false;
	for (uint64_t i = 0; there && i <= number; i++)
		there = row_chain_next(&chain);
	if (there && chain.field == F_callchain_ip)
		*val = number_value(chain.v);
	l->frame_mode = chain.mode;
	return true;
}

/* ---- fields of the record ---- */

/* Takes the first value of a field, or the value of one element of its list. */
struct first_sink {
	struct sink sink;
	struct row_context *context;
	const struct node *node;
	struct value *val;
	enum cpumode mode; /* of the next frame */
};

static bool first_item(struct sink *sink, const struct item *item)
{
	struct first_sink *f = (struct first_sink *)sink;
	const struct node *node = f->node;

	row_context_note_mode(&f->mode, item);
	/* Has the list an element of this number? Items of its elements do not matter. */
	if (node->index >= 0 && node->type == TYPE_GROUP) {
		if (item->field != node->field || item->element)
			return true;
		if (item->num > (uint64_t)node->index)
			*f->val = here();
		return false;
	}
	if (node->index >= 0 && item->index != (uint64_t)node->index)
		return true;
	if (!find_matches(item, node->field, node->member))
		return true;
	if (item->type == FT_LIST && node->type != TYPE_GROUP)
		return true; /* its elements follow */
	*f->val = value_of_item(item);
	f->context->frame_mode = f->mode;
	return false;
}

static struct value from_walk(struct row_context *l, const struct node *node)
{
	struct value val = no_value();
	struct first_sink f = {
		.sink = { .begin = first_item, .value = first_item },
		.context = l,
		.mode = CHAIN_MODE_FIRST,
		.node = node,
		.val = &val,
	};

	row_context_walk(l, &f.sink);
	return val;
}

static struct value from_element(struct row_context *l, const struct node *node)
{
	struct value val;

	if (node->field == F_callchain_ip && !node->member &&
	    frame_of(l, (uint64_t)node->index, &val))
		return val;
	return from_walk(l, node);
}

static struct value from_record(struct row_context *l, const struct node *node)
{
	const struct field_offset *place;
	uint64_t v;

	if (node->index >= 0)
		return from_element(l, node);
	if (node->member || !row_record_read(&l->record))
		return from_walk(l, node);
	place = row_record_offset(&l->record, &l->eval->places, node->field);
	if (place->kind == OFFSET_NONE)
		return no_value();
	if (place->kind == OFFSET_WALK)
		return from_walk(l, node);
	if (!row_record_load(&l->record, place, &v))
		return no_value();
	return node->type == TYPE_GROUP ? here() : number_value(value_of_bits(node->field, v));
}

/* ---- fields that are not in the record ---- */

/* A condition can compare two texts, so two buffers are used in turn. */
static struct value of_getter(struct row_context *l, const struct node *node)
{
	struct eval *e = l->eval;
	struct value v = value_absent(node->field);

	e->getter.of = node->member;
	e->getter.room = &e->value_bufs[e->value_buf ^= 1];
	buf_reset(e->getter.room);
	getters[node->field].get(&e->getter, l->record.info, &v);
	return v;
}

/* The exact time since the recording's first time, as it was when the evaluation began. */
static struct value of_rel(const struct row_context *l)
{
	const struct span *span = &l->eval->span;

	return l->record.info->has_time && span->has
		       ? number_value((s128)l->record.info->time - (s128)span->first)
		       : no_value();
}

struct value row_context_field(struct row_context *l, const struct node *node)
{
	const struct row_info *info = l->record.info;
	struct value v;
	uint64_t num;

	if (value_from_index(info, node->field, &v))
		return v;
	if (node->field == F_rel)
		return of_rel(l);
	/* Whether an object is present depends on the record. */
	if (getter_of(node->field) && node->type != TYPE_GROUP)
		return of_getter(l, node);
	if (vocabulary_misc_value(node->field, info->type, info->misc, &num))
		return number_value(num);
	return from_record(l, node);
}
