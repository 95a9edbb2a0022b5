/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_BATCH_READER_H
#define OUT_BATCH_READER_H

#include "filter/matcher.h"
#include "out/writer.h"
#include "query/row_cursor.h"

/*
 * Reads the rows of a batch, wherever they are in the recording, on their way from a cursor
 * (query/row_cursor.h) to a writer. For one thread. Once a function has found a damaged block, the
 * other results for the batch are incomplete.
 */
struct batch_reader;

/*
 * The reader outlives the batch reader. scattered: rows of a batch can be in many blocks in turn,
 * as in time order; batch_reader_load() then reads them block by block.
 */
struct batch_reader *batch_reader_open(struct reader *reader, bool scattered);
void batch_reader_close(struct batch_reader *b);

/* The batch, for the cursor. Its rows may be removed. */
struct row_batch *batch_reader_batch(struct batch_reader *b);

/* Begin a batch. A writer that depends on all rows of the batch sees them first. False: damage. */
bool batch_reader_see(struct batch_reader *b, struct writer *writer);

/*
 * Remove the rows that do not match. False: a block is damaged, or the matcher was stopped; the
 * batch then ends before the row that could not be tested.
 */
bool batch_reader_keep(struct batch_reader *b, struct matcher *matcher);

/* Read the rows that are left, as far as it is cheaper to read them together. False: damage. */
bool batch_reader_load(struct batch_reader *b);

/* Row i of the batch, valid until the next call. NULL: damage. */
const struct row_info *batch_reader_row(struct batch_reader *b, uint32_t i);

/* Does row i match? -1: damage, or the matcher was stopped. */
int batch_reader_matches(struct batch_reader *b, struct matcher *matcher, uint32_t i);

/* After damage: the number of the block. */
uint64_t batch_reader_damaged(const struct batch_reader *b);

#endif
