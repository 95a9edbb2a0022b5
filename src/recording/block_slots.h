/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_BLOCK_SLOTS_H
#define RECORDING_BLOCK_SLOTS_H

#include "base/cache.h"
#include "recording/blocks.h"

/*
 * The few blocks that a reader holds, because it reads rows of the same blocks again. A block stays
 * valid until another one is loaded; the block of a walk, until the walk continues.
 */
enum {
	BLOCK_SLOTS = 5,
	BLOCK_SLOT_WALKED = BLOCK_SLOTS - 1 /* the slot for the block of a walk */
};

struct block_hold {
	struct shared_block *shared;
	uint64_t number;
};

struct block_slots {
	struct blocks *blocks;
	struct block_hold v[BLOCK_SLOTS];
	struct cache cache;	   /* of the slots */
	struct block_hold *latest; /* the slot that was requested last; NULL: none */
	uint64_t walked;	   /* the number of the block of block_slots_walk() + 1; 0: none */
};

/* Initialize zeroed slots for blocks that they share with other readers. */
void block_slots_init(struct block_slots *s, struct blocks *blocks);
void block_slots_release(struct block_slots *s);

/* See reader_walk(). */
void block_slots_walk(struct block_slots *s, uint64_t number);

/* Return the block with this number; so does block_slots_get(). NULL: the block is damaged. */
struct shared_block *block_slots_load(struct block_slots *s, uint64_t number);

static inline struct shared_block *block_slots_get(struct block_slots *s, uint64_t number)
{
	return s->latest && s->latest->number == number ? s->latest->shared
							: block_slots_load(s, number);
}

#endif
