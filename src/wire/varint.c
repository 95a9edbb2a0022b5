/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wire/varint.h"

enum {
	MORE = 0x80
};

void varint_put(struct buf *out, uint64_t v)
{
	for (; v >= MORE; v >>= 7)
		buf_addc(out, (char)(v | MORE));
	buf_addc(out, (char)v);
}

size_t varint_size(uint64_t v)
{
	size_t n = 1;

	for (; v >= MORE; v >>= 7)
		n++;
	return n;
}

uint64_t varint_get_long(struct cursor *c)
{
	uint64_t v = 0;

	for (unsigned shift = 0; shift < 64; shift += 7) {
		const uint8_t *p = cursor_take(c, 1);

		if (!p)
			return 0;
		v |= (uint64_t)(*p & (MORE - 1)) << shift;
		if (!(*p & MORE))
			return v;
	}
	c->failed = true;
	return 0;
}
