/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_BITS_H
#define INDEX_BITS_H

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "wire/bytes.h"

/*
 * Numbers of the same width, packed without a gap: they begin with the lowest bit of little-endian
 * u64s. Zeros fill the last u64.
 */
enum {
	BITS_GROUP = 64 /* a group: 64 numbers of n bits fill exactly n u64s */
};

static inline unsigned bits_of(uint64_t v)
{
	return v ? 64 - (unsigned)__builtin_clzll(v) : 0;
}

/* The largest number of width bits (0 to 64). */
static inline uint64_t bits_mask(unsigned width)
{
	return width ? ~0ull >> (64 - width) : 0;
}

/* Bytes of n numbers. */
static inline size_t bits_bytes(size_t n, unsigned width)
{
	return (n * width + 63) / 64 * 8;
}

/*
 * Append the lowest bits of v[i] - base for n numbers. Set rows to the indexes of the numbers that
 * need more bits, and return how many there are.
 */
size_t bits_put(struct buf *out, const uint64_t *v, size_t n, uint64_t base, unsigned width,
		uint16_t *rows);

/* Append n numbers of at most width bits each; width is at most 8. */
void bits_put_bytes(struct buf *out, const uint8_t *v, size_t n, unsigned width);

/* Unpack n numbers. If too few bytes are left, set c->failed. */
void bits_get(struct cursor *c, uint64_t *v, size_t n, unsigned width);

#endif
