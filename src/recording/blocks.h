/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_BLOCKS_H
#define RECORDING_BLOCKS_H

#include "recording/recording.h"

/*
 * Unpacked blocks of a recording, shared by all its readers, because several threads, and
 * successive look-ups, use the same blocks. Released blocks are kept as a cache only while readers
 * request recently released blocks again. For any thread.
 */
struct blocks;

/*
 * A block with its columns for look-ups. In its description, rows and ordinals are numbered over
 * the whole recording.
 */
struct shared_block {
	struct block block; /* the first member: a pointer to it is one to the shared_block */
	size_t part;
	const struct index *_Atomic index; /* NULL: the following members are not set yet */
	const uint64_t *offset, *col[COL_COUNT];
	/*
	 * The number of damaged stretches, which have no ordinal, before each row; NULL: the block
	 * has none.
	 */
	uint16_t *damages;
};

struct blocks *blocks_open(struct recording *recording);
/* Close it; all blocks must have been put back. */
void blocks_close(struct blocks *blocks);

/* The block with a number of the recording, valid until blocks_put(). NULL: it is damaged. */
struct shared_block *blocks_get(struct blocks *blocks, uint64_t number);
void blocks_put(struct blocks *blocks, struct shared_block *block);

/* Unpack all columns that look-ups of rows use. Returns the index of the block. */
const struct index *blocks_unpack(struct blocks *blocks, struct shared_block *block);

#endif
