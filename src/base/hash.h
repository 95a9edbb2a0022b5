/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/secret.h"

/*
 * A hash table with open addressing and linear probing. The user defines the type of the slots. A
 * key is the value that the user compares: an integer, bytes, or members of a struct. A slot
 * contains its key, or a number that shows where the key is. Slots move only when the table grows;
 * a single slot cannot be removed. hash_u64(), hash_pair() and hash_bytes() depend on random
 * numbers of the process, so that an attacker cannot choose keys that collide. Therefore no output
 * may depend on the order of the slots. A zeroed table is empty. base/map.h is a table of the most
 * common kind.
 */
struct hash {
	void *slots; /* NULL: there are none yet */
	size_t mask; /* the number of slots minus 1; the number is a power of two */
	size_t n;    /* slots in use */
};

/*
 * The kind of a table's slots. Define it as static const, so that the compiler can inline its
 * functions. A slot of zeros is free. A slot from hash_put() or hash_place() is in use once the
 * user has filled it.
 */
struct hash_kind {
	size_t size; /* of a slot */
	/* slots contain their keys, so up to two thirds of the slots are used, otherwise half */
	bool dense;
	bool (*used)(const void *slot);
	/* The hash of the key in a slot, for tables that grow by themselves. */
	uint64_t (*hash)(const void *slot, const void *arg);
};

/* Is this the slot of a key? Both have the user's types. */
typedef bool hash_same_fn(const void *slot, const void *key);

#define HASH_INLINE static inline __attribute__((always_inline))

/* ---- hashes of keys, different in each process ---- */

static inline uint64_t hash_u64(uint64_t key)
{
	__extension__ typedef unsigned __int128 uint128;
	uint128 product = (uint128)(key ^ secret_words[0]) * secret_words[1];
	uint64_t folded = (uint64_t)(product ^ product >> 64);

	/* With some secrets, the products of keys with equal distances are close together. */
	folded = (folded ^ folded >> 32) * 0x9e3779b97f4a7c15u; /* 2^64 by the golden ratio */
	return folded ^ folded >> 32;
}

static inline uint64_t hash_pair(uint64_t a, uint64_t b)
{
	return hash_u64(hash_u64(a) ^ b);
}

static inline uint64_t hash_bytes(const void *p, size_t len)
{
	return secret_hash(p, len);
}

/* XXH3-64: the same on every machine, so files may contain it. */
uint64_t hash_stable(const void *p, size_t len);

/* ---- the table ---- */

/* Is there no room for another key? */
HASH_INLINE bool hash_is_full(const struct hash *h, const struct hash_kind *kind)
{
	return !h->slots || (kind->dense ? h->n * 3 > h->mask * 2 : h->n * 2 > h->mask);
}

/* Double the slots, on the heap. arg is passed to the kind's hash(). */
void hash_grow(struct hash *h, const struct hash_kind *kind, const void *arg);

/* Give an empty table, without slots, room for n keys on the heap. */
void hash_reserve(struct hash *h, const struct hash_kind *kind, size_t n);

/*
 * Use n other slots instead. n is a power of two, and all of them are free. Their owner frees them.
 */
void hash_use(struct hash *h, void *slots, size_t n);

/* Make all slots free. The memory stays allocated. */
void hash_clear(struct hash *h, const struct hash_kind *kind);

/* Free the slots, but not slots of hash_use(). */
void hash_release(struct hash *h);

/* Bytes of all slots, used or not. */
static inline size_t hash_memory(const struct hash *h, const struct hash_kind *kind)
{
	return h->slots ? (h->mask + 1) * kind->size : 0;
}

/* The slot of a key, or the free slot where the key belongs. The table must have slots. */
HASH_INLINE void *hash_seek(const struct hash *h, const struct hash_kind *kind, uint64_t hash,
			    hash_same_fn *same, const void *key)
{
	for (size_t i = hash & h->mask;; i = (i + 1) & h->mask) {
		void *slot = (char *)h->slots + i * kind->size;

		if (!kind->used(slot) || same(slot, key))
			return slot;
	}
}

/* The slot of a key, valid until the table grows. NULL: the key is missing. */
HASH_INLINE void *hash_find(const struct hash *h, const struct hash_kind *kind, uint64_t hash,
			    hash_same_fn *same, const void *key)
{
	void *slot = h->slots ? hash_seek(h, kind, hash, same, key) : NULL;

	return slot && kind->used(slot) ? slot : NULL;
}

/*
 * The slot of a key. If the key was missing, the slot is free and the caller fills it. The table
 * grows when it is full.
 */
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

/* A free slot for a missing key, in a table with room. The caller fills it. */
HASH_INLINE void *hash_place(struct hash *h, const struct hash_kind *kind, uint64_t hash)
{
	size_t i = hash & h->mask;

	while (kind->used((char *)h->slots + i * kind->size))
		i = (i + 1) & h->mask;
	h->n++;
	return (char *)h->slots + i * kind->size;
}

/* Return the next used slot from index *i on, and advance *i after it. NULL at the end. */
HASH_INLINE void *hash_next(const struct hash *h, const struct hash_kind *kind, size_t *i)
{
	while (h->slots && *i <= h->mask) {
		void *slot = (char *)h->slots + (*i)++ * kind->size;

		if (kind->used(slot))
			return slot;
	}
	return NULL;
}

/* ---- slots with numbers, from 1 on, of elements that are elsewhere ---- */

static inline bool hash_number_used(const void *slot)
{
	return *(const uint32_t *)slot != 0;
}

#endif
