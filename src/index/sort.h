/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_SORT_H
#define INDEX_SORT_H

#include <stdbool.h>

#include "index/index.h"

/*
 * The rows of one block in time order.
 *
 * The key of a row is its time. A row without a time (none, 0, all ones), such as a damaged
 * stretch, has the key of the last row with a time before it in its stream; 0 if there is none.
 * Rows are ordered by key, and rows of the same key as in the file.
 */
static inline bool entry_before(const struct order_entry *a, const struct order_entry *b)
{
	return a->key != b->key ? a->key < b->key : a->row < b->row;
}

/* Return how many of n sorted entries are before e. */
uint32_t sort_before(const struct order_entry *v, uint32_t n, const struct order_entry *e);

/*
 * Write an entry for each row of a block to `out`, in file order (sorted false) or in time order.
 * out and room have BLOCK_ROWS entries; room is overwritten, and can be NULL in file order. Returns
 * false if the block is damaged.
 */
bool sort_load(const struct index *index, uint64_t block, bool sorted, struct order_entry *out,
	       struct order_entry *room);

#endif
