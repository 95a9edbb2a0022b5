/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_CALLCHAIN_H
#define WIRE_CALLCHAIN_H

#include "wire/bytes.h"
#include "wire/field_offset.h"

/*
 * The entries of the call chain in a record: addresses, context markers and cookies
 * (decode_chain_field() in wire/decode.h), innermost first.
 */
struct callchain {
	const uint8_t *p; /* the next entry */
	size_t left;	  /* entries that the record has from there on */
	bool big;	  /* byte order */
};

/* Begin with the first entry, found by a walk. Returns false if the record has no call chain. */
bool callchain_walk(struct callchain *chain, const struct layout *layout, const uint8_t *rec,
		    size_t len);

/*
 * The same. If count, the offset of F_callchain_nr in such records, is fixed, it replaces the walk.
 */
bool callchain_begin(struct callchain *chain, const struct field_offset *count,
		     const struct layout *layout, uint32_t type, const uint8_t *rec, size_t len);

/* Return the next entry, which must exist. */
static inline uint64_t callchain_next(struct callchain *chain)
{
	uint64_t entry = load_u64(chain->p, chain->big);

	chain->p += 8;
	chain->left--;
	return entry;
}

/*
 * Get the number of frames, without context markers. Returns false if the record has no call chain.
 */
bool callchain_depth(const struct layout *layout, const uint8_t *rec, size_t len, uint64_t *depth);

#endif
