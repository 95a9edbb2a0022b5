/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILTER_MATCHER_H
#define FILTER_MATCHER_H

#include "filter/eval.h"

/*
 * Tests whether rows match a filter, for rows in any order: the results of the last blocks are
 * kept. For one thread.
 */
struct matcher;

/* Reader and filter outlive the matcher. */
struct matcher *matcher_open(struct reader *reader, const struct filter *filter);
void matcher_close(struct matcher *matcher);

/* Stop when *stop becomes true, also within a block. */
void matcher_stop_at(struct matcher *matcher, const _Atomic bool *stop);

/*
 * Test row i of block number: 1 it matches, 0 it does not, -1 the block is damaged, or the matcher
 * was stopped.
 */
int matcher_row(struct matcher *matcher, uint64_t number, uint32_t i);

#endif
