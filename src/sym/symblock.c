/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/symblock.h"

#include "wire/bytes.h"

/* Seven bits a byte, the lowest first; the highest bit says that more follow. */
static void put_number(struct buf *out, uint64_t v)
{
	for (; v >= 0x80; v >>= 7)
		buf_addc(out, (char)(v | 0x80));
	buf_addc(out, (char)v);
}

static uint64_t get_number(struct cursor *c)
{
	uint64_t v = 0;

	for (unsigned shift = 0; shift < 64; shift += 7) {
		const uint8_t *p = cursor_take(c, 1);

		if (!p)
			return 0;
		v |= (uint64_t)(*p & 0x7f) << shift;
		if (!(*p & 0x80))
			return v;
	}
	c->failed = true;
	return 0;
}

/* Each range: bytes from the end of the one before, its bytes, where it lies in its symbol. */
void symblock_pack(struct buf *out, const struct symrange *v, uint32_t n)
{
	uint64_t at = 0;

	put_number(out, n);
	for (uint32_t i = 0; i < n; at = v[i++].end) {
		uint32_t len = v[i].len < SYMBLOCK_NAME_MAX ? v[i].len : SYMBLOCK_NAME_MAX;

		put_number(out, v[i].start - at);
		put_number(out, v[i].end - v[i].start);
		put_number(out, v[i].start - v[i].base);
		put_number(out, v[i].size);
		put_number(out, len);
		buf_add(out, v[i].name, len);
	}
}

/* The next range, which begins at `at` or later. */
static bool get_range(struct cursor *c, uint64_t at, struct symrange *r)
{
	uint64_t gap = get_number(c), bytes = get_number(c), back = get_number(c), size, len;

	size = get_number(c);
	len = get_number(c);
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
	uint64_t n = get_number(&c), at = 0;

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
	uint32_t low = 0, high = block->n;

	while (low < high) {
		uint32_t middle = (low + high) / 2;

		if (at < block->v[middle].start)
			high = middle;
		else if (at >= block->v[middle].end)
			low = middle + 1;
		else
			return &block->v[middle];
	}
	return NULL;
}
