/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILTER_EVAL_H
#define FILTER_EVAL_H

#include <stdatomic.h>

#include "filter/filter.h"
#include "filter/rows.h"
#include "recording/reader.h"

/*
 * Evaluates a filter, for one thread. Columns of the index come first, one block at a time: each
 * node yields the rows that may match and those that must match (filter/leaf_block.c). Only the
 * rows in between are evaluated one by one (filter/match.c).
 */
struct eval;

/*
 * A NULL filter matches all rows. Values that depend on the recording, such as percentages of its
 * time, are computed now. Reader and filter outlive it.
 */
struct eval *eval_open(struct reader *reader, const struct filter *filter);
void eval_close(struct eval *eval);

enum {
	EVAL_DAMAGED = -1,
	EVAL_STOPPED = -2
};

/* Stop when *stop becomes true, also within a block, because records can be large. */
void eval_stop_at(struct eval *eval, const _Atomic bool *stop);

/*
 * Set the rows of a block that match; none if the number is past the last block. Returns how many
 * match, EVAL_DAMAGED for a damaged block, or EVAL_STOPPED.
 */
int64_t eval_block(struct eval *eval, uint64_t number, struct rows *rows);

/* Can rows of a block match? Only the description of the block is read. */
bool eval_may(struct eval *eval, uint64_t number);

/*
 * If a group of blocks (recording_group()) begins with a block and none of its rows can match, set
 * *end to the block after it and *rows to their number. False: there is no such group.
 */
bool eval_skips_group(struct eval *eval, uint64_t number, uint64_t *end, uint64_t *rows);

/* Can rows of a kind of a part match? Only the kind itself is read. */
bool eval_may_kind(struct eval *eval, size_t part, uint64_t kind);

/*
 * Get the range of times (ns) that the filter states, hi included: no record with another time
 * matches. False: it states none.
 */
bool eval_times(const struct eval *eval, uint64_t *lo, uint64_t *hi);

/* Does one row match? */
bool eval_row(struct eval *eval, const struct row_info *info);

#endif
