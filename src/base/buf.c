/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/buf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "base/mem.h"

char buf_empty[1];

void buf_init(struct buf *buf)
{
	buf->p = buf_empty;
	buf->len = 0;
	buf->cap = 0;
}

void buf_release(struct buf *buf)
{
	if (buf->cap)
		free(buf->p);
	buf_init(buf);
}

void buf_reset(struct buf *buf)
{
	buf_truncate(buf, 0);
}

void buf_truncate(struct buf *buf, size_t len)
{
	if (len > buf->len)
		return;
	buf->len = len;
	if (buf->cap)
		buf->p[len] = '\0';
}

void buf_replace(struct buf *buf, size_t start, char old, char with)
{
	for (size_t i = start; i < buf->len; i++)
		if (buf->p[i] == old)
			buf->p[i] = with;
}

/* The first allocation. Threads write short texts for each row. */
enum {
	LEAST = 2 * MEM_APART
};

void buf_grow(struct buf *buf, size_t len)
{
	size_t want = buf->len + len + 1;
	size_t cap = buf->cap ? buf->cap : LEAST;

	if (want <= buf->cap)
		return;
	while (cap < want)
		cap += cap / 2;
	buf->p = mem_realloc(buf->cap ? buf->p : NULL, cap);
	buf->cap = cap;
	buf->p[buf->len] = '\0';
}

void buf_adds(struct buf *buf, const char *s)
{
	buf_add(buf, s, strlen(s));
}

void buf_fill(struct buf *buf, char c, size_t n)
{
	if (!n)
		return;
	memset(buf_room(buf, n), c, n);
	buf_added(buf, n);
}

void buf_vaddf(struct buf *buf, const char *fmt, va_list ap)
{
	va_list again;
	int n;

	va_copy(again, ap);
	n = vsnprintf(buf_room(buf, 64), 65, fmt, ap);
	if (n > 64)
		n = vsnprintf(buf_room(buf, (size_t)n), (size_t)n + 1, fmt, again);
	va_end(again);
	if (n > 0)
		buf_added(buf, (size_t)n);
}

void buf_addf(struct buf *buf, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	buf_vaddf(buf, fmt, ap);
	va_end(ap);
}

void buf_add_u64(struct buf *buf, uint64_t v)
{
	char *start = buf_room(buf, DECIMAL_ROOM);

	buf_added(buf, (size_t)(decimal_put(start, v) - start));
}

void buf_add_s64(struct buf *buf, int64_t v)
{
	if (v < 0) {
		buf_addc(buf, '-');
		buf_add_u64(buf, -(uint64_t)v);
	} else {
		buf_add_u64(buf, (uint64_t)v);
	}
}

void buf_add_decimals(struct buf *buf, uint64_t v, unsigned decimals)
{
	uint64_t one = 1, part;
	char *to;

	for (unsigned i = 0; i < decimals; i++)
		one *= 10;
	buf_add_u64(buf, v / one);
	part = v % one;
	to = buf_room(buf, decimals + 1);
	to[0] = '.';
	for (unsigned i = decimals; i; i--, part /= 10)
		to[i] = (char)('0' + part % 10);
	buf_added(buf, decimals + 1);
}

static const char hex_digits[] = "0123456789abcdef";

void buf_add_hex(struct buf *buf, uint64_t v)
{
	char tmp[16];
	size_t i = sizeof(tmp);

	do {
		tmp[--i] = hex_digits[v & 15];
		v >>= 4;
	} while (v);
	buf_add(buf, tmp + i, sizeof(tmp) - i);
}

void buf_add0x(struct buf *buf, uint64_t v)
{
	buf_add(buf, "0x", 2);
	buf_add_hex(buf, v);
}

void buf_add_offset(struct buf *buf, uint64_t v)
{
	buf_addc(buf, '+');
	buf_add0x(buf, v);
}

void buf_add_hexbytes(struct buf *buf, const uint8_t *p, size_t len)
{
	char *to = buf_room(buf, 2 * len);

	for (size_t i = 0; i < len; i++) {
		to[2 * i] = hex_digits[p[i] >> 4];
		to[2 * i + 1] = hex_digits[p[i] & 15];
	}
	buf_added(buf, 2 * len);
}

char *buf_take(struct buf *buf)
{
	char *p;

	buf_room(buf, 0);
	p = buf->p;
	buf_init(buf);
	return p;
}
