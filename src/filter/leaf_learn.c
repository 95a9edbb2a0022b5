/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter/leaf_learn.h"

#include <stdlib.h>

#include "filter/cost.h"
#include "filter/spanfields.h"
#include "wire/tracefmt.h"
#include "wire/vocabulary.h"

/* Ask the question for each new number up to n, and keep the answers. */
static void learn(struct eval *e, struct leaf *leaf, struct truth *t, uint64_t n,
		  bool (*ask)(struct eval *, const struct leaf *, uint64_t))
{
	if (n <= t->n)
		return;
	t->v = mem_realloc(t->v, n);
	for (; t->n < n; t->n++) {
		bool yes = ask(e, leaf, t->n);

		t->v[t->n] = yes;
		*(yes ? &t->bits : &t->others) |= 1ull << (t->n & 63);
	}
}

static struct row_info info_of_kind(const struct eval *e, uint64_t number)
{
	const struct kind_entry *kind = &index_kind(e->index, number)->entry;

	return (struct row_info){
		.part = e->part,
		.type = kind->type,
		.misc = kind->misc,
		.event = kind->event,
		.layout = kind->layout,
		.flags = kind->flags,
	};
}

static bool ask_kind(struct eval *e, const struct leaf *leaf, uint64_t number)
{
	struct row_info info = info_of_kind(e, number);

	return match_node(e, leaf->node, &info);
}

/* Can records of a kind have a field? For columns that every row has, the kind determines it. */
static bool may_have(struct eval *e, const struct row_info *info, const struct node *field)
{
	struct layout layout;

	if (field->slot >= 0)
		return true;
	reader_layout(e->reader, info, &layout);
	if (field->field == F_tp || field->field == F_tp_field)
		return info->type == RECORD_SAMPLE && layout.format &&
		       (!field->member || tracefmt_has(layout.format, field->member));
	if (field->field == F_bytes)
		return info->type != RECORD_DAMAGE;
	if (field->kind == NODE_FIELD && spanfields_is(field->field))
		return spanfields_may_have(e->reader, info, field->field);
	if (field->kind == NODE_FIELD && cost_of_field(field->field) != COST_WALK)
		return true;
	if (field->kind == NODE_FIELD && getter_of(field->field) && !vocabulary_base(field->field))
		return vocabulary_may_have(field->field, info->type);
	return field_offsets_get(&e->places, info, &layout, field->field)->kind != OFFSET_NONE;
}

/*
 * Can all fields of an expression have a value? Conditions on elements of lists are not examined.
 */
static bool may_be(struct eval *e, const struct row_info *info, const struct node *node)
{
	if (!node)
		return true;
	if (node->kind == NODE_FIELD || node->kind == NODE_ELEMENT)
		return may_have(e, info, node);
	return may_be(e, info, node->a) && may_be(e, info, node->b);
}

/* Numbers of tracepoints are not text. */
static bool lacks_text(struct eval *e, const struct row_info *info, const struct node *node)
{
	struct layout layout;

	if ((node->kind != NODE_TEXTS && node->kind != NODE_MATCH) || node->a->field != F_tp_field)
		return false;
	reader_layout(e->reader, info, &layout);
	return layout.format && !tracefmt_has_text(layout.format);
}

/*
 * A condition is false if a field on its left is absent; a comparison also if one on its right is.
 */
static bool ask_fields(struct eval *e, const struct leaf *leaf, uint64_t number)
{
	struct row_info info = info_of_kind(e, number);
	const struct node *node = leaf->node;

	if (node->kind == NODE_ELEMENT)
		return may_have(e, &info, node);
	return !lacks_text(e, &info, node) && may_be(e, &info, node->a) &&
	       (node->kind != NODE_COMPARE || may_be(e, &info, node->b)) &&
	       (!leaf->text || texttest_kind(leaf->text, number, &info));
}

struct truth *leaf_learn_kinds(struct eval *e, struct leaf *leaf)
{
	bool by_kind = leaf->by == BY_KIND;

	if (leaf->text && texttest_renew(leaf->text)) {
		free(leaf->kinds.v);
		leaf->kinds = (struct truth){ NULL };
	}
	learn(e, leaf, &leaf->kinds, index_kinds(e->index), by_kind ? ask_kind : ask_fields);
	return &leaf->kinds;
}

static bool ask_thread(struct eval *e, const struct leaf *leaf, uint64_t number)
{
	const struct thread_entry *t = index_thread(e->index, number);

	return number && leaf_holds(e, leaf, leaf_sign32(leaf->field == F_pid ? t->pid : t->tid));
}

struct truth *leaf_learn_threads(struct eval *e, struct leaf *leaf)
{
	learn(e, leaf, &leaf->threads, index_threads(e->index), ask_thread);
	return &leaf->threads;
}

static enum index_field index_field_of(const struct leaf *leaf)
{
	switch (leaf->by) {
	case BY_THREAD:
		return leaf->field == F_pid ? INDEX_FIELD_PID : INDEX_FIELD_TID;
	case BY_CPU:
		return INDEX_FIELD_CPU;
	default:
		return INDEX_FIELD_TIME;
	}
}

/* Do the records of a kind have the field of the leaf's column? */
static bool ask_column(struct eval *e, const struct leaf *leaf, uint64_t number)
{
	return index_offsets_has(&index_kind(e->index, number)->offsets, index_field_of(leaf));
}

static bool ask_record(struct eval *e, const struct leaf *leaf, uint64_t number)
{
	(void)leaf;
	return index_kind(e->index, number)->entry.type != RECORD_DAMAGE;
}

/* Do the records of a kind have the name that their thread has at their time? */
static bool ask_comm(struct eval *e, const struct leaf *leaf, uint64_t number)
{
	const struct kind *kind = index_kind(e->index, number);

	(void)leaf;
	return kind->entry.type != RECORD_COMM &&
	       index_offsets_has(&kind->offsets, INDEX_FIELD_TIME) &&
	       index_offsets_has(&kind->offsets, INDEX_FIELD_TID);
}

struct truth *leaf_learn_having(struct eval *e, struct leaf *leaf)
{
	learn(e, leaf, &leaf->having, index_kinds(e->index),
	      leaf->comms	       ? ask_comm
	      : leaf->by == BY_ORDINAL ? ask_record
				       : ask_column);
	return &leaf->having;
}

static bool ask_kernel(struct eval *e, const struct leaf *leaf, uint64_t number)
{
	const struct kind *kind = index_kind(e->index, number);

	(void)leaf;
	return kind->entry.type == RECORD_SAMPLE &&
	       index_offsets_has(&kind->offsets, INDEX_FIELD_TIME) &&
	       (kind->entry.misc & CPUMODE_MASK) == CPUMODE_KERNEL;
}

struct truth *leaf_learn_kernel(struct eval *e, struct leaf *leaf)
{
	learn(e, leaf, &leaf->kernel, index_kinds(e->index), ask_kernel);
	return &leaf->kernel;
}
