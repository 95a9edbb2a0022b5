/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_VARINT_H
#define WIRE_VARINT_H

#include "base/buf.h"
#include "wire/bytes.h"

/*
 * Numbers of seven bits in each byte, the lowest first. The highest bit of a byte is set if more
 * bytes follow. At most 10 bytes.
 */
enum {
	VARINT_MORE = 0x80
};

/* The size of a number in bytes: its highest bit / 7 + 1, without a division. */
static inline unsigned varint_size(uint64_t v)
{
	unsigned highest = 63 ^ (unsigned)__builtin_clzll(v | 1);

	return (9 * highest + 73) / 64;
}

/* Store a number where there is room for it, and return the place after it. */
static inline uint8_t *varint_store(uint8_t *p, uint64_t v)
{
	for (; v >= VARINT_MORE; v >>= 7)
		*p++ = (uint8_t)(v | VARINT_MORE);
	*p++ = (uint8_t)v;
	return p;
}

void varint_put(struct buf *out, uint64_t v);

/* For varint_get(): a number of any size. */
uint64_t varint_get_long(struct cursor *c);

/* Returns 0 and sets the cursor's failed if there is no number. */
static inline uint64_t varint_get(struct cursor *c)
{
	if (c->failed || !c->left || *c->p >= VARINT_MORE)
		return varint_get_long(c);
	c->left--;
	return *c->p++;
}

#endif
