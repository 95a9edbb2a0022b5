/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_THIN_H
#define INDEX_THIN_H

#include "index/block.h"
#include "index/index.h"

/*
 * Thin blocks, for an index that has to be in memory and would not fit: they have no columns, only
 * the places where rows begin and the numbers of their kinds and threads. Their columns are made
 * of the recording each time they are read. No file that is kept has them.
 */

/*
 * Append the block as the payload of a thin one. False, and nothing is appended: its columns cannot
 * be made again, as it has damaged stretches, or records that were inflated.
 */
bool thin_pack(const struct index *index, const struct block_writer *block, struct buf *out);

bool thin_is(const uint8_t *payload, size_t len);

/*
 * The payload of the whole block, malloc'd, and its length; NULL: the recording has changed, or
 * this is not a thin block.
 */
uint8_t *thin_unpack(const struct index *index, const uint8_t *payload, size_t len, uint32_t *size);

#endif
