/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_VARINT_H
#define WIRE_VARINT_H

#include "base/buf.h"
#include "wire/bytes.h"

/*
 * Numbers of seven bits a byte, the lowest first; the highest bit of a byte says that more follow.
 * At most 10 bytes.
 */
void varint_put(struct buf *out, uint64_t v);
size_t varint_size(uint64_t v);

/* 0, and the cursor has failed, where none is there. */
uint64_t varint_get(struct cursor *c);

#endif
