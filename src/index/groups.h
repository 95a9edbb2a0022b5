/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_GROUPS_H
#define INDEX_GROUPS_H

#include "index/index.h"

/*
 * Groups of consecutive blocks. The description of a group lets a search skip all its blocks. In a
 * complete index, the entries of these blocks are verified by the hash of their group when they are
 * used. Therefore opening a large index does not read the whole table of the blocks.
 */

/* Publish a block of an index that is being built, and its group when the group is complete. */
void groups_add_block(struct index *index, const struct block_desc *desc);

/* Append all groups, including an incomplete last one, in their form on the disk. */
void groups_flatten(const struct index *index, struct buf *out);

/* Does the table of the groups belong to this number of blocks and rows? */
bool groups_sound(const struct group_entry *groups, uint64_t n, uint64_t blocks, uint64_t rows);

/*
 * The table of the blocks of a complete index. The entries of a group are read and checked when one
 * of them is used first. If they are damaged, other entries replace them: they have the rows of the
 * group, but no chunks, so that reading these blocks fails.
 */
struct block_table;

/*
 * groups: a sound table of the groups. offset: of the entries in the file; container and groups
 * outlive the table.
 */
struct block_table *block_table_open(const struct container *container, uint64_t offset,
				     uint64_t blocks, const struct group_entry *groups);
void block_table_close(struct block_table *table); /* or NULL */

uint64_t block_table_blocks(const struct block_table *table);
uint64_t block_table_rows(const struct block_table *table);

/* The entry of a block, valid as long as the table. For any thread. */
const struct block_desc *block_table_at(struct block_table *table, uint64_t block);

#endif
