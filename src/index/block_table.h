/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_BLOCK_TABLE_H
#define INDEX_BLOCK_TABLE_H

#include "index/index.h"

/*
 * The table of the blocks of a complete index. The entries of a group are read and checked when one
 * of them is used first, so opening a large index does not read the whole table. If they are
 * damaged, other entries replace them: they have the rows of the group, but no chunks, so that
 * reading these blocks fails. Any thread may use a table.
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

/* The entry of a block, valid as long as the table. */
const struct block_desc *block_table_at(struct block_table *table, uint64_t block);

#endif
