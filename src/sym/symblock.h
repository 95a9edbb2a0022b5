/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_SYMBLOCK_H
#define SYM_SYMBLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

/*
 * Some symbols that follow one another, packed: what goes from the process that reads
 * files to this one, and what is kept in files. A packed block is input like any other.
 */
enum {
	SYMBLOCK_MAX = 128,	 /* ranges of a block */
	SYMBLOCK_NAME_MAX = 4096 /* bytes of a name; what is longer is cut */
};

/* Addresses whose symbol is the same. One symbol has several where others lie inside it. */
struct symrange {
	uint64_t start, end; /* the first address, and the one behind the last */
	uint64_t base, size; /* of the symbol */
	const char *name;    /* not ended by NUL */
	uint32_t len;
};

struct symblock {
	uint32_t n;
	struct symrange v[SYMBLOCK_MAX];
};

/* Append a block of n ranges, which ascend and do not overlap. */
void symblock_pack(struct buf *out, const struct symrange *v, uint32_t n);

/* The ranges of a packed block; names point into it. False: this is none. */
bool symblock_unpack(struct symblock *block, const void *p, size_t len);

/* The range that has an address, or NULL. */
const struct symrange *symblock_find(const struct symblock *block, uint64_t at);

#endif
