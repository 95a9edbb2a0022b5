/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_JSONW_H
#define BASE_JSONW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

/*
 * Writes JSON to a buffer. It handles commas and nesting; the caller supplies the values. Integers
 * are exact, also beyond 2^53, as JSON allows.
 */
struct jsonw {
	struct buf *out;
	bool comma; /* the next value of this level needs a comma */
};

#define JSONW_INIT(buf)                                                                            \
	{                                                                                          \
		.out = (buf)                                                                       \
	}

void jsonw_begin(struct jsonw *w, char bracket); /* '{' or '[' */
void jsonw_end(struct jsonw *w, char bracket);	 /* '}' or ']' */
void jsonw_key(struct jsonw *w, const char *key);
void jsonw_quoted_key(struct jsonw *w, const char *key, size_t len); /* the text of a key: "key": */
void jsonw_u64(struct jsonw *w, uint64_t v);
void jsonw_s64(struct jsonw *w, int64_t v);
void jsonw_f64(struct jsonw *w, double v); /* null if JSON has no such number */
/* v / 10^places, exact, without zeros at its end */
void jsonw_scaled(struct jsonw *w, uint64_t v, unsigned places);
void jsonw_bool(struct jsonw *w, bool v);
void jsonw_null(struct jsonw *w);
void jsonw_str(struct jsonw *w, const char *s);
void jsonw_hex(struct jsonw *w, const uint8_t *p, size_t len); /* bytes as a hex string */

/* A key and its value, or the beginning of its value. */
void jsonw_key_str(struct jsonw *w, const char *key, const char *s);
void jsonw_key_u64(struct jsonw *w, const char *key, uint64_t v);
void jsonw_key_begin(struct jsonw *w, const char *key, char bracket);

/*
 * A string of bytes from a recording: control and invisible characters become \u escapes, a byte
 * that is not UTF-8 becomes U+FFFD. Returns true if there was such a byte, so that the caller can
 * also write the bytes in hexadecimal.
 *
 * p may be NULL if len is 0.
 */
bool jsonw_bytes(struct jsonw *w, const void *p, size_t len);

#endif
