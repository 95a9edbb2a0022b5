/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_EVAL_H
#define QUERY_EVAL_H

#include "index/block.h"
#include "query/filter.h"
#include "recording/reader.h"

/*
 * Evaluates a filter for one thread. First on columns, a block at a time: each
 * node gives the rows that may match and those that must. Only rows in between are
 * decoded.
 */
struct eval;

/* A bit for each row of a block. */
struct rows {
	uint64_t bits[BLOCK_ROWS / 64];
};

struct eval *eval_open(struct reader *reader, const struct filter *filter);
void eval_close(struct eval *eval);

/* Which rows of block number match. Returns how many, or -1 when the block is damaged. */
int64_t eval_block(struct eval *eval, uint64_t number, struct rows *rows);

/* Does one row match? */
bool eval_row(struct eval *eval, const struct row_info *info);

#endif
