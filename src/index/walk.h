/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_WALK_H
#define INDEX_WALK_H

#include "index/order.h"

/*
 * From entry to entry of the time order, forward or back: the spans that overlap
 * are merged, and each of them is put into order once. A walk can leave out rows
 * by what is known of their blocks; blocks without any are not even read.
 */
struct walk;

enum walk_rows {
	WALK_NONE,   /* no row of the block */
	WALK_ALL,    /* all rows of it */
	WALK_SOME,   /* those whose bits are set */
	WALK_UNKNOWN /* which ones is not known yet */
};

/*
 * Which rows of the block that holds a row of the order are wanted; *bits are for the
 * block's rows, good until the next call, and *first_row receives the row of the first.
 */
typedef enum walk_rows (*walk_wanted)(void *arg, uint64_t row, const uint64_t **bits,
				      uint64_t *first_row);

enum walk_found {
	WALK_FOUND,
	WALK_END,
	WALK_PENDING, /* a block that could be next is unknown: start again from the last entry */
	WALK_DAMAGED
};

/*
 * Start at an entry: the first one at or after it (dir 1), the last one at or before it
 * (dir -1). wanted NULL: all rows. The order outlives the walk.
 */
struct walk *walk_open(struct order *order, const struct order_entry *from, int dir,
		       walk_wanted wanted, void *arg);
void walk_close(struct walk *walk);

enum walk_found walk_next(struct walk *walk, struct order_entry *entry);

#endif
