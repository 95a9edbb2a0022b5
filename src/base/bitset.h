/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_BITSET_H
#define BASE_BITSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/mem.h"

/* A set of numbers as bits. The caller provides zeroed words for all possible numbers. */

/* Words for the numbers less than n. */
#define BITSET_WORDS(n) (((n) + 63) / 64)

/* Return an empty set for the numbers less than n. The caller frees it. */
static inline uint64_t *bitset_new(size_t n)
{
	return mem_zalloc(BITSET_WORDS(n) * sizeof(uint64_t));
}

static inline bool bitset_has(const uint64_t *bits, size_t number)
{
	return bits[number / 64] >> number % 64 & 1;
}

static inline void bitset_add(uint64_t *bits, size_t number)
{
	bits[number / 64] |= 1ull << number % 64;
}

static inline void bitset_remove(uint64_t *bits, size_t number)
{
	bits[number / 64] &= ~(1ull << number % 64);
}

#endif
