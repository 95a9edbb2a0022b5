/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_RECORDS_PRIVATE_H
#define FILE_RECORDS_PRIVATE_H

/* Private to records.c and records_search.c, which share it. */

#include "file/records.h"
#include "wire/bytes.h"

/* The header of a record, or bytes that may be one. */
struct record_head {
	uint32_t type;
	uint16_t misc, size;
};

static inline struct record_head record_head_load(const uint8_t *p, bool big)
{
	return (struct record_head){ load_u32(p, big), load_u16(p + 4, big), load_u16(p + 6, big) };
}

/* The kernel pads its records to 8 bytes; perf leaves some of its own unpadded. */
static inline bool record_may_be_odd(uint32_t type)
{
	return type >= RECORD_USER_START && type != RECORD_FINISHED_ROUND;
}

static inline bool record_head_has_likely_misc(const struct record_head *h)
{
	if (h->type >= RECORD_USER_START)
		return !h->misc || h->type == RECORD_BUILD_ID;
	return !(h->misc & 0x0ff8) && (h->misc & 7) <= 5;
}

/* Would this header count as one between arbitrary bytes? */
static inline bool record_head_is_likely(const struct record_head *h)
{
	const struct record_desc *desc = record_find(h->type);

	if (!desc || h->size < desc->min || !record_head_has_likely_misc(h))
		return false;
	if (h->type == RECORD_FINISHED_ROUND && h->size != RECORD_HEADER_SIZE)
		return false;
	return h->size % 8 == 0 || record_may_be_odd(h->type);
}

/* Up to len bytes at `off`, fewer at the stream's end. For callers that can do with fewer. */
static inline const uint8_t *records_peek(struct records *r, uint64_t off, size_t len,
					  size_t *avail)
{
	uint64_t left = r->stream->end - off;
	const uint8_t *p;

	if (len > left)
		len = (size_t)left;
	p = window_get(&r->window, off, len, avail);
	if (*avail > left)
		*avail = (size_t)left;
	return p;
}

/* As records_peek(), for callers whose result depends on whether all len bytes exist. */
static inline const uint8_t *records_get(struct records *r, uint64_t off, size_t len, size_t *avail)
{
	const uint8_t *p = records_peek(r, off, len, avail);

	r->touched |= *avail < len;
	return p;
}

/* Do len bytes from off on reach to the stream's end, or after it? */
static inline bool records_reach_end(struct records *r, uint64_t off, uint64_t len)
{
	bool reaches = len >= r->stream->end - off;

	r->touched |= reaches;
	return reaches;
}

/*
 * The size of the data after a record at `off`, as its fields state it; 0: it has none, or is too
 * short.
 */
uint64_t records_tail_size(struct records *r, const struct record_head *h, uint64_t off);

/* A record with a part that takes all bytes left fits any size. */
bool record_takes_rest(const struct record_desc *desc);

/* Do the fields of a record fill its size exactly? */
bool record_fills_size(const struct stream *stream, const struct record_head *h,
		       const uint8_t *rec);

/* Do likely records follow one another from off on, to the stream's end or for several records? */
bool records_likely_chain(struct records *r, uint64_t off);

/* The same for a search, which asks for many places near each other. */
bool records_likely_at(struct records *r, uint64_t pos);

/* Return the next place after off where records seem to begin, or the stream's end. */
uint64_t records_resync(struct records *r, uint64_t off);

#endif
