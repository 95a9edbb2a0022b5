/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/jsonw.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

static void jsonw_value(struct jsonw *w)
{
	if (w->comma)
		buf_addc(w->out, ',');
	w->comma = true;
}

void jsonw_begin(struct jsonw *w, char bracket)
{
	jsonw_value(w);
	buf_addc(w->out, bracket);
	w->comma = false;
}

void jsonw_end(struct jsonw *w, char bracket)
{
	buf_addc(w->out, bracket);
	w->comma = true;
}

void jsonw_key(struct jsonw *w, const char *key)
{
	jsonw_str(w, key);
	buf_addc(w->out, ':');
	w->comma = false;
}

void jsonw_quoted_key(struct jsonw *w, const char *key, size_t len)
{
	char *to = buf_room(w->out, len + 1);

	*to = ',';
	memcpy(to + w->comma, key, len);
	buf_added(w->out, len + w->comma);
	w->comma = false;
}

void jsonw_u64(struct jsonw *w, uint64_t v)
{
	jsonw_value(w);
	buf_add_u64(w->out, v);
}

void jsonw_s64(struct jsonw *w, int64_t v)
{
	jsonw_value(w);
	buf_add_s64(w->out, v);
}

void jsonw_f64(struct jsonw *w, double v)
{
	jsonw_value(w);
	if (isfinite(v))
		buf_addf(w->out, "%.17g", v);
	else
		buf_adds(w->out, "null");
}

void jsonw_scaled(struct jsonw *w, uint64_t v, unsigned places)
{
	char digits[24], *p = digits + sizeof(digits);

	for (; places && v % 10 == 0; places--)
		v /= 10;
	for (; places; places--, v /= 10)
		*--p = (char)('0' + v % 10);
	jsonw_value(w);
	buf_add_u64(w->out, v);
	if (p < digits + sizeof(digits)) {
		buf_addc(w->out, '.');
		buf_add(w->out, p, (size_t)(digits + sizeof(digits) - p));
	}
}

void jsonw_bool(struct jsonw *w, bool v)
{
	jsonw_value(w);
	buf_adds(w->out, v ? "true" : "false");
}

void jsonw_null(struct jsonw *w)
{
	jsonw_value(w);
	buf_adds(w->out, "null");
}

void jsonw_str(struct jsonw *w, const char *s)
{
	jsonw_bytes(w, s, strlen(s));
}

void jsonw_hex(struct jsonw *w, const uint8_t *p, size_t len)
{
	jsonw_value(w);
	buf_addc(w->out, '"');
	buf_add_hexbytes(w->out, p, len);
	buf_addc(w->out, '"');
}

static void jsonw_char(struct buf *out, uint32_t cp)
{
	if (cp == '"' || cp == '\\') {
		buf_addc(out, '\\');
		buf_addc(out, (char)cp);
	} else if (cp > 0xffff && text_is_unsafe(cp)) {
		buf_addf(out, "\\u%04x\\u%04x", 0xd800 + ((cp - 0x10000) >> 10),
			 0xdc00 + (cp & 0x3ff));
	} else if (text_is_unsafe(cp)) {
		buf_addf(out, "\\u%04x", cp);
	} else {
		text_add_utf8(out, cp);
	}
}

static bool is_plain(uint8_t c)
{
	return c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
}

/*
 * Are all of eight bytes plain? For a byte below 0x80, subtracting n sets the top bit if the byte
 * is less than n, and adding 1 sets it if the byte is 0x7f. Only bytes that are not plain cause
 * borrows and carries.
 */
static bool eight_plain(const uint8_t *p)
{
	const uint64_t ones = 0x0101010101010101ull, tops = ones << 7;
	uint64_t v, quote, back;

	memcpy(&v, p, sizeof(v));
	quote = v ^ ones * '"';
	back = v ^ ones * '\\';
	return !(((v - ones * 0x20) | (v + ones) | v | (quote - ones) | (back - ones)) & tops);
}

/* Bytes at the start that a JSON string has unchanged. */
static size_t plain(const uint8_t *p, size_t len)
{
	size_t n = 0;

	while (len - n >= 8 && eight_plain(p + n))
		n += 8;
	while (n < len && is_plain(p[n]))
		n++;
	return n;
}

bool jsonw_bytes(struct jsonw *w, const void *bytes, size_t len)
{
	const uint8_t *p = len ? bytes : (const void *)"";
	bool invalid = false;

	jsonw_value(w);
	buf_addc(w->out, '"');
	for (;;) {
		uint32_t cp = 0xfffd;
		size_t n = plain(p, len);

		buf_add(w->out, p, n);
		p += n;
		len -= n;
		if (!len)
			break;
		n = text_utf8(p, len, &cp);
		invalid |= !n;
		jsonw_char(w->out, cp);
		p += n ? n : 1;
		len -= n ? n : 1;
	}
	buf_addc(w->out, '"');
	return invalid;
}

void jsonw_key_str(struct jsonw *w, const char *key, const char *s)
{
	jsonw_key(w, key);
	jsonw_str(w, s);
}

void jsonw_key_u64(struct jsonw *w, const char *key, uint64_t v)
{
	jsonw_key(w, key);
	jsonw_u64(w, v);
}

void jsonw_key_begin(struct jsonw *w, const char *key, char bracket)
{
	jsonw_key(w, key);
	jsonw_begin(w, bracket);
}
