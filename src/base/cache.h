/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_CACHE_H
#define BASE_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A cache of a few slots: finds the slot that was used least recently, to replace it. The owner has
 * an array with the contents of the slots, and searches it. A zeroed cache has only empty slots.
 * For one thread.
 */
enum {
	CACHE_SLOTS = 64 /* at most */
};

struct cache {
	uint64_t clock;		    /* counts uses */
	uint64_t used[CACHE_SLOTS]; /* the clock at the last use; 0: the slot is empty */
};

static inline void cache_use(struct cache *cache, size_t slot)
{
	cache->used[slot] = ++cache->clock;
}

static inline void cache_clear(struct cache *cache, size_t slot)
{
	cache->used[slot] = 0;
}

static inline bool cache_has(const struct cache *cache, size_t slot)
{
	return cache->used[slot];
}

/* The slot to replace, among the first n: an empty one, or else the least recently used one. */
static inline size_t cache_oldest(const struct cache *cache, size_t n)
{
	size_t oldest = 0;

	for (size_t slot = 1; slot < n; slot++)
		if (cache->used[slot] < cache->used[oldest])
			oldest = slot;
	return oldest;
}

/*
 * The use of an entry that callers take and return. The owner has a list of entries, and removes
 * the entry that no caller has held for the longest time.
 */
struct cache_entry {
	uint64_t used; /* the clock of the owner when a caller last took the entry */
	unsigned holders;
};

static inline void cache_hold(struct cache_entry *entry, uint64_t *clock)
{
	entry->holders++;
	entry->used = ++*clock;
}

/* The entries of a list that no caller holds. A zeroed struct has none. */
struct cache_spare {
	size_t n;
	size_t oldest; /* its number in the list, if n is not 0 */
	uint64_t used;
};

static inline void cache_consider(struct cache_spare *spare, const struct cache_entry *entry,
				  size_t number)
{
	if (entry->holders)
		return;
	if (!spare->n++ || entry->used < spare->used) {
		spare->oldest = number;
		spare->used = entry->used;
	}
}

#endif
