/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_SYMSTORE_H
#define SYM_SYMSTORE_H

#include "base/err.h"
#include "base/vec.h"
#include "sym/symblock.h"

/*
 * The symbols of all files that were read. They are in a file without a name, or in the files of a
 * cache. Memory contains the places of the blocks, and the blocks that were used last. One thread
 * adds symbols; any thread can look them up in complete tables.
 */
struct symstore;

/* The symbols of one file. A zeroed struct is empty. */
struct symtab {
	VEC(struct symtab_block) blocks;
	uint64_t ranges;
	/* 1 + the descriptor of the table's own file of blocks; 0: the store has them */
	int file;
};

struct symtab_block {
	uint64_t start, end; /* of the block's first and last range */
	uint64_t off;	     /* in the file */
	uint32_t len;
	uint32_t number; /* number among all blocks of the store */
};

/*
 * dir: folder for the file, which the caller keeps; NULL: the default folder. The file is created
 * with the first block.
 */
struct symstore *symstore_open(const char *dir);
void symstore_close(struct symstore *store);

/* Also close the table's own file. */
void symtab_release(struct symtab *table);

/* Append a packed block. ERR_IO: the file cannot be written. ERR_FORMAT: the block is invalid. */
int symstore_add(struct symstore *store, struct symtab *table, const void *p, size_t len,
		 struct err *err);

/*
 * Append a block that is in the table's own file; its number is set. Returns false if it does not
 * follow the blocks before it. The block is not read: one with wrong bytes has no symbols.
 */
bool symstore_refer(struct symstore *store, struct symtab *table, const struct symtab_block *block,
		    uint32_t ranges);

/*
 * Find the range of an address, and replace *name by its name, into which range->name points.
 * Returns false if there is none.
 */
bool symstore_find(struct symstore *store, const struct symtab *table, uint64_t at,
		   struct symrange *range, struct buf *name);

/*
 * Pass all ranges in ascending order to each(), until it returns false. Names are valid during the
 * call. Returns false if each() did, or if a block cannot be read.
 */
bool symstore_each(struct symstore *store, const struct symtab *table,
		   bool (*each)(void *arg, const struct symrange *range), void *arg);

/* Append the packed bytes of a block to `out`. Returns false if they cannot be read. */
bool symstore_block(const struct symstore *store, const struct symtab *table,
		    const struct symtab_block *block, struct buf *out);

#endif
