/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter/cost.h"

#include <string.h>

#include "field/getter.h"
#include "filter/eval.h"
#include "filter/nametest.h"
#include "recording/derived.h"
#include "wire/vocabulary.h"

enum {
	SAMPLED_BLOCKS = 1 << 14 /* short enough to compute after each key that a user types */
};

enum cost cost_of_field(enum field_id field)
{
	static const enum cost costs[] = {
		[GETTER_FROM_KIND] = COST_KIND,	  [GETTER_FROM_COLUMN] = COST_COLUMN,
		[GETTER_FROM_ROW] = COST_ROW,	  [GETTER_FROM_NOTES] = COST_ROW,
		[GETTER_FROM_RECORD] = COST_WALK, [GETTER_FROM_STATE] = COST_WALK,
	};

	if (vocabulary_of_misc(field))
		return COST_KIND;
	if (getter_of(field))
		return costs[getter_of(field)->from];
	switch (field) {
	case F_type:
	case F_misc:
		return COST_KIND;
	case F_pid:
	case F_tid:
	case F_cpu:
	case F_time:
		return COST_COLUMN;
	case F_ordinal:
	case F_offset:
	case F_size:
	case F_stream:
		return COST_ROW;
	default:
		return COST_WALK;
	}
}

/* ---- a tree ---- */

struct worst {
	struct filter *filter;
	enum cost cost;
};

/*
 * Rows are searched for text before the index is complete, and searched again then: the user does
 * not wait for the end.
 */
static void add_when(struct filter *filter, enum value_when when)
{
	if (when > VALUE_REVISED)
		when = VALUE_REVISED;
	if (when > filter->when)
		filter->when = when;
}

static bool visit(const struct node *node, void *arg)
{
	struct worst *c = arg;
	enum cost cost = COST_CONST;

	if (node->kind == NODE_FIELD || node->kind == NODE_ELEMENT)
		cost = node->slot >= 0 ? COST_WALK : cost_of_field(node->field);
	else if (node->kind == NODE_MATCH)
		cost = COST_REGEX;
	else if (node->kind == NODE_NAME)
		cost = COST_NAME;
	if (node->kind == NODE_PERCENT || node->kind == NODE_MOMENT || node->field == F_rel)
		c->filter->wants_span = true;
	if (cost == COST_WALK || cost == COST_NAME) {
		unsigned tier = field_info(node->field)->tier;

		if (!c->filter->tier || c->filter->tier < tier)
			c->filter->tier = tier ? tier : 1;
	}
	if (node->kind == NODE_NAME)
		nametest_derive(node->field, &c->filter->derived);
	else
		derived_add(&c->filter->derived, node->field);
	c->filter->noted |= getter_is_from(node->field, GETTER_FROM_NOTES);
	for (size_t i = 0; i < node->slots.n; i++)
		derived_add(&c->filter->derived, (enum field_id)node->slots.v[i]);
	add_when(c->filter, c->filter->wants_span ? VALUE_REVISED : value_when(node->field));
	c->filter->wants_state |= derived_any_late(&c->filter->derived) || cost == COST_NAME ||
				  getter_is_from(node->field, GETTER_FROM_STATE) ||
				  getter_is_from_all(node->field);
	if (cost > c->cost)
		c->cost = cost;
	return true;
}

static void order_run(struct node *node);

/* Set the costs of conditions; a joint costs as much as its most expensive condition. */
static void order(struct filter *filter, struct node *node)
{
	struct worst worst = { .filter = filter };

	if (!node_is_joint(node)) {
		node_visit(node, visit, &worst);
		node->cost = worst.cost;
		/* A regular expression on a field of the kind is evaluated once per kind. */
		if (node->kind == NODE_MATCH && node->a->kind == NODE_FIELD &&
		    cost_of_field(node->a->field) == COST_KIND)
			node->cost = COST_KIND;
		node->leaf = filter->leaves++;
		return;
	}
	order(filter, node->a);
	if (node->b)
		order(filter, node->b);
	order_run(node);
	node->cost = node->a->cost;
	if (node->b && node->b->cost > node->cost)
		node->cost = node->b->cost;
}

/* "a and b and c" is a chain to the left: move the new right side down to its place by cost. */
static void order_run(struct node *node)
{
	struct node *left = node->a, *cheap;

	if (!node->b)
		return;
	if (left->kind != node->kind) {
		if (node->b->cost < left->cost) {
			node->a = node->b;
			node->b = left;
		}
		return;
	}
	if (node->b->cost >= left->b->cost)
		return;
	cheap = node->b;
	node->b = left->b;
	left->b = cheap;
	order_run(left);
	left->cost = left->a->cost > left->b->cost ? left->a->cost : left->b->cost;
}

void cost_order(struct filter *filter)
{
	filter->leaves = 0;
	if (filter->root)
		order(filter, filter->root);
}

/* ---- a recording ---- */

void filter_cost(const struct filter *filter, struct reader *reader, struct filter_cost *cost)
{
	const struct recording *recording = reader_recording(reader);
	struct eval *eval = eval_open(reader, filter);
	struct index_progress progress;
	uint64_t n = recording_blocks(recording), step = n / SAMPLED_BLOCKS + 1, bytes, rows = 0;

	*cost = (struct filter_cost){ .tier = filter->tier };
	for (uint64_t i = 0; i < n; i += step) {
		struct block_desc desc = recording_block(recording, i);

		rows += desc.rows;
		if (!eval_may(eval, i))
			continue;
		cost->blocks += step;
		cost->rows += desc.rows * step;
	}
	rows *= step;
	cost->about = step > 1;
	eval_close(eval);
	recording_progress(recording, &progress);
	cost->partial = progress.state == INDEX_BUILDING;
	bytes = progress.bytes_done;
	if (filter->tier && rows)
		cost->bytes = (uint64_t)((double)bytes / (double)rows * (double)cost->rows);
}
