/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/scripttext.h"

#include <string.h>

void script_text_right(struct buf *out, size_t start, size_t width)
{
	size_t len = out->len - start;

	if (len >= width)
		return;
	buf_fill(out, ' ', width - len);
	memmove(out->p + start + width - len, out->p + start, len);
	memset(out->p + start, ' ', width - len);
}

void script_text_u64(struct buf *out, uint64_t v, size_t width)
{
	size_t start = out->len;

	buf_add_u64(out, v);
	script_text_right(out, start, width);
}

void script_text_s32(struct buf *out, int32_t v, size_t width)
{
	size_t start = out->len;

	buf_add_s64(out, v);
	script_text_right(out, start, width);
}

void script_text_hex(struct buf *out, uint64_t v)
{
	size_t digits = v ? (size_t)(67 - __builtin_clzll(v)) / 4 : 1;
	char *to = buf_room(out, 16);

	memset(to, ' ', 16 - digits);
	for (size_t i = 16; digits; digits--, v >>= 4)
		to[--i] = "0123456789abcdef"[v & 15];
	buf_added(out, 16);
}

void script_text_digits(char *to, uint32_t v, unsigned n)
{
	while (n--) {
		to[n] = (char)('0' + v % 10);
		v /= 10;
	}
}
