/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_MAP_H
#define BASE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/secret.h"

/* A hash table from u64 to u32, open addressing. A zeroed map is empty. */
struct map {
	struct map_slot {
		uint64_t key;
		uint32_t value;
		uint32_t used;
	} * slots;
	size_t n;
	size_t mask; /* slots - 1; 0: nothing allocated */
	uint64_t secret[SECRET_WORDS];
};

/* The value of key, or NULL. The pointer dies with the next map_put(). */
uint32_t *map_get(const struct map *map, uint64_t key);

/* The value of key, made as 0 when it is not there; *fresh tells which. */
uint32_t *map_put(struct map *map, uint64_t key, bool *fresh);

void map_release(struct map *map);

#endif
