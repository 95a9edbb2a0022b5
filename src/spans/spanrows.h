/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_SPANROWS_H
#define SPANS_SPANROWS_H

#include <stdbool.h>
#include <stdint.h>

#include "index/block.h"

/*
 * What the rows of blocks do for spans, made block by block: a thread makes blocks ahead of the one
 * who asks, who makes those that are not there. Blocks that were asked for stay for a while.
 */
struct spanrows;

enum spanrow_does {
	SPANROW_EXITS = 1, /* a thread ends */
	SPANROW_ENDS = 2,
	SPANROW_BEGINS = 4,
	SPANROW_WAKES = 8,
	SPANROW_HAS_RET = 16 /* with ENDS */
};

/* One of the things that a row does. */
struct spanrow {
	uint64_t owner, key; /* of the span */
	uint64_t number;     /* the entry of the row as begin or end */
	uint64_t time;
	int64_t ret;
	uint32_t name;
	uint32_t tid; /* of the row; UINT32_MAX: it has none */
	uint16_t at;  /* row in the block */
	uint8_t does; /* one of enum spanrow_does */
	uint8_t kind;
};

/* What the rows of a block do, in the order of rows, and of a row in the order above. */
struct spanbatch {
	uint64_t block;
	uint64_t used; /* by spanrows alone */
	size_t part;
	uint32_t n;
	uint16_t place[BLOCK_ROWS]; /* of a row: its first one in v, from 1 on; 0: none */
	struct spanrow v[];	    /* the last one does nothing, and is of no row */
};

/* Make a block for one thread; to be freed. Never NULL. */
typedef struct spanbatch *spanrows_make(void *maker, uint64_t block);

/*
 * Of so many blocks. makers: of the one who asks, and of the thread; the latter NULL: there is no
 * thread.
 */
struct spanrows *spanrows_open(spanrows_make *make, void *const makers[2], uint64_t blocks);
void spanrows_close(struct spanrows *rows);

/*
 * A block, until the next one is asked for. NULL: blocks were made too often, as their rows come in
 * no order: look at single rows.
 */
const struct spanbatch *spanrows_get(struct spanrows *rows, uint64_t block);

#endif
