/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/map.h"

#include <stdlib.h>

#include "base/mem.h"

__extension__ typedef unsigned __int128 uint128;

/* A multiply and a fold: the keys are ids and thread numbers, dense in their low bits. */
static size_t map_hash(const struct map *map, uint64_t key)
{
	uint128 product = (uint128)(key ^ map->secret[0]) * map->secret[1];

	return (size_t)(product ^ product >> 64);
}

static struct map_slot *map_find(const struct map *map, uint64_t key)
{
	size_t i = map_hash(map, key) & map->mask;

	while (map->slots[i].used && map->slots[i].key != key)
		i = (i + 1) & map->mask;
	return &map->slots[i];
}

uint32_t *map_get(const struct map *map, uint64_t key)
{
	struct map_slot *slot;

	if (!map->n)
		return NULL;
	slot = map_find(map, key);
	return slot->used ? &slot->value : NULL;
}

static void map_resize(struct map *map, size_t size)
{
	struct map bigger = { .n = map->n, .mask = size - 1 };

	secret_get(bigger.secret);
	bigger.secret[1] |= 1;
	bigger.slots = mem_zalloc(size * sizeof(*bigger.slots));
	for (size_t i = 0; map->slots && i <= map->mask; i++)
		if (map->slots[i].used)
			*map_find(&bigger, map->slots[i].key) = map->slots[i];
	free(map->slots);
	*map = bigger;
}

uint32_t *map_put(struct map *map, uint64_t key, bool *fresh)
{
	struct map_slot *slot;

	if (!map->slots)
		map_resize(map, 16);
	else if (map->n * 3 > map->mask * 2)
		map_resize(map, (map->mask + 1) * 2);
	slot = map_find(map, key);
	*fresh = !slot->used;
	if (*fresh) {
		slot->used = 1;
		slot->key = key;
		slot->value = 0;
		map->n++;
	}
	return &slot->value;
}

void map_release(struct map *map)
{
	free(map->slots);
	*map = (struct map){ 0 };
}
