/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_WALK_H
#define INDEX_WALK_H

#include "index/order.h"

/*
 * A walk from entry to entry of the time order, forward or back. The overlapping spans are merged,
 * and each of them is sorted once. A walk can skip rows by facts about their blocks; blocks without
 * wanted rows are not read.
 */
struct order_walk;

enum walk_rows {
	WALK_NONE,   /* no row of the block */
	WALK_ALL,    /* all rows of the block */
	WALK_SOME,   /* the rows whose bits are set */
	WALK_UNKNOWN /* not known yet */
};

/*
 * Return which rows of the block that holds a row of the order are wanted. *bits: one for each row
 * of the block, valid until the next call. *first_row: the block's first row.
 */
typedef enum walk_rows (*walk_wanted)(void *arg, uint64_t row, const uint64_t **bits,
				      uint64_t *first_row);

enum walk_found {
	WALK_FOUND,
	WALK_END,
	/* the wanted rows of the next block are not known yet: start again at the last entry */
	WALK_PENDING,
	WALK_DAMAGED
};

/*
 * Start at an entry: at the first one at or after it (dir 1), or at the last one at or before it
 * (dir -1). wanted NULL: all rows. The order must outlive the walk.
 */
struct order_walk *walk_open(struct order *order, const struct order_entry *from, int dir,
			     walk_wanted wanted, void *arg);
void walk_close(struct order_walk *walk);

enum walk_found walk_next(struct order_walk *walk, struct order_entry *entry);

#endif
