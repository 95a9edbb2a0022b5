/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/groups.h"

#include "base/hash.h"
#include "index/index_private.h"

static uint64_t least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static uint64_t most(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* Add a block to the description of the blocks before it. */
static void describe(struct block_desc *all, const struct block_desc *desc)
{
	all->rows += desc->rows;
	all->time_min = least(all->time_min, desc->time_min);
	all->time_max = most(all->time_max, desc->time_max);
	all->kinds |= desc->kinds;
	all->threads |= desc->threads;
	all->cpus |= desc->cpus;
	all->key_min = least(all->key_min, desc->key_min);
	all->key_max = most(all->key_max, desc->key_max);
	all->flags |= desc->flags;
}

/* Make the group of n blocks, of which the first is a multiple of GROUP_BLOCKS. */
static struct group_entry make_group(const struct index *index, uint64_t first, uint64_t n)
{
	struct block_desc blocks[GROUP_BLOCKS];
	struct group_entry group;

	for (uint64_t i = 0; i < n; i++)
		blocks[i] = *(const struct block_desc *)pages_at(&index->blocks, first + i);
	group.hash = hash_stable(blocks, n * sizeof(blocks[0]));
	group.rows = blocks[0];
	group.rows.chunk = 0;
	group.rows.size = 0;
	for (uint64_t i = 1; i < n; i++)
		describe(&group.rows, &blocks[i]);
	return group;
}

void groups_add_block(struct index *index, const struct block_desc *desc)
{
	uint64_t n;

	pages_add(&index->blocks, desc);
	n = pages_count(&index->blocks);
	if (n % GROUP_BLOCKS == 0) {
		struct group_entry group = make_group(index, n - GROUP_BLOCKS, GROUP_BLOCKS);

		pages_add(&index->groups, &group);
	}
}

void groups_flatten(const struct index *index, struct buf *out)
{
	uint64_t blocks = pages_count(&index->blocks), groups = blocks / GROUP_BLOCKS;

	for (uint64_t i = 0; i < groups; i++)
		buf_add(out, pages_at(&index->groups, i), sizeof(struct group_entry));
	if (blocks % GROUP_BLOCKS) {
		struct group_entry last =
			make_group(index, groups * GROUP_BLOCKS, blocks % GROUP_BLOCKS);

		buf_add(out, &last, sizeof(last));
	}
}

bool groups_sound(const struct group_entry *groups, uint64_t n, uint64_t blocks, uint64_t rows)
{
	uint64_t row = 0;

	if (n != groups_count(blocks))
		return false;
	for (uint64_t i = 0; i < n; i++) {
		const struct block_desc *all = &groups[i].rows;
		uint64_t in = groups_blocks(i, blocks);

		if (all->first_row != row || all->rows < in || all->rows > in * BLOCK_ROWS)
			return false;
		row += all->rows;
	}
	return row == rows;
}
