/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/symblock.h"

#include "base/search.h"
#include "wire/varint.h"

/*
 * A packed range: bytes from the end of the previous range, its own bytes, and its offset in the
 * symbol.
 */
void symblock_pack(struct buf *out, const struct symrange *v, uint32_t n)
{
	uint64_t at = 0;

	varint_put(out, n);
	for (uint32_t i = 0; i < n; at = v[i++].end) {
		uint32_t len = v[i].len < SYMBLOCK_NAME_MAX ? v[i].len : SYMBLOCK_NAME_MAX;

		varint_put(out, v[i].start - at);
		varint_put(out, v[i].end - v[i].start);
		varint_put(out, v[i].start - v[i].base);
		varint_put(out, v[i].size);
		varint_put(out, len);
		buf_add(out, v[i].name, len);
	}
}

/* Read the next range, which must begin at or after `at`. */
static bool get_range(struct cursor *c, uint64_t at, struct symrange *r)
{
	uint64_t gap = varint_get(c), bytes = varint_get(c), back = varint_get(c), size, len;

	size = varint_get(c);
	len = varint_get(c);
	if (c->failed || gap > UINT64_MAX - at || bytes > UINT64_MAX - at - gap ||
	    back > at + gap || len > SYMBLOCK_NAME_MAX)
		return false;
	*r = (struct symrange){
		.start = at + gap,
		.end = at + gap + bytes,
		.base = at + gap - back,
		.size = size,
		.name = (const char *)cursor_take(c, (size_t)len),
		.len = (uint32_t)len,
	};
	return !c->failed;
}

bool symblock_unpack(struct symblock *block, const void *p, size_t len)
{
	struct cursor c = { .p = p, .left = len };
	uint64_t n = varint_get(&c), at = 0;

	block->n = 0;
	if (!n || n > SYMBLOCK_MAX)
		return false;
	for (uint64_t i = 0; i < n; i++) {
		if (!get_range(&c, at, &block->v[i]))
			return false;
		at = block->v[i].end;
	}
	block->n = (uint32_t)n;
	return !c.left;
}

const struct symrange *symblock_find(const struct symblock *block, uint64_t at)
{
	size_t i = search_first(0, block->n, k, block->v[k].end <= at);

	return i < block->n && block->v[i].start <= at ? &block->v[i] : NULL;
}
