/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wire/branches.h"

/* clang-format off */
static const enum word words[BRANCH_FIELDS] = {
	[BRANCH_FROM] = W_br_from,
	[BRANCH_TO] = W_br_to,
	[BRANCH_MISPRED] = W_br_mispred,
	[BRANCH_PREDICTED] = W_br_predicted,
	[BRANCH_IN_TX] = W_br_in_tx,
	[BRANCH_ABORT] = W_br_abort,
	[BRANCH_CYCLES] = W_br_cycles,
	[BRANCH_TYPE] = W_br_type,
	[BRANCH_NEW_TYPE] = W_br_new_type,
	[BRANCH_SPEC] = W_br_spec,
	[BRANCH_PRIV] = W_br_priv,
	[BRANCH_NOT_TAKEN] = W_br_not_taken,
	[BRANCH_COUNTER] = W_br_counter,
};
/* clang-format on */

enum word branches_word(enum branch_field field)
{
	return words[field];
}

static void set(struct branch *branch, const struct tree_node *node)
{
	for (int f = 0; f < BRANCH_FIELDS; f++) {
		if (words[f] != node->word)
			continue;
		branch->v[f] = node->num;
		branch->has |= 1u << f;
	}
}

/* The elements of br_counters follow the branches, one for each. */
static void read_counters(struct branches *branches, const struct tree *tree, uint32_t list)
{
	size_t n = 0;

	for (uint32_t i = list + 1; i < tree->nodes.v[list].next; i++)
		if (tree->nodes.v[i].word == W_br_counter && n < branches->list.n)
			set(&branches->list.v[n++], &tree->nodes.v[i]);
}

static void read_list(struct branches *branches, const struct tree *tree, uint32_t list)
{
	for (uint32_t i = list + 1; i < tree->nodes.v[list].next; i++) {
		if (tree->nodes.v[i].word == W_element)
			vec_add(&branches->list);
		else if (branches->list.n)
			set(&branches->list.v[branches->list.n - 1], &tree->nodes.v[i]);
	}
}

void branches_read(struct branches *branches, const struct tree *tree)
{
	branches->list.n = 0;
	for (uint32_t i = 0; i < tree->nodes.n; i++) {
		if (tree->nodes.v[i].word == W_brstack)
			read_list(branches, tree, i);
		else if (tree->nodes.v[i].word == W_br_counters)
			read_counters(branches, tree, i);
	}
}

void branches_release(struct branches *branches)
{
	vec_release(&branches->list);
}

/* ---- the way ---- */

static const char *what_is_wrong(uint64_t start, uint64_t end)
{
	if (!start || !end)
		return "address not known";
	if (start >> 63 != end >> 63)
		return "from kernel to user space or back without a branch";
	if (end < start)
		return "ends before it starts: branches lack";
	if (end - start > BRANCH_BLOCK_MAX)
		return "too long: branches lack";
	return NULL;
}

bool branches_block(const struct branches *branches, size_t i, uint64_t ip,
		    struct branch_block *block)
{
	size_t n = branches->list.n, older = n - 1 - i;

	if (i >= n)
		return false;
	block->start = branches->list.v[older].v[BRANCH_TO];
	block->branch = older ? (uint32_t)older - 1 : BRANCH_NONE;
	block->end = older ? branches->list.v[older - 1].v[BRANCH_FROM] : ip;
	block->wrong = what_is_wrong(block->start, block->end);
	return true;
}
