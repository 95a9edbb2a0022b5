/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/block_slots.h"

void block_slots_init(struct block_slots *s, struct blocks *blocks)
{
	s->blocks = blocks;
}

void block_slots_release(struct block_slots *s)
{
	for (size_t i = 0; i < BLOCK_SLOTS; i++)
		if (cache_has(&s->cache, i))
			blocks_put(s->blocks, s->v[i].shared);
}

/* The slot that has a block; BLOCK_SLOTS: none. */
static size_t find_slot(const struct block_slots *s, uint64_t number)
{
	size_t i = 0;

	while (i < BLOCK_SLOTS && !(cache_has(&s->cache, i) && s->v[i].number == number))
		i++;
	return i;
}

void block_slots_walk(struct block_slots *s, uint64_t number)
{
	size_t slot = find_slot(s, number);
	struct block_hold found;
	uint64_t used;

	s->walked = number + 1;
	if (slot >= BLOCK_SLOT_WALKED)
		return;
	found = s->v[slot];
	used = s->cache.used[slot];
	s->v[slot] = s->v[BLOCK_SLOT_WALKED];
	s->cache.used[slot] = s->cache.used[BLOCK_SLOT_WALKED];
	s->v[BLOCK_SLOT_WALKED] = found;
	s->cache.used[BLOCK_SLOT_WALKED] = used;
	s->latest = NULL;
}

struct shared_block *block_slots_load(struct block_slots *s, uint64_t number)
{
	size_t slot = find_slot(s, number);
	struct block_hold *found;

	if (slot < BLOCK_SLOTS) {
		cache_use(&s->cache, slot);
		s->latest = &s->v[slot];
		return s->latest->shared;
	}
	slot = s->walked == number + 1 ? BLOCK_SLOT_WALKED
				       : cache_oldest(&s->cache, BLOCK_SLOT_WALKED);
	found = &s->v[slot];
	if (cache_has(&s->cache, slot))
		blocks_put(s->blocks, found->shared);
	cache_clear(&s->cache, slot);
	s->latest = NULL;
	found->shared = blocks_get(s->blocks, number);
	if (!found->shared)
		return NULL;
	found->number = number;
	cache_use(&s->cache, slot);
	s->latest = found;
	return found->shared;
}
