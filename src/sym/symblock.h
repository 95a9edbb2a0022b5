/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_SYMBLOCK_H
#define SYM_SYMBLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

/*
 * Some consecutive symbols in packed form. The process that reads files sends them, and files keep
 * them. Packed blocks are untrusted.
 */
enum {
	SYMBLOCK_MAX = 128,	 /* ranges of a block */
	SYMBLOCK_NAME_MAX = 4096 /* bytes of a name; longer names are truncated */
};

/* Addresses with the same symbol. A symbol with other symbols inside it has several ranges. */
struct symrange {
	uint64_t start, end; /* the first address, and the address after the last one */
	uint64_t base, size; /* of the symbol */
	const char *name;    /* not terminated by NUL */
	uint32_t len;
};

struct symblock {
	uint32_t n;
	struct symrange v[SYMBLOCK_MAX];
};

/* Append a block of n ranges, which must ascend and not overlap. */
void symblock_pack(struct buf *out, const struct symrange *v, uint32_t n);

/* Unpack the ranges of a block; names point into the block. Returns false if it is invalid. */
bool symblock_unpack(struct symblock *block, const void *p, size_t len);

/* Return the range that contains an address, or NULL. */
const struct symrange *symblock_find(const struct symblock *block, uint64_t at);

#endif
