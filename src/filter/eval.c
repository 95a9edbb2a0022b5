/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter/eval.h"

#include <stdlib.h>
#include <string.h>

#include "filter/eval_private.h"
#include "filter/leaf_block.h"
#include "filter/leaf_may.h"
#include "filter/nametest.h"
#include "filter/regex.h"

/* Kinds and threads are numbered in each part separately. */
static void enter_part(struct eval *e, size_t part)
{
	if (e->index && e->part == part)
		return;
	for (size_t i = 0; i < e->filter->leaves; i++)
		leaf_forget(&e->leaves[i]);
	e->part = part;
	e->index = recording_index(reader_recording(e->reader), part);
}

static void open_leaves(struct eval *e, const struct node *node)
{
	if (!node)
		return;
	if (node_is_joint(node)) {
		open_leaves(e, node->a);
		open_leaves(e, node->b);
		return;
	}
	leaf_open(e, &e->leaves[node->leaf], node);
}

struct eval *eval_open(struct reader *reader, const struct filter *filter)
{
	static const struct filter all = { .root = NULL };
	struct eval *e = mem_zalloc(sizeof(*e));

	filter = filter ? filter : &all;
	e->reader = reader;
	e->notes = recording_notes(reader_recording(reader));
	e->filter = filter;
	e->matcher = regex_matcher_new();
	e->getter = (struct getter_context){ .reader = reader, .keeps = true, .notes = e->notes };
	buf_init(&e->value_bufs[0]);
	buf_init(&e->value_bufs[1]);
	buf_init(&e->hex);
	span_of(reader_recording(reader), &e->span);
	e->leaves = mem_zalloc((filter->leaves + 1) * sizeof(*e->leaves));
	open_leaves(e, filter->root);
	e->tests = mem_zalloc((filter->names + 1) * sizeof(*e->tests));
	return e;
}

void eval_close(struct eval *e)
{
	if (!e)
		return;
	for (size_t i = 0; i < e->filter->leaves; i++)
		leaf_close(&e->leaves[i]);
	reader_stop_at(e->reader, NULL);
	free(e->leaves);
	for (size_t i = 0; i < e->filter->names; i++)
		nametest_close(e->tests[i]);
	free(e->tests);
	regex_matcher_free(e->matcher);
	notes_put(e->notes);
	buf_release(&e->value_bufs[0]);
	buf_release(&e->value_bufs[1]);
	buf_release(&e->hex);
	getter_context_release(&e->getter);
	free(e);
}

void eval_stop_at(struct eval *e, const _Atomic bool *stop)
{
	e->stop = e->getter.stop = stop;
	reader_stop_at(e->reader, stop);
}

bool eval_row(struct eval *e, const struct row_info *info)
{
	return !e->filter->root || match_node(e, e->filter->root, info);
}

/* ---- the times of the filter ---- */

/* The least range that has both. */
static struct range join(const struct range *a, const struct range *b)
{
	return (struct range){ a->lo < b->lo ? a->lo : b->lo, a->hi > b->hi ? a->hi : b->hi };
}

static bool leaf_times(const struct leaf *leaf, struct range *times)
{
	if (leaf->by != BY_TIME || !leaf->simple || !leaf->ranges.n)
		return false;
	*times = leaf->ranges.v[0];
	for (size_t i = 1; i < leaf->ranges.n; i++)
		*times = join(times, &leaf->ranges.v[i]);
	return true;
}

static bool node_times(const struct eval *e, const struct node *node, struct range *times)
{
	struct range a, b;
	bool has_a, has_b;

	if (!node_is_joint(node))
		return leaf_times(&e->leaves[node->leaf], times);
	if (node->kind == NODE_NOT)
		return false;
	has_a = node_times(e, node->a, &a);
	has_b = node_times(e, node->b, &b);
	if (node->kind == NODE_OR) {
		if (has_a && has_b)
			*times = join(&a, &b);
		return has_a && has_b;
	}
	if (has_a && has_b)
		*times = (struct range){ a.lo > b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi };
	else
		*times = has_a ? a : b;
	return has_a || has_b;
}

bool eval_times(const struct eval *e, uint64_t *lo, uint64_t *hi)
{
	struct range times;

	if (!e->filter->root || !node_times(e, e->filter->root, &times))
		return false;
	*lo = times.lo;
	*hi = times.hi;
	return true;
}

/* ---- a block ---- */

/* Can the expression hold anywhere in a block? If not, the block is not read. */
static bool node_may(struct eval *e, const struct node *node, const struct block_desc *desc)
{
	switch (node->kind) {
	case NODE_AND:
		return node_may(e, node->a, desc) && node_may(e, node->b, desc);
	case NODE_OR:
		return node_may(e, node->a, desc) || node_may(e, node->b, desc);
	case NODE_NOT:
		return true;
	default:
		return leaf_may(e, &e->leaves[node->leaf], desc);
	}
}

/* Can rows match that begin with those of a block? desc: of all of them. */
static bool may(struct eval *e, uint64_t number, const struct block_desc *desc)
{
	const struct node *root = e->filter->root;
	uint64_t local;

	enter_part(e, recording_part_of_block(reader_recording(e->reader), number, &local));
	e->first = desc->first_row;
	return !root || node_may(e, root, desc);
}

bool eval_may(struct eval *e, uint64_t number)
{
	struct block_desc desc = recording_block(reader_recording(e->reader), number);

	return may(e, number, &desc);
}

bool eval_skips_group(struct eval *e, uint64_t number, uint64_t *end, uint64_t *rows)
{
	struct block_desc all;

	if (!e->filter->root || !recording_group(reader_recording(e->reader), number, &all, end))
		return false;
	*rows = all.rows;
	return !may(e, number, &all);
}

/* ---- a kind ---- */

static void node_kind(struct eval *e, const struct node *node, uint64_t kind, bool *may, bool *must)
{
	bool b_may, b_must;

	if (!node_is_joint(node)) {
		leaf_may_kind(e, &e->leaves[node->leaf], kind, may, must);
		return;
	}
	node_kind(e, node->a, kind, may, must);
	if (node->kind == NODE_NOT) {
		b_may = *may;
		*may = !*must;
		*must = !b_may;
		return;
	}
	node_kind(e, node->b, kind, &b_may, &b_must);
	*may = node->kind == NODE_AND ? *may && b_may : *may || b_may;
	*must = node->kind == NODE_AND ? *must && b_must : *must || b_must;
}

bool eval_may_kind(struct eval *e, size_t part, uint64_t kind)
{
	bool may = true, must;

	enter_part(e, part);
	if (e->filter->root)
		node_kind(e, e->filter->root, kind, &may, &must);
	return may;
}

/* ---- rows of a block ---- */

/* Rows for which a node may be true, and rows for which it must be true. */
struct node_rows {
	struct rows may, must;
};

static void node_block(struct eval *e, const struct node *node, struct block *block,
		       const struct rows *care, struct node_rows *s);

/* The right side is evaluated only for rows that the left side does not decide. */
static void joint_block(struct eval *e, const struct node *node, struct block *block,
			const struct rows *care, struct node_rows *s)
{
	bool both = node->kind == NODE_AND;
	struct node_rows *b;
	struct rows left;

	node_block(e, node->a, block, care, s);
	for (size_t i = 0; i < BLOCK_ROWS / 64; i++)
		left.bits[i] = care->bits[i] & (both ? s->may.bits[i] : ~s->must.bits[i]);
	if (rows_none(&left))
		return;
	b = mem_alloc(sizeof(*b));
	node_block(e, node->b, block, &left, b);
	for (size_t i = 0; i < BLOCK_ROWS / 64; i++) {
		if (both) {
			s->may.bits[i] &= b->may.bits[i];
			s->must.bits[i] &= b->must.bits[i];
		} else {
			s->may.bits[i] |= b->may.bits[i];
			s->must.bits[i] |= b->must.bits[i];
		}
	}
	free(b);
}

static void node_block(struct eval *e, const struct node *node, struct block *block,
		       const struct rows *care, struct node_rows *s)
{
	switch (node->kind) {
	case NODE_AND:
	case NODE_OR:
		joint_block(e, node, block, care, s);
		break;
	case NODE_NOT:
		node_block(e, node->a, block, care, s);
		for (size_t i = 0; i < BLOCK_ROWS / 64; i++) {
			uint64_t must = ~s->may.bits[i];

			s->may.bits[i] = ~s->must.bits[i];
			s->must.bits[i] = must;
		}
		break;
	default:
		leaf_block(e, &e->leaves[node->leaf], block, care, &s->may, &s->must);
		break;
	}
}

/* Evaluate each row that may match but need not. Returns false if stopped. */
static bool decide(struct eval *e, struct block *block, const struct rows *all, struct node_rows *s)
{
	for (uint32_t w = 0; w < BLOCK_ROWS / 64; w++) {
		uint64_t open = s->may.bits[w] & ~s->must.bits[w] & all->bits[w];

		s->must.bits[w] &= all->bits[w];
		for (; open && !eval_stopped(e); open &= open - 1) {
			uint32_t i = w * 64 + (uint32_t)__builtin_ctzll(open);
			struct row_info info;

			reader_row_in(e->reader, block, i, &info);
			if (match_node(e, e->filter->root, &info))
				rows_set(&s->must, i);
		}
	}
	return !eval_stopped(e);
}

int64_t eval_block(struct eval *e, uint64_t number, struct rows *rows)
{
	const struct node *root = e->filter->root;
	struct block *block;
	struct rows all;
	struct node_rows s;

	memset(rows, 0, sizeof(*rows));
	if (!eval_may(e, number))
		return 0;
	block = reader_block(e->reader, number);
	if (!block)
		return EVAL_DAMAGED;
	rows_set_all(&all, block->desc.rows);
	if (!root) {
		*rows = all;
		return block->desc.rows;
	}
	node_block(e, root, block, &all, &s);
	if (!decide(e, block, &all, &s))
		return EVAL_STOPPED;
	*rows = s.must;
	return block->bad ? EVAL_DAMAGED : (int64_t)rows_count(rows);
}
