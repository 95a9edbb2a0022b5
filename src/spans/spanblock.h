/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_SPANBLOCK_H
#define SPANS_SPANBLOCK_H

#include "base/buf.h"
#include "index/coding.h"
#include "spans/spantable.h"

/* The spans that begin or end in a block of the recording, as columns (doc/index-format.md). */
enum spanblock_column {
	SPANCOL_AT, /* row in the block */
	SPANCOL_WHAT,
	SPANCOL_NAME, /* number of its name */
	SPANCOL_DUR,
	SPANCOL_END, /* the row that ends the span, minus this row, folded; 0: none */
	SPANCOL_DEPTH,
	SPANCOL_RET,	/* result, folded */
	SPANCOL_WAKEUP, /* the row that wakes, as SPANCOL_END */
	SPANCOL_OFF,
	SPANCOL_END_AT, /* from here on: columns of the rows that end spans */
	SPANCOL_END_KIND,
	SPANCOL_END_BEGIN, /* the row that begins the span, as SPANCOL_END; 0: orphaned */
	SPANCOL_COUNT
};

/* The parts of a number in SPANCOL_WHAT. */
static inline uint32_t spanwhat_kind(uint64_t what) /* from 1 */
{
	return (uint32_t)what & 0xff;
}

static inline enum span_state spanwhat_state(uint64_t what)
{
	return (enum span_state)(what >> 8 & 0xf);
}

enum {
	SPANWHAT_HAS_RET = 1 << 12,
	SPANWHAT_HAS_OFF = 1 << 13,
	SPANWHAT_END = 1 << 14 /* all values are below this */
};

static inline bool spanwhat_has_dur(uint64_t what)
{
	return spanwhat_state(what) == SPAN_COMPLETE || spanwhat_state(what) == SPAN_DOUBTFUL;
}

struct spanblock {
	uint64_t number, first_row;
	uint32_t rows;
	uint32_t n[2];		       /* number of entries, by enum span_side */
	uint64_t *col[SPANCOL_COUNT];  /* NULL: all 0 */
	uint16_t place[2][BLOCK_ROWS]; /* by row: number of its entry, from 1; 0: none */
};

static inline uint64_t spanblock_value(const struct spanblock *block, enum spanblock_column column,
				       uint32_t i)
{
	return block->col[column] ? block->col[column][i] : 0;
}

/* Numbers of both signs as they are stored. */
static inline uint64_t spanblock_fold(int64_t v)
{
	return zigzag((uint64_t)v);
}

static inline int64_t spanblock_unfold(uint64_t v)
{
	return (int64_t)unzigzag(v);
}

/*
 * Return the row that a number of SPANCOL_END refers to, from the row that has the number. v must
 * not be 0.
 */
static inline uint64_t spanblock_row(uint64_t row, uint64_t v)
{
	return row + (uint64_t)spanblock_unfold(v);
}

/* A block of the recording. */
struct spanblock_place {
	uint64_t number, first_row;
	uint32_t rows;
};

/*
 * Append the spans of a block of a filled table. first_row() returns the first row of a block.
 * Returns false, and appends nothing, if the block has no spans.
 */
bool spanblock_pack(const struct spantable *table, const struct spanblock_place *place,
		    uint64_t (*first_row)(void *arg, uint64_t block), void *arg, struct buf *out);

/* Limits for the numbers of a block. */
struct spanblock_limits {
	uint64_t rows; /* number of rows of the recording */
	uint32_t kinds, names;
};

/*
 * Unpack len bytes of a block. The caller frees it with spanblock_free(). NULL: the bytes are
 * invalid, or refer to rows, kinds or names that do not exist.
 */
struct spanblock *spanblock_unpack(const uint8_t *p, size_t len,
				   const struct spanblock_place *place,
				   const struct spanblock_limits *limits);

/* Make a block without spans. */
struct spanblock *spanblock_empty(const struct spanblock_place *place);
void spanblock_free(struct spanblock *block);

#endif
