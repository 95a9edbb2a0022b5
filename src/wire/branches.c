/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wire/branches.h"

/* clang-format off */
static const enum field_id fields[BRANCH_FIELDS] = {
	[BRANCH_FROM] = F_br_from,
	[BRANCH_TO] = F_br_to,
	[BRANCH_MISPRED] = F_br_mispred,
	[BRANCH_PREDICTED] = F_br_predicted,
	[BRANCH_IN_TX] = F_br_in_tx,
	[BRANCH_ABORT] = F_br_abort,
	[BRANCH_CYCLES] = F_br_cycles,
	[BRANCH_TYPE] = F_br_type,
	[BRANCH_NEW_TYPE] = F_br_new_type,
	[BRANCH_SPEC] = F_br_spec,
	[BRANCH_PRIV] = F_br_priv,
	[BRANCH_NOT_TAKEN] = F_br_not_taken,
	[BRANCH_COUNTER] = F_br_counter,
};
/* clang-format on */

enum field_id branches_field_id(enum branch_field field)
{
	return fields[field];
}

void branches_add(struct branches *branches, enum field_id id, uint64_t num)
{
	struct branch *branch = branches->list.n ? &branches->list.v[branches->list.n - 1] : NULL;
	enum branch_field field;

	if (id < F_br_from || id > F_br_counter)
		return;
	/* The counters follow all branches, one for each. */
	if (id == F_br_counter && branches->counters < branches->list.n)
		branch = &branches->list.v[branches->counters++];
	else if (id == F_br_from)
		branch = vec_add(&branches->list);
	for (field = 0; field < BRANCH_FIELDS && fields[field] != id; field++)
		;
	if (!branch || field == BRANCH_FIELDS)
		return;
	branch->v[field] = num;
	branch->has |= 1u << field;
}

void branches_reset(struct branches *branches)
{
	branches->list.n = branches->counters = 0;
}

struct branches_sink {
	struct sink sink;
	struct branches *branches;
};

static bool branches_value(struct sink *sink, const struct item *item)
{
	branches_add(((struct branches_sink *)sink)->branches, item->field, item->num);
	return true;
}

void branches_decode(struct branches *branches, const struct layout *layout, const uint8_t *rec,
		     size_t len)
{
	struct branches_sink sink = { .sink = { .value = branches_value }, .branches = branches };

	branches_reset(branches);
	decode_record(layout, rec, len, &sink.sink);
}

void branches_read(struct branches *branches, const struct tree *tree)
{
	branches_reset(branches);
	for (uint32_t i = 0; i < tree->nodes.n; i++)
		branches_add(branches, tree->nodes.v[i].field, tree->nodes.v[i].num);
}

void branches_release(struct branches *branches)
{
	vec_release(&branches->list);
}

/* ---- the branch path ---- */

static const char *what_is_wrong(uint64_t start, uint64_t end)
{
	if (!start || !end)
		return "address not known";
	if (start >> 63 != end >> 63)
		return "from kernel to user space or back without a branch";
	if (end < start)
		return "ends before it starts: branches are missing";
	if (end - start > BRANCH_BLOCK_MAX)
		return "too long: branches are missing";
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
