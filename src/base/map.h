/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_MAP_H
#define BASE_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/hash.h"

/* A hash table from u64 to u32. A zeroed map is empty. */
struct map {
	struct hash table;
};

/* The value of a key, valid until the next map_put(). NULL: the key is missing. */
uint32_t *map_get(const struct map *map, uint64_t key);

/* The value of a key, which becomes 0 if the key was missing; then *fresh is set. */
uint32_t *map_put(struct map *map, uint64_t key, bool *fresh);

/* The number of keys. */
static inline size_t map_count(const struct map *map)
{
	return map->table.n;
}

/* Bytes allocated. */
size_t map_memory(const struct map *map);

/* A copy with the same keys and values. */
struct map map_copy(const struct map *map);

void map_release(struct map *map);

#endif
