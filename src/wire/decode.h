/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_DECODE_H
#define WIRE_DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/layout.h"
#include "wire/schema.h"

/*
 * The walker: goes over the bytes of a record along its rows, and calls a sink for each item. The
 * leaves (value() calls with their own bytes, and begin() of bits) tile the record: each byte is in
 * exactly one leaf. Bytes that no row covers are in F_rest or F_padding. Nothing in a record is
 * trusted: if a count is too large, only the elements that fit are used, and the item that shows
 * the count gets a note.
 */
struct item {
	enum field_id field;
	enum field_type type;
	enum row_kind kind;
	const char *label; /* of a register or element, valid in the call; NULL: the field's key */
	uint32_t off;	   /* bytes from the start of the record */
	uint32_t len;
	uint8_t shift, bits; /* a part of a number if bits is not 0; off and len are the number's */
	uint8_t flags;	     /* enum row_flag */
	bool element;	     /* a structure in a list (begin, end) */
	uint32_t index;	     /* number in the list */
	uint64_t num;	     /* numbers: the value, sign-extended; lists: existing elements */
	uint64_t whole;	     /* the number that a part belongs to */
	const uint8_t *bytes; /* start of text or bytes */
	uint32_t text_len;    /* length of the text, without the NUL and the bytes after it */
	const char *note;     /* the defect of this item, or NULL */
};

/*
 * Functions of a sink. They return true to continue the walk, false to stop it. Each can be NULL.
 */
struct sink {
	bool (*begin)(struct sink *sink, const struct item *item);
	bool (*value)(struct sink *sink, const struct item *item);
	bool (*end)(struct sink *sink, const struct item *item);
};

/* Pass an item to a sink. Returns false if the walk has to stop. */
static inline bool sink_begin(struct sink *sink, const struct item *item)
{
	return !sink->begin || sink->begin(sink, item);
}

static inline bool sink_value(struct sink *sink, const struct item *item)
{
	return !sink->value || sink->value(sink, item);
}

static inline bool sink_end(struct sink *sink, const struct item *item)
{
	return !sink->end || sink->end(sink, item);
}

/*
 * Walk over one record of len bytes, header included. Returns NULL, or the first note, which
 * describes a defect of the record.
 */
const char *decode_record(const struct layout *layout, const uint8_t *rec, size_t len,
			  struct sink *sink);

/*
 * Context markers in call chains: linux/perf_event.h, enum perf_callchain_context. All entries from
 * DECODE_CONTEXT_MAX on are markers.
 */
#define DECODE_CONTEXT_HYPERVISOR ((uint64_t)-32)
#define DECODE_CONTEXT_KERNEL ((uint64_t)-128)
#define DECODE_CONTEXT_USER ((uint64_t)-512)
#define DECODE_CONTEXT_USER_DEFERRED ((uint64_t)-640)
#define DECODE_CONTEXT_GUEST_KERNEL ((uint64_t)-2176)
#define DECODE_CONTEXT_GUEST_USER ((uint64_t)-2560)
#define DECODE_CONTEXT_MAX ((uint64_t)-4095)

/* The field of an entry of a call chain. before: the previous entry, 0 if none. */
static inline enum field_id decode_chain_field(uint64_t v, uint64_t before)
{
	if (before == DECODE_CONTEXT_USER_DEFERRED)
		return F_callchain_cookie;
	return v >= DECODE_CONTEXT_MAX ? F_callchain_context : F_callchain_ip;
}

/* Walk rows over bytes outside of a record: an attr of the attrs section. */
const char *decode_rows(const struct layout *layout, const struct row *rows, const uint8_t *p,
			size_t len, struct sink *sink);

#endif
