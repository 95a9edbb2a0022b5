/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_EVAL_H
#define QUERY_EVAL_H

#include <stdatomic.h>

#include "query/filter.h"
#include "query/rows.h"
#include "recording/reader.h"

/*
 * Evaluates a filter for one thread. First on columns, a block at a time: each
 * node gives the rows that may match and those that must (query/columns.c). Only rows in
 * between are looked at one by one (query/match.c).
 */
struct eval;

/*
 * A NULL filter: all rows. What depends on the recording is taken from it now, percentages of its
 * time among that. Reader and filter outlive it.
 */
struct eval *eval_open(struct reader *reader, const struct filter *filter);
void eval_close(struct eval *eval);

enum {
	EVAL_DAMAGED = -1,
	EVAL_STOPPED = -2
};

/* Give up when *stop becomes true, also in the middle of a block: records can be large. */
void eval_stop_at(struct eval *eval, const _Atomic bool *stop);

/*
 * Which rows of block number match; none behind its last. Returns how many, EVAL_DAMAGED when the
 * block is, or EVAL_STOPPED.
 */
int64_t eval_block(struct eval *eval, uint64_t number, struct rows *rows);

/* Can rows of a block match, by what the index says of the block alone? */
bool eval_may(struct eval *eval, uint64_t number);

/* Can rows of a kind of a part match, by what the index says of the kind alone? */
bool eval_may_kind(struct eval *eval, size_t part, uint64_t kind);

/* Does one row match? */
bool eval_row(struct eval *eval, const struct row_info *info);

#endif
