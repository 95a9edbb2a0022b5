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

/* Returns 0 and sets the cursor's failed if there is no number. */
uint64_t varint_get(struct cursor *c);

#endif
