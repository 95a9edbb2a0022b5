/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_ROW_CURSOR_H
#define QUERY_ROW_CURSOR_H

#include "recording/reader.h"

/*
 * Yields the rows of a recording in some order, a batch at a time. The code that knows an order
 * makes the cursor; code that processes rows accepts any cursor.
 */
enum {
	ROW_BATCH_MAX = BLOCK_ROWS
};

struct row_batch {
	uint32_t n;
	uint64_t rows[ROW_BATCH_MAX];
};

struct row_cursor {
	uint32_t most; /* rows of the next batch, up to ROW_BATCH_MAX; may change between calls */
	/* Set the next rows, at least one. Returns false at the end. For one thread at a time. */
	bool (*next)(struct row_cursor *cursor, struct row_batch *batch);
	void (*close)(struct row_cursor *cursor);
};

/*
 * All rows from `first` on, in file order. All rows of a batch are in one block. most: rows of a
 * batch, until the caller changes it.
 */
struct row_cursor *row_cursor_file(struct recording *recording, uint64_t first, uint32_t most);

#endif
