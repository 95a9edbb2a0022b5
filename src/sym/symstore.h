/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_SYMSTORE_H
#define SYM_SYMSTORE_H

#include "base/err.h"
#include "base/vec.h"
#include "sym/symblock.h"

/*
 * The symbols of all files that were read, in a file without a name; in memory is
 * where each block is, and the blocks that were used last. One thread adds, any thread
 * finds in tables that are complete.
 */
struct symstore;

/* The symbols of one file. A zeroed one is empty. */
struct symtab {
	VEC(struct symtab_block) blocks;
	uint64_t ranges;
};

struct symtab_block {
	uint64_t start, end; /* of its first and its last range */
	uint64_t off;	     /* in the store */
	uint32_t len;
	uint32_t number; /* of all blocks in the store */
};

/* dir: for the file; NULL: the usual one. It is made when there is something to keep. */
struct symstore *symstore_open(const char *dir);
void symstore_close(struct symstore *store);

void symtab_release(struct symtab *table);

/* Add a packed block behind the others. ERR_IO: there is no room; ERR_FORMAT: it is none. */
int symstore_add(struct symstore *store, struct symtab *table, const void *p, size_t len,
		 struct err *err);

/* The range of an address; its name is in *name, which it replaces. False: there is none. */
bool symstore_find(struct symstore *store, const struct symtab *table, uint64_t at,
		   struct symrange *range, struct buf *name);

/* All ranges in ascending order until each says false; names live for that call. */
bool symstore_each(struct symstore *store, const struct symtab *table,
		   bool (*each)(void *arg, const struct symrange *range), void *arg);

/* The packed bytes of a block, appended to out. False: they cannot be read. */
bool symstore_block(struct symstore *store, const struct symtab_block *block, struct buf *out);

#endif
