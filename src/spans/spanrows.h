/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_SPANROWS_H
#define SPANS_SPANROWS_H

#include <stdbool.h>
#include <stdint.h>

#include "index/block.h"

/*
 * The spans that the rows of blocks begin and end, made block by block. A thread makes blocks ahead
 * of the requesting thread, which makes missing blocks itself. Requested blocks are kept for a
 * while.
 */
struct spanrows;

enum spanrow_does {
	SPANROW_EXITS = 1, /* a thread ends */
	SPANROW_ENDS = 2,
	SPANROW_BEGINS = 4,
	SPANROW_WAKES = 8,
	SPANROW_HAS_RET = 16 /* flag of SPANROW_ENDS */
};

/* One thing that a row does. */
struct spanrow {
	uint64_t owner, key; /* of the span */
	uint64_t number;     /* the row's entry as begin or end */
	uint64_t time;
	int64_t ret;
	uint32_t name;
	uint32_t tid; /* of the row; UINT32_MAX: none */
	uint16_t at;  /* row in the block */
	uint8_t does; /* one of enum spanrow_does */
	uint8_t kind;
};

/* What the rows of a block do, ordered by row; for one row, in the order of enum spanrow_does. */
struct spanbatch {
	uint64_t block;
	uint64_t used; /* used by spanrows only */
	size_t part;
	uint32_t n;
	uint16_t place[BLOCK_ROWS]; /* by row: index of its first entry in v, from 1; 0: none */
	struct spanrow v[];	    /* the last entry does nothing and belongs to no row */
};

/* Make a block with the maker of the calling thread. The caller frees it. Never returns NULL. */
typedef struct spanbatch *spanrows_make(void *maker, uint64_t block);

/*
 * blocks: number of blocks. makers: for the requesting thread, and for the thread that works ahead;
 * if the latter is NULL, there is no such thread.
 */
struct spanrows *spanrows_open(spanrows_make *make, void *const makers[2], uint64_t blocks);
void spanrows_close(struct spanrows *rows);

/*
 * Get a block, valid until the next call. NULL: blocks are made too often, because their rows are
 * needed in random order; the caller then reads single rows.
 */
const struct spanbatch *spanrows_get(struct spanrows *rows, uint64_t block);

#endif
