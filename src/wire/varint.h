/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_VARINT_H
#define WIRE_VARINT_H

#include "base/buf.h"
#include "wire/bytes.h"

/*
 * Numbers of seven bits in each byte, the lowest first. The highest bit of a byte is set if more
 * bytes follow. At most 10 bytes.
 */
void varint_put(struct buf *out, uint64_t v);
size_t varint_size(uint64_t v);

/* For varint_get(): a number of any size. */
uint64_t varint_get_long(struct cursor *c);

/* Returns 0 and sets the cursor's failed if there is no number. */
static inline uint64_t varint_get(struct cursor *c)
{
	if (c->failed || !c->left || *c->p >= 0x80)
		return varint_get_long(c);
	c->left--;
	return *c->p++;
}

#endif
