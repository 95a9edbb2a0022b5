/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_THIN_H
#define INDEX_THIN_H

#include "index/block.h"
#include "index/index.h"

/*
 * Thin blocks, for an index that must be in memory and would not fit otherwise. They have no
 * columns, only the places where rows begin and the numbers of their kinds and threads. Their
 * columns are rebuilt from the recording each time they are read. Files that are kept have no thin
 * blocks.
 */

/*
 * Append the block as the payload of a thin block. Returns false, and appends nothing, if its
 * columns cannot be rebuilt because it has damaged stretches or inflated records.
 */
bool thin_pack(const struct index *index, const struct block_writer *block, struct buf *out);

bool thin_is(const uint8_t *payload, size_t len);

/*
 * Rebuild the payload of the whole block, malloc'd, and set its length. NULL: the recording has
 * changed, or this is not a thin block.
 */
uint8_t *thin_unpack(const struct index *index, const uint8_t *payload, size_t len, uint32_t *size);

#endif
