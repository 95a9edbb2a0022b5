/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_ROWS_H
#define QUERY_ROWS_H

#include <stdbool.h>

#include "index/block.h"

/* Some rows of a block: a bit for each. */
struct rows {
	uint64_t bits[BLOCK_ROWS / 64];
};

static inline bool rows_has(const struct rows *rows, uint32_t i)
{
	return rows->bits[i / 64] >> i % 64 & 1;
}

/* The first of them that is i or behind it; BLOCK_ROWS: there is none. */
static inline uint32_t rows_next(const struct rows *rows, uint32_t i)
{
	for (; i < BLOCK_ROWS; i = (i | 63) + 1) {
		uint64_t left = rows->bits[i / 64] >> i % 64;

		if (left)
			return i + (uint32_t)__builtin_ctzll(left);
	}
	return BLOCK_ROWS;
}

/* Go through them with i, from the first on. */
#define rows_each(rows, i)                                                                         \
	for (uint32_t i = rows_next(rows, 0); i < BLOCK_ROWS; i = rows_next(rows, i + 1))

static inline void rows_set(struct rows *rows, uint32_t i)
{
	rows->bits[i / 64] |= 1ull << i % 64;
}

/* All of a block of n rows. */
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
