/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_BLOCKS_H
#define RECORDING_BLOCKS_H

#include "recording/recording.h"

/*
 * Blocks of a recording that were unpacked, for all of its readers: several threads, and the
 * look-ups of one, go to the same blocks. Those used last stay while nobody has them, as long as
 * somebody comes back to such ones. For any thread.
 */
struct blocks;

/* A block, whose description counts as the recording does, and what its rows are looked up by. */
struct shared_block {
	struct block block; /* first: who has that one has the rest */
	size_t part;
	const struct index *_Atomic index; /* NULL: what follows is not known yet */
	const uint64_t *offset, *col[COL_COUNT];
	/* How many rows before each are damaged stretches, which have no ordinal; NULL: none is. */
	uint16_t *damages;
};

struct blocks *blocks_open(struct recording *recording);
/* When all that was got has been put back. */
void blocks_close(struct blocks *blocks);

/* A block by its number in the recording; it stays until blocks_put(). NULL: it is damaged. */
struct shared_block *blocks_get(struct blocks *blocks, uint64_t number);
void blocks_put(struct blocks *blocks, struct shared_block *block);

/* Unpack all that rows are looked up by; returns its index. */
const struct index *blocks_unpack(struct blocks *blocks, struct shared_block *block);

#endif
