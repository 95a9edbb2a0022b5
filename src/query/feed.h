/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_FEED_H
#define QUERY_FEED_H

#include "recording/reader.h"

/*
 * The rows of a recording in the order in which they are wanted, some at a time.
 * Whoever knows an order makes a feed of it; whoever works on rows takes any feed.
 */
enum {
	FEED_ROWS = BLOCK_ROWS
};

struct feed_batch {
	uint32_t n;
	uint64_t rows[FEED_ROWS];
};

struct feed {
	/* The next rows, at least one. False: there are no more. For one thread at a time. */
	bool (*next)(struct feed *feed, struct feed_batch *batch);
	void (*close)(struct feed *feed);
};

/*
 * All rows from first on, in the order of the file. A batch has at most so many rows, all
 * of one block.
 */
struct feed *feed_file(struct recording *recording, uint64_t first, uint32_t batch);

#endif
