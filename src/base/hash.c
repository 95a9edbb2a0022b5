/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/hash.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/mem.h"

enum {
	SLOTS_FIRST = 4 /* there are many small tables */
};

uint64_t hash_stable(const void *p, size_t len)
{
	return XXH3_64bits(p, len);
}

void hash_use(struct hash *h, void *slots, size_t n)
{
	*h = (struct hash){ .slots = slots, .mask = n - 1 };
}

void hash_grow(struct hash *h, const struct hash_kind *kind, const void *arg)
{
	struct hash old = *h;
	size_t n = old.slots ? 2 * (old.mask + 1) : SLOTS_FIRST, i = 0;
	const void *slot;

	hash_use(h, mem_zalloc(n * kind->size), n);
	while ((slot = hash_next(&old, kind, &i)))
		memcpy(hash_place(h, kind, kind->hash(slot, arg)), slot, kind->size);
	free(old.slots);
}

void hash_reserve(struct hash *h, const struct hash_kind *kind, size_t n)
{
	size_t slots = SLOTS_FIRST;

	while (2 * n > slots)
		slots *= 2;
	hash_use(h, mem_zalloc(slots * kind->size), slots);
}

void hash_clear(struct hash *h, const struct hash_kind *kind)
{
	if (h->slots)
		memset(h->slots, 0, hash_memory(h, kind));
	h->n = 0;
}

void hash_release(struct hash *h)
{
	free(h->slots);
	*h = (struct hash){ NULL };
}
