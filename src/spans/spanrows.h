/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_SPANROWS_H
#define SPANS_SPANROWS_H

#include "index/block.h"
#include "spans/edge.h"

/*
 * The spans that the rows of blocks begin and end, made block by block. A thread makes blocks ahead
 * of the requesting thread, which makes missing blocks itself. Requested blocks are kept for a
 * while.
 */
struct spanrows;

/* What the rows of a block do, in the order of struct edge_list. */
struct spanbatch {
	uint64_t block;
	uint64_t used; /* used by spanrows only */
	uint32_t n;
	uint16_t place[BLOCK_ROWS]; /* by row: index of its first entry in v, from 1; 0: none */
	struct edge v[];	    /* the last entry does nothing; its row is UINT64_MAX */
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
