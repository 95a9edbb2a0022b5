/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/secret.h"

/*
 * The hash table: open addressing, one place after the other, over slots of any type of its user.
 * A key is what the user compares: an integer, bytes, members of a struct; it lies in the slot or
 * where a number in the slot says. Growing is all that moves slots, nothing removes one alone.
 * Keys that somebody chose to meet in one place do not, as hash_u64(), hash_pair() and
 * hash_bytes() depend on numbers that this one cannot know: nothing that is written may depend on
 * the order of slots. A zeroed table is empty. base/map.h has the most common kind ready.
 */
struct hash {
	void *slots; /* NULL: none yet */
	size_t mask; /* slots - 1; there are a power of two of them */
	size_t n;    /* those that are used */
};

/*
 * What its slots are: a static const one, which the compiler sees through. A slot of zeros is
 * free, one that hash_put() or hash_place() gave is used as soon as its user has filled it.
 */
struct hash_kind {
	size_t size; /* of a slot */
	bool dense;  /* keys are in the slots: of three, two are used then, else of two one */
	bool (*used)(const void *slot);
	/* That of the key in a slot, for tables that grow by themselves. */
	uint64_t (*hash)(const void *slot, const void *arg);
};

/* Is it the slot of a key? Both are of the user's types. */
typedef bool hash_same_fn(const void *slot, const void *key);

#define HASH_INLINE static inline __attribute__((always_inline))

/* ---- hashes of keys; another number in each process ---- */

static inline uint64_t hash_u64(uint64_t key)
{
	__extension__ typedef unsigned __int128 uint128;
	uint128 product = (uint128)(key ^ secret_words[0]) * secret_words[1];

	return (uint64_t)(product ^ product >> 64);
}

static inline uint64_t hash_pair(uint64_t a, uint64_t b)
{
	return hash_u64(hash_u64(a) ^ b);
}

static inline uint64_t hash_bytes(const void *p, size_t len)
{
	return secret_hash(p, len);
}

/* ---- the table ---- */

/* Has it no room for one more? */
HASH_INLINE bool hash_is_full(const struct hash *h, const struct hash_kind *kind)
{
	return !h->slots || (kind->dense ? h->n * 3 > h->mask * 2 : h->n * 2 > h->mask);
}

/* Twice as many slots, of the heap; arg is for hash() of the kind. */
void hash_grow(struct hash *h, const struct hash_kind *kind, const void *arg);

/* Use other slots, a power of two of them, all free. Who brings them also frees them. */
void hash_use(struct hash *h, void *slots, size_t n);

/* Free all slots; the memory stays. */
void hash_clear(struct hash *h, const struct hash_kind *kind);

/* Give the memory back; not of a table whose slots came by hash_use(). */
void hash_release(struct hash *h);

/* Of its slots, used or not. */
static inline size_t hash_memory(const struct hash *h, const struct hash_kind *kind)
{
	return h->slots ? (h->mask + 1) * kind->size : 0;
}

/* The slot of a key, or the free one where it belongs. There are slots. */
HASH_INLINE void *hash_seek(const struct hash *h, const struct hash_kind *kind, uint64_t hash,
			    hash_same_fn *same, const void *key)
{
	for (size_t i = hash & h->mask;; i = (i + 1) & h->mask) {
		void *slot = (char *)h->slots + i * kind->size;

		if (!kind->used(slot) || same(slot, key))
			return slot;
	}
}

/* The slot of a key, NULL: it is not there. Until the table grows. */
HASH_INLINE void *hash_find(const struct hash *h, const struct hash_kind *kind, uint64_t hash,
			    hash_same_fn *same, const void *key)
{
	void *slot = h->slots ? hash_seek(h, kind, hash, same, key) : NULL;

	return slot && kind->used(slot) ? slot : NULL;
}

/* The slot of a key, free where it was not there; who called fills it then. Grows when full. */
HASH_INLINE void *hash_put(struct hash *h, const struct hash_kind *kind, const void *arg,
			   uint64_t hash, hash_same_fn *same, const void *key)
{
	void *slot;

	if (hash_is_full(h, kind))
		hash_grow(h, kind, arg);
	slot = hash_seek(h, kind, hash, same, key);
	h->n += !kind->used(slot);
	return slot;
}

/* A free slot for a key that is not there, where there is room; who called fills it. */
HASH_INLINE void *hash_place(struct hash *h, const struct hash_kind *kind, uint64_t hash)
{
	size_t i = hash & h->mask;

	while (kind->used((char *)h->slots + i * kind->size))
		i = (i + 1) & h->mask;
	h->n++;
	return (char *)h->slots + i * kind->size;
}

/* Return the next used slot, starting at index *i, and advance *i past it; NULL at the end. */
HASH_INLINE void *hash_next(const struct hash *h, const struct hash_kind *kind, size_t *i)
{
	while (h->slots && *i <= h->mask) {
		void *slot = (char *)h->slots + (*i)++ * kind->size;

		if (kind->used(slot))
			return slot;
	}
	return NULL;
}

/* ---- slots that are numbers of things that lie elsewhere, from 1 on ---- */

static inline bool hash_number_used(const void *slot)
{
	return *(const uint32_t *)slot != 0;
}

#endif
