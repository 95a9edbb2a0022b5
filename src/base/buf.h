/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/*
 * Growable bytes. p is never NULL, and a NUL follows its len bytes, so a buffer of text is always a
 * C string.
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

/* Make room for len more bytes and a NUL. */
void buf_grow(struct buf *buf, size_t len);

/* Make room for len more bytes. The caller may write there and then call buf_added(). */
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

/*
 * Append a number in decimal or in lower-case hexadecimal. Exports need these to be fast, so they
 * do not use printf.
 */
void buf_add_u64(struct buf *buf, uint64_t v);
void buf_add_s64(struct buf *buf, int64_t v);

/* Append v divided by 10^decimals (at most 9), with as many digits after the point. */
void buf_add_decimals(struct buf *buf, uint64_t v, unsigned decimals);
void buf_add_hex(struct buf *buf, uint64_t v);
void buf_add0x(struct buf *buf, uint64_t v);	  /* with a leading 0x */
void buf_add_offset(struct buf *buf, uint64_t v); /* after a name: with a leading +0x */
void buf_add_hexbytes(struct buf *buf, const uint8_t *p, size_t len);

void buf_truncate(struct buf *buf, size_t len);

/* Replace a character from an offset on. */
void buf_replace(struct buf *buf, size_t start, char old, char with);

/* Return the bytes, which the caller frees. buf is empty afterwards. */
char *buf_take(struct buf *buf);

#endif
