/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/buf.h"

/*
 * Text from outside. In place of a name, a recording can have any bytes (prctl, mmap of any file,
 * strings of tracepoints). A terminal would interpret them, so each such string passes
 * text_escape() first.
 */

/*
 * Decode one UTF-8 character at p (len > 0 bytes): returns its length, *cp gets the code point. 0:
 * the bytes are not valid UTF-8 (overlong, surrogate, cut).
 */
size_t text_utf8(const uint8_t *p, size_t len, uint32_t *cp);
void text_add_utf8(struct buf *buf, uint32_t cp);

/*
 * Must the character never reach a terminal unescaped? C0, DEL, C1, line and paragraph separators,
 * bidirectional controls and other invisible format characters must not.
 */
bool text_is_unsafe(uint32_t cp);

/* The number of printable ASCII bytes at the start. Most texts consist of such bytes only. */
static inline size_t text_plain(const uint8_t *p, size_t len)
{
	size_t n = 0;

	while (n < len && p[n] >= 0x20 && p[n] < 0x7f)
		n++;
	return n;
}

/*
 * Append bytes with unsafe ones made visible: ^X for C0 and DEL, \xNN for a byte that is not UTF-8,
 * \u{NNNN} for other characters. A backslash or caret in the text stays as it is.
 */
void text_escape(struct buf *buf, const void *p, size_t len);
void text_escape_str(struct buf *buf, const char *s);

/* Append a line of a text file: a tab becomes blanks up to the next multiple of eight columns. */
void text_escape_line(struct buf *buf, const char *p, size_t len);

/* Does s begin with `begin`? */
static inline bool text_begins_with(const char *s, const char *begin)
{
	return !strncmp(s, begin, strlen(begin));
}

/* Does s end with `end`, and is it longer? So a file named only .pnx is not an index. */
bool text_ends_with(const char *s, const char *end);

/* The text without white space at both ends: its beginning, and its length in *len. */
const char *text_trim(const char *p, size_t *len);

/* Append "1 record" or "12 records", for a word whose plural ends with s. */
void text_add_plural(uint64_t n, const char *word, struct buf *out);

/* Append a duration: 1.5 s, 20 ms, 500 ns, rounded to so many digits (at least 3). */
void text_add_duration(uint64_t ns, int digits, struct buf *out);

/* A unit of numbers: s, ms, us, ns, K, M, G, Ki, Mi or Gi. */
struct text_unit {
	const char *name;
	uint64_t factor; /* of a time, in ns */
	bool is_time;
};

/* The unit with this name of len bytes, or NULL. */
const struct text_unit *text_unit(const char *name, size_t len);

/* Return the number of units in n, rounded. All shown durations are rounded, not cut. */
uint64_t text_rounded(uint64_t n, uint64_t unit);

/* Append a duration in ms: "1.234", rounded. */
void text_add_ms(uint64_t ns, struct buf *out);

/* The columns of a code point on a terminal: 0, 1 or 2, by the locale's wcwidth(). */
int text_width(uint32_t cp);

/* The columns of UTF-8 text; a byte that is not UTF-8 counts as one. */
size_t text_columns(const char *s, size_t len);
size_t text_columns_str(const char *s);

/* The bytes of the longest beginning of UTF-8 text that has at most so many columns. */
size_t text_fitting(const char *s, int columns);

/* Append s, and blanks to fill so many columns: before s if it is aligned right. */
void text_pad(struct buf *buf, const char *s, size_t len, size_t columns, bool right);

/* The value of a hexadecimal digit. -1: it is none. */
static inline int text_hex_digit(char c)
{
	unsigned digit = (unsigned char)c - (unsigned)'0';
	unsigned letter = ((unsigned char)c | 0x20u) - (unsigned)'a';

	return digit < 10 ? (int)digit : letter < 6 ? (int)letter + 10 : -1;
}

/* The length of s up to the first NUL, at most len. */
size_t text_nul(const void *s, size_t len);

/*
 * Edit distance, capped at limit + 1, for "did you mean". Two swapped letters are one edit. ASCII
 * case is ignored.
 */
unsigned text_distance(const char *a, const char *b, unsigned limit);

#endif
