/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_DECODE_H
#define WIRE_DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/layout.h"
#include "wire/schema.h"

/*
 * The walker: goes over a record's bytes along its rows and tells a sink what is
 * there. The leaves (value() calls with a byte range of their own, and begin()
 * of bits) tile the record: each byte is in exactly one of them, what no row
 * covers is in W_rest or W_padding.
 *
 * Nothing in a record is trusted: a count that asks for more than is there is
 * cut to what fits and the item that shows it carries a note.
 */
struct item {
	enum word word;
	enum word_type type;
	enum row_kind kind;
	const char *label; /* of a register or element, while it is told; NULL: the word's key */
	uint32_t off;	   /* bytes from the start of the record */
	uint32_t len;
	uint8_t shift, bits; /* a part of a number: bits is not 0, off and len are the number's */
	uint8_t flags;	     /* enum row_flag */
	bool element;	     /* a structure in a list (begin, end) */
	uint32_t index;	     /* number in the list */
	uint64_t num;	     /* numbers: the value, sign-extended; lists: elements that are there */
	uint64_t whole;	     /* of a part: the number that it is a part of */
	const uint8_t *bytes; /* text and bytes: where they are */
	uint32_t text_len;    /* text without the NUL and what follows it */
	const char *note;     /* what is wrong here, or NULL */
};

/* Each function returns true to go on, false to stop the walk. NULL functions are skipped. */
struct sink {
	bool (*begin)(struct sink *sink, const struct item *item);
	bool (*value)(struct sink *sink, const struct item *item);
	bool (*end)(struct sink *sink, const struct item *item);
};

/*
 * Walk one record of len bytes, header included. Returns NULL, or what is wrong
 * with the record: the first note.
 */
const char *decode_record(const struct layout *layout, const uint8_t *rec, size_t len,
			  struct sink *sink);

/* Addresses of a call chain from here up are context markers (PERF_CONTEXT_MAX). */
#define DECODE_CONTEXT_MAX ((uint64_t)-4095)
#define DECODE_CONTEXT_USER_DEFERRED ((uint64_t)-640)

/* Which word an entry of a call chain is; before: the entry before it, 0 none. */
static inline enum word decode_chain_word(uint64_t v, uint64_t before)
{
	if (before == DECODE_CONTEXT_USER_DEFERRED)
		return W_callchain_cookie;
	return v >= DECODE_CONTEXT_MAX ? W_callchain_context : W_callchain_ip;
}

/* Walk rows over bytes that are not a record: an attr of the attrs section. */
const char *decode_rows(const struct layout *layout, const struct row *rows, const uint8_t *p,
			size_t len, struct sink *sink);

#endif
