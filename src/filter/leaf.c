/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter/leaf.h"

#include <stdlib.h>

#include "filter/cost.h"
#include "filter/eval_private.h"
#include "wire/vocabulary.h"

struct fields {
	bool kind_only; /* the leaf depends only on the row's kind */
	bool rows_only; /* the leaf depends only on what the index has */
	bool several;
	enum field_id field; /* the only field of the leaf */
};

static bool note_field(const struct node *node, void *arg)
{
	struct fields *f = arg;
	enum cost cost;

	if (node->kind != NODE_FIELD && node->kind != NODE_ELEMENT)
		return true;
	cost = node->slot >= 0 || node->kind == NODE_ELEMENT ? COST_WALK
							     : cost_of_field(node->field);
	f->kind_only = f->kind_only && cost <= COST_KIND;
	f->rows_only = f->rows_only && cost <= COST_ROW;
	if (f->field && f->field != node->field)
		f->several = true;
	f->field = node->field;
	return true;
}

static enum leaf_by by_field(enum field_id field)
{
	switch (field) {
	case F_pid:
	case F_tid:
		return BY_THREAD;
	case F_cpu:
		return BY_CPU;
	case F_time:
		return BY_TIME;
	case F_size:
		return BY_SIZE;
	case F_ordinal:
		return BY_ORDINAL;
	case F_offset:
		return BY_OFFSET;
	default:
		return getter_is_from(field, GETTER_FROM_COLUMN)  ? BY_TIME
		       : getter_is_from(field, GETTER_FROM_NOTES) ? BY_NOTE
								  : BY_ROW;
	}
}

/* Are the numbers of the field's column signed? For rel, it has absolute times. */
static bool is_signed(enum field_id field)
{
	return field_info(field)->type == FT_SINT && field != F_rel;
}

/*
 * Add the numbers from lo to hi as ranges of the column's numbers, without those that it cannot
 * have.
 */
static void add_range(struct eval *e, struct leaf *leaf, s128 lo, s128 hi)
{
	s128 least = leaf->flip ? INT64_MIN : 0, most = leaf->flip ? INT64_MAX : UINT64_MAX;

	if (leaf->field == F_rel) {
		lo += e->span.first;
		hi += e->span.first;
	}
	lo = lo < least ? least : lo;
	hi = hi > most ? most : hi;
	if (lo <= hi)
		vec_push(&leaf->ranges,
			 ((struct range){ (uint64_t)lo ^ leaf->flip, (uint64_t)hi ^ leaf->flip }));
}

static void add_compared(struct eval *e, struct leaf *leaf, enum op op, s128 v)
{
	const s128 least = -((s128)1 << 100), most = (s128)1 << 100;

	if (op == OP_EQ)
		add_range(e, leaf, v, v);
	if (op == OP_LT || op == OP_NE)
		add_range(e, leaf, least, v - 1);
	if (op == OP_LE)
		add_range(e, leaf, least, v);
	if (op == OP_GT || op == OP_NE)
		add_range(e, leaf, v + 1, most);
	if (op == OP_GE)
		add_range(e, leaf, v, most);
}

static bool is_moderate(s128 v)
{
	return v > -((s128)1 << 99) && v < (s128)1 << 99;
}

/*
 * Make ranges of a condition that compares the field with numbers only. Returns false for any other
 * condition.
 */
static bool make_ranges(struct eval *e, struct leaf *leaf)
{
	const struct node *node = leaf->node;
	s128 lo, hi;

	/* Times of day wrap around in 64 bits, so they are compared one by one. */
	if (node->a->kind != NODE_FIELD || leaf->field == F_wall)
		return false;
	if (leaf->field == F_rel && !e->span.has)
		return false;
	if (node->kind == NODE_TRUTH) {
		add_compared(e, leaf, OP_NE, 0);
		return true;
	}
	if (node->kind == NODE_COMPARE) {
		if (!match_constant(e, node->b, &lo) || !is_moderate(lo))
			return false;
		add_compared(e, leaf, node->op, lo);
		return true;
	}
	if (node->kind != NODE_IN)
		return false;
	for (size_t i = 0; i < node->ranges.n; i++) {
		const struct value_range *r = &node->ranges.v[i];

		if (!match_constant(e, r->lo, &lo) ||
		    !match_constant(e, r->hi ? r->hi : r->lo, &hi) || !is_moderate(lo) ||
		    !is_moderate(hi)) {
			leaf->ranges.n = 0;
			return false;
		}
		add_range(e, leaf, lo, hi);
	}
	return true;
}

void leaf_open(struct eval *e, struct leaf *leaf, const struct node *node)
{
	struct fields f = { .kind_only = true, .rows_only = true };

	node_visit(node, note_field, &f);
	*leaf = (struct leaf){ .node = node, .field = f.field };
	if (f.kind_only)
		leaf->by = BY_KIND;
	else if (!f.rows_only)
		leaf->by = BY_RECORD;
	else
		leaf->by = f.several ? BY_ROW : by_field(f.field);
	if (leaf->by >= BY_THREAD && leaf->by <= BY_OFFSET) {
		leaf->flip = is_signed(f.field) ? 1ull << 63 : 0;
		leaf->simple = make_ranges(e, leaf);
	}
	if (leaf->by == BY_ROW || leaf->by == BY_RECORD)
		leaf->text = texttest_open(e->reader, node);
	if (leaf->by == BY_ROW && f.field == F_comm && !f.several)
		leaf->comms = commtest_open(e->reader);
}

void leaf_forget(struct leaf *leaf)
{
	texttest_forget(leaf->text);
	commtest_forget(leaf->comms);
	free(leaf->kinds.v);
	free(leaf->threads.v);
	free(leaf->having.v);
	free(leaf->kernel.v);
	leaf->kinds = leaf->threads = leaf->having = leaf->kernel = (struct truth){ NULL };
}

void leaf_close(struct leaf *leaf)
{
	leaf_forget(leaf);
	texttest_close(leaf->text);
	commtest_close(leaf->comms);
	vec_release(&leaf->ranges);
}

bool leaf_compare(struct eval *e, const struct leaf *leaf, uint64_t v)
{
	struct row_info info = { .part = e->part, .event = EVENT_NONE, .layout = EVENT_NONE };

	info.has_pid = info.has_tid = info.has_cpu = info.has_time = true;
	info.pid = info.tid = info.cpu = (uint32_t)v;
	info.time = info.size = v;
	return match_node(e, leaf->node, &info);
}
