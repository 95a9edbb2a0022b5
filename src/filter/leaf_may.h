/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILTER_LEAF_MAY_H
#define FILTER_LEAF_MAY_H

#include "filter/eval_private.h"

/* Whether a leaf can hold at all, judged without the rows of a block. A "no" is certain. */

/*
 * Can the leaf hold for a row of a block of the current part, according to the block's description?
 * eval->first is the first row of the block.
 */
bool leaf_may(struct eval *eval, struct leaf *leaf, const struct block_desc *desc);

/* Can the leaf hold for rows of a kind of the current part, and does it hold for all of them? */
void leaf_may_kind(struct eval *eval, struct leaf *leaf, uint64_t kind, bool *may, bool *must);

#endif
