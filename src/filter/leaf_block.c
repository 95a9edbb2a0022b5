/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter/leaf_block.h"

#include <string.h>

#include "filter/leaf_learn.h"
#include "filter/leaf_may.h"
#include "filter/nametest.h"

/* The state while a leaf is evaluated for the numbers of a block's column. */
struct question {
	struct eval *eval;
	struct leaf *leaf;
};

static bool is_cpu(void *arg, uint64_t cpu)
{
	struct question *q = arg;

	return leaf_holds(q->eval, q->leaf, leaf_sign32((uint32_t)cpu));
}

static bool is_number(void *arg, uint64_t v)
{
	struct question *q = arg;

	return leaf_holds(q->eval, q->leaf, v);
}

/*
 * Set the rows of these kinds. Only rows in care matter; all of them are set if the block has no
 * other kinds.
 */
static void rows_of_kinds(struct truth *kinds, struct block *block, const struct rows *care,
			  struct rows *rows)
{
	if (!(block->desc.kinds & kinds->others)) {
		*rows = *care;
		return;
	}
	block_match(block, COL_KIND, leaf_learn_is, kinds, rows->bits);
}

/* A column has 0 if the record lacks the field. If 0 matches, the kinds decide. */
static void rows_of_column(struct question *q, struct block *block, enum column_id id,
			   bool (*yes)(void *arg, uint64_t v), void *arg, struct rows *rows)
{
	struct rows has = { { 0 } }, found = { { 0 } };

	block_match(block, id, yes, arg, found.bits);
	if (rows_none(&found))
		return;
	rows_of_kinds(leaf_learn_having(q->eval, q->leaf), block, &found, &has);
	for (size_t i = 0; i < BLOCK_ROWS / 64; i++)
		rows->bits[i] = found.bits[i] & has.bits[i];
}

static void rows_of_each(struct eval *e, struct leaf *leaf, struct block *block,
			 const struct rows *care, struct rows *rows)
{
	const uint64_t *kinds = leaf->text ? block_column(block, COL_KIND) : NULL;

	for (uint32_t i = rows_next(care, 0); i < BLOCK_ROWS && !eval_stopped(e);
	     i = rows_next(care, i + 1)) {
		struct row_info info;

		reader_row_in(e->reader, block, i, &info);
		if (kinds && !texttest_row(leaf->text, kinds[i], &info))
			continue;
		if (match_node(e, leaf->node, &info))
			rows_set(rows, i);
	}
}

/* If each row is a record, the ordinals are consecutive. */
static void rows_of_ordinals(struct eval *e, struct leaf *leaf, struct block *block,
			     const struct rows *care, struct rows *rows)
{
	uint64_t first = block->desc.first_ordinal, last = first + block->desc.rows - 1;

	if (!leaf->simple || block->desc.kinds & leaf_learn_having(e, leaf)->others) {
		rows_of_each(e, leaf, block, care, rows);
		return;
	}
	for (size_t i = 0; i < leaf->ranges.n; i++) {
		uint64_t lo = leaf->ranges.v[i].lo, hi = leaf->ranges.v[i].hi;

		lo = lo > first ? lo : first;
		hi = hi < last ? hi : last;
		for (; lo <= hi; lo++)
			rows_set(rows, (uint32_t)(lo - first));
	}
}

static void rows_of_offsets(struct eval *e, struct leaf *leaf, struct block *block,
			    const struct rows *care, struct rows *rows)
{
	const uint64_t *offsets;

	if (!leaf->simple) {
		rows_of_each(e, leaf, block, care, rows);
		return;
	}
	offsets = block_offsets(block);
	rows_each(care, i)
	{
		if (leaf_in_ranges(leaf, offsets[i]))
			rows_set(rows, i);
	}
}

/* Evaluate the condition once for each name of a thread. */
static void rows_of_comms(struct eval *e, struct leaf *leaf, struct block *block,
			  const struct rows *care, struct rows *rows)
{
	const uint64_t *kinds = block_column(block, COL_KIND);
	const uint64_t *threads = block_column(block, COL_THREAD);
	const uint64_t *times = block_column(block, COL_TIME);
	struct truth *having = leaf_learn_having(e, leaf);

	commtest_renew(leaf->comms, e->index);
	for (uint32_t i = rows_next(care, 0); i < BLOCK_ROWS && !eval_stopped(e);
	     i = rows_next(care, i + 1)) {
		bool of_thread = leaf_learn_is(having, kinds[i]), yes;
		struct row_info info;

		if (!of_thread || !commtest_find(leaf->comms, threads[i], times[i], &yes)) {
			reader_row_in(e->reader, block, i, &info);
			yes = match_node(e, leaf->node, &info);
			if (of_thread)
				commtest_keep(leaf->comms, threads[i], &info, yes);
		}
		if (yes)
			rows_set(rows, i);
	}
}

/*
 * Remove the samples in the kernel if no file of the kernel can match. Their records need not be
 * read to find their addresses.
 */
static void drop_kernel(struct eval *e, struct leaf *leaf, struct block *block, struct rows *rows)
{
	struct truth *kernel = leaf_learn_kernel(e, leaf);
	const uint64_t *kinds, *times;
	struct mappings_lifetime lifetime;
	bool known = false, none = false;

	if (!(kernel->bits & block->desc.kinds))
		return;
	kinds = block_column(block, COL_KIND);
	times = block_column(block, COL_TIME);
	rows_each(rows, i)
	{
		struct row_info info;

		if (!leaf_learn_is(kernel, kinds[i]))
			continue;
		if (!known ||
		    !mappings_lifetime_has(&lifetime, true, times[i], block->desc.first_row + i)) {
			reader_row_in(e->reader, block, i, &info);
			none = nametest_no_kernel(match_test(e, leaf->node), &info, &lifetime);
			known = true;
		}
		if (none)
			rows_clear(rows, i);
	}
}

/* Evaluate only the rows that their kinds leave open. */
static void rows_of_some(struct eval *e, struct leaf *leaf, struct block *block,
			 const struct rows *care, struct rows *rows)
{
	struct rows some = { { 0 } };

	rows_of_kinds(&leaf->kinds, block, care, &some);
	for (size_t i = 0; i < BLOCK_ROWS / 64; i++)
		some.bits[i] &= care->bits[i];
	if (nametest_is_file(leaf->node))
		drop_kernel(e, leaf, block, &some);
	if (leaf->comms)
		rows_of_comms(e, leaf, block, &some, rows);
	else
		rows_of_each(e, leaf, block, &some, rows);
}

/*
 * A search for text reads many fields of a record. If one of them is left open, the row is
 * evaluated for all of them, so none is left open here.
 */
static bool is_about_text(const struct node *node)
{
	return node->kind == NODE_TEXTS || node->kind == NODE_MATCH || node->kind == NODE_NAME;
}

static void noted_rows(const struct eval *e, const struct block *block, const struct rows *care,
		       struct rows *rows)
{
	const struct notes *notes = e->notes;

	memset(rows, 0, sizeof(*rows));
	for (size_t i = notes_place(notes, e->first);
	     i < notes->list.n && notes->list.v[i].row < e->first + block->desc.rows; i++)
		rows_set(rows, (uint32_t)(notes->list.v[i].row - e->first));
	for (size_t i = 0; i < BLOCK_ROWS / 64; i++)
		rows->bits[i] &= care->bits[i];
}

void leaf_block(struct eval *e, struct leaf *leaf, struct block *block, const struct rows *care,
		struct rows *may, struct rows *must)
{
	struct question q = { .eval = e, .leaf = leaf };
	struct rows some;

	memset(may, 0, sizeof(*may));
	memset(must, 0, sizeof(*must));
	if (!leaf_may(e, leaf, &block->desc))
		return;
	switch (leaf->by) {
	case BY_RECORD:
		if (!is_about_text(leaf->node)) {
			rows_of_kinds(&leaf->kinds, block, care, may);
			return;
		}
		rows_of_some(e, leaf, block, care, must);
		break;
	case BY_KIND:
		rows_of_kinds(&leaf->kinds, block, care, must);
		break;
	case BY_THREAD:
		rows_of_column(&q, block, COL_THREAD, leaf_learn_is, &leaf->threads, must);
		break;
	case BY_CPU:
		rows_of_column(&q, block, COL_CPU, is_cpu, &q, must);
		break;
	case BY_TIME:
		rows_of_column(&q, block, COL_TIME, is_number, &q, must);
		break;
	case BY_SIZE:
		block_match(block, COL_SIZE, is_number, &q, must->bits);
		break;
	case BY_ORDINAL:
		rows_of_ordinals(e, leaf, block, care, must);
		break;
	case BY_OFFSET:
		rows_of_offsets(e, leaf, block, care, must);
		break;
	case BY_NOTE:
		noted_rows(e, block, care, &some);
		rows_of_each(e, leaf, block, &some, must);
		break;
	case BY_ROW:
		rows_of_some(e, leaf, block, care, must);
		break;
	default:
		rows_of_each(e, leaf, block, care, must);
		break;
	}
	*may = *must;
}
