/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/map.h"

#include "base/mem.h"

struct map_slot {
	uint64_t key;
	uint32_t value;
	uint32_t used;
};

static bool is_used(const void *slot)
{
	return ((const struct map_slot *)slot)->used;
}

static uint64_t hash_of(const void *slot, const void *arg)
{
	(void)arg;
	return hash_u64(((const struct map_slot *)slot)->key);
}

static bool is_same(const void *slot, const void *key)
{
	return ((const struct map_slot *)slot)->key == *(const uint64_t *)key;
}

static const struct hash_kind kind = { sizeof(struct map_slot), true, is_used, hash_of };

uint32_t *map_get(const struct map *map, uint64_t key)
{
	struct map_slot *slot = hash_find(&map->table, &kind, hash_u64(key), is_same, &key);

	return slot ? &slot->value : NULL;
}

uint32_t *map_put(struct map *map, uint64_t key, bool *fresh)
{
	struct map_slot *slot = hash_put(&map->table, &kind, NULL, hash_u64(key), is_same, &key);

	*fresh = !slot->used;
	slot->used = 1;
	slot->key = key;
	return &slot->value;
}

size_t map_memory(const struct map *map)
{
	return hash_memory(&map->table, &kind);
}

struct map map_copy(const struct map *map)
{
	struct map copy = *map;

	if (map->table.slots)
		copy.table.slots = mem_dup(map->table.slots, map_memory(map));
	return copy;
}

void map_release(struct map *map)
{
	hash_release(&map->table);
}
