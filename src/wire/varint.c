/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wire/varint.h"

void varint_put(struct buf *out, uint64_t v)
{
	unsigned size = varint_size(v);

	varint_store((uint8_t *)buf_room(out, size), v);
	buf_added(out, size);
}

uint64_t varint_get_long(struct cursor *c)
{
	uint64_t v = 0;

	for (unsigned shift = 0; shift < 64; shift += 7) {
		const uint8_t *p = cursor_take(c, 1);

		if (!p)
			return 0;
		v |= (uint64_t)(*p & (VARINT_MORE - 1)) << shift;
		if (!(*p & VARINT_MORE))
			return v;
	}
	c->failed = true;
	return 0;
}
