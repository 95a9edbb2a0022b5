/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/*
 * Growable bytes. p is never NULL and always has a NUL behind its len bytes, so
 * that a buffer of text can be used as a C string at any time.
 */
struct buf {
	char *p;
	size_t len;
	size_t cap; /* 0: p is the shared empty string */
};

extern char buf_empty[1];

#define BUF_INIT                                                                                   \
	{                                                                                          \
		.p = buf_empty                                                                     \
	}

void buf_init(struct buf *buf);
void buf_release(struct buf *buf);
void buf_reset(struct buf *buf);

/* Make room for len more bytes, and the NUL behind them. */
void buf_grow(struct buf *buf, size_t len);

/* Room for len more bytes; the caller may write there and call buf_added(). */
static inline char *buf_room(struct buf *buf, size_t len)
{
	if (buf->cap - buf->len <= len)
		buf_grow(buf, len);
	return buf->p + buf->len;
}

static inline void buf_added(struct buf *buf, size_t len)
{
	buf->len += len;
	buf->p[buf->len] = '\0';
}

static inline void buf_add(struct buf *buf, const void *p, size_t len)
{
	if (!len)
		return;
	memcpy(buf_room(buf, len), p, len);
	buf_added(buf, len);
}

static inline void buf_addc(struct buf *buf, char c)
{
	*buf_room(buf, 1) = c;
	buf_added(buf, 1);
}

void buf_adds(struct buf *buf, const char *s);
void buf_fill(struct buf *buf, char c, size_t n);
void buf_addf(struct buf *buf, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void buf_vaddf(struct buf *buf, const char *fmt, va_list ap) __attribute__((format(printf, 2, 0)));

/* Decimal and lower-case hexadecimal without printf: these are hot in exports. */
void buf_add_u64(struct buf *buf, uint64_t v);
void buf_add_s64(struct buf *buf, int64_t v);

/* The number divided by 10^decimals (at most 9), with that many digits behind the point. */
void buf_add_decimals(struct buf *buf, uint64_t v, unsigned decimals);
void buf_add_hex(struct buf *buf, uint64_t v);
void buf_add0x(struct buf *buf, uint64_t v); /* with 0x before it */
void buf_add_hexbytes(struct buf *buf, const uint8_t *p, size_t len);

void buf_truncate(struct buf *buf, size_t len);

/* Hands the bytes over to the caller, who frees them; buf is empty again. */
char *buf_take(struct buf *buf);

#endif
