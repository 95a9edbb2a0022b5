/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILTER_ROWS_H
#define FILTER_ROWS_H

#include <stdbool.h>

#include "base/bitset.h"
#include "index/block.h"

/* A set of rows of a block: one bit each. */
struct rows {
	uint64_t bits[BLOCK_ROWS / 64];
};

static inline bool rows_has(const struct rows *rows, uint32_t i)
{
	return bitset_has(rows->bits, i);
}

/* The first row of the set from i on; BLOCK_ROWS: there is none. */
static inline uint32_t rows_next(const struct rows *rows, uint32_t i)
{
	for (; i < BLOCK_ROWS; i = (i | 63) + 1) {
		uint64_t left = rows->bits[i / 64] >> i % 64;

		if (left)
			return i + (uint32_t)__builtin_ctzll(left);
	}
	return BLOCK_ROWS;
}

/* The first row from i on that is not in the set. */
static inline uint32_t rows_gap(const struct rows *rows, uint32_t i)
{
	while (i < BLOCK_ROWS && rows_has(rows, i)) {
		uint64_t out = ~(rows->bits[i / 64] >> i % 64);
		uint32_t left = 64 - i % 64, n = out ? (uint32_t)__builtin_ctzll(out) : 64;

		i += n < left ? n : left;
	}
	return i;
}

/* Iterate over the set with i, ascending. */
#define rows_each(rows, i)                                                                         \
	for (uint32_t i = rows_next(rows, 0); i < BLOCK_ROWS; i = rows_next(rows, i + 1))

static inline void rows_set(struct rows *rows, uint32_t i)
{
	bitset_add(rows->bits, i);
}

static inline void rows_clear(struct rows *rows, uint32_t i)
{
	bitset_remove(rows->bits, i);
}

/* Set all n rows of a block. */
static inline void rows_set_all(struct rows *rows, uint32_t n)
{
	for (uint32_t i = 0; i < BLOCK_ROWS / 64; i++)
		rows->bits[i] = 64 * i + 64 <= n ? ~0ull : 64 * i < n ? (1ull << n % 64) - 1 : 0;
}

static inline bool rows_none(const struct rows *rows)
{
	return rows_next(rows, 0) == BLOCK_ROWS;
}

static inline uint32_t rows_count(const struct rows *rows)
{
	uint32_t n = 0;

	for (size_t i = 0; i < BLOCK_ROWS / 64; i++)
		n += (uint32_t)__builtin_popcountll(rows->bits[i]);
	return n;
}

#endif
