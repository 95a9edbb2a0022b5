/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILTER_LEAF_BLOCK_H
#define FILTER_LEAF_BLOCK_H

#include "filter/eval_private.h"
#include "filter/rows.h"

/*
 * Set the rows of a block for which the leaf may be true, and those for which it must be. Rows that
 * are not in the set `care` are ignored: they can be set or not. The block is one of the current
 * part, and eval->first is its first row.
 */
void leaf_block(struct eval *eval, struct leaf *leaf, struct block *block, const struct rows *care,
		struct rows *may, struct rows *must);

#endif
