/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_GROUPS_H
#define INDEX_GROUPS_H

#include "index/index.h"

/*
 * Groups of GROUP_BLOCKS consecutive blocks. The description of a group lets a search skip all its
 * blocks. Its hash verifies the entries of these blocks when they are used (index/block_table.h).
 */

/* The number of groups that a number of blocks makes; the last group can be incomplete. */
static inline uint64_t groups_count(uint64_t blocks)
{
	return blocks / GROUP_BLOCKS + (blocks % GROUP_BLOCKS != 0);
}

/* How many of all blocks a group has. */
static inline uint64_t groups_blocks(uint64_t group, uint64_t blocks)
{
	uint64_t left = blocks - group * GROUP_BLOCKS;

	return left < GROUP_BLOCKS ? left : GROUP_BLOCKS;
}

/* Publish a block of an index that is being built, and its group when the group is complete. */
void groups_add_block(struct index *index, const struct block_desc *desc);

/* Append all groups, including an incomplete last one, in their form on the disk. */
void groups_flatten(const struct index *index, struct buf *out);

/* Does the table of the groups belong to this number of blocks and rows? */
bool groups_sound(const struct group_entry *groups, uint64_t n, uint64_t blocks, uint64_t rows);

#endif
