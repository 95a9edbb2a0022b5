/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_SORT_H
#define INDEX_SORT_H

#include <stdbool.h>

#include "index/index.h"

/*
 * The rows of one block in the order of time.
 *
 * The key of a row is its time. A row without one (none, 0, all ones), also a damaged
 * stretch, has the key of the last row with a time before it in its stream, 0 where
 * there is none. Rows are ordered by key, and rows of one key as in the file.
 */
static inline bool entry_before(const struct order_entry *a, const struct order_entry *b)
{
	return a->key != b->key ? a->key < b->key : a->row < b->row;
}

/* The number of entries (of n, in order) that are before e. */
uint32_t sort_before(const struct order_entry *v, uint32_t n, const struct order_entry *e);

/*
 * Put an entry for each row of a block into out, in the order of the file (sorted
 * false) or in that of time; room is for as many entries. False: the block is damaged.
 */
bool sort_load(const struct index *index, uint64_t block, bool sorted, struct order_entry *out,
	       struct order_entry *room);

#endif
