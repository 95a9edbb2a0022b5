/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_SPANTABLE_H
#define SPANS_SPANTABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bitset.h"
#include "base/vec.h"
#include "file/spill_array.h"
#include "index/block.h"

/*
 * The rows that begin and end spans, with an entry for each, ordered by row. The table is on the
 * heap while it is small, else in a file without a name. One thread fills it; then any thread reads
 * it. Entries are numbered from 1; 0 means none.
 */
enum span_state {
	SPAN_NONE, /* the row begins or ends nothing */
	SPAN_COMPLETE,
	SPAN_DOUBTFUL,	 /* it has an end, but records in it can be missing */
	SPAN_UNFINISHED, /* no end was recorded */
	SPAN_NORETURN,	 /* it never has an end: the thread exits, or a signal handler returns */
	SPAN_ORPHANED,	 /* an end whose begin was not recorded */
	SPAN_STATES
};

/* A row that begins a span. Some members have another meaning while the pairing has it open. */
struct span_begin {
	uint64_t end_or_around : 48; /* the row that ends it; open: number of the span around it */
	uint64_t kind : 8;	     /* row of span_kinds, from 1 */
	uint64_t state : 7;
	uint64_t has_ret : 1;
	union {
		uint64_t dur;	/* of an unfinished span: how long it lasted at least; 0: unknown */
		uint64_t since; /* open: time of the row */
	};
	uint32_t name;
	uint16_t at; /* number of the row in its block */
	uint16_t depth;
};

/* A row that ends a span. */
struct span_end {
	uint64_t begin : 40; /* number of its begin; 0: orphaned */
	uint64_t at : 16;
	uint64_t kind : 8; /* 0: the row ends nothing */
};

enum span_side {
	SPAN_BEGINS,
	SPAN_ENDS
};

enum {
	SPAN_WORDS = BLOCK_ROWS / 64
};

/* The rows of a block that have an entry, and the number of entries before each word. */
struct span_rows {
	uint64_t bits[2][SPAN_WORDS]; /* by enum span_side */
	uint16_t before[2][SPAN_WORDS];
};

struct spantable {
	struct spill_array begins, ends, rets, wakeups, offs;
	struct spill_array rows; /* struct span_rows of the blocks that have entries */
	VEC(uint32_t) rows_of;	 /* by block: number in rows, from 1; 0: none */
	VEC(uint64_t) first[2];	 /* by block: number of entries before it; at the end the total */
	uint64_t n[2], n_rows;
	bool has_rets, has_wakeups, has_offs;
	bool by_symbols; /* names can depend on symbols */
	const char *spool_dir;
};

void spantable_release(struct spantable *table);

/*
 * Add the next block: bits of the rows that begin spans, and of the rows that end spans, SPAN_WORDS
 * words each.
 */
void spantable_add_block(struct spantable *table, const uint64_t *begins, const uint64_t *ends);

/*
 * After all blocks were added: allocate all entries, with their rows and otherwise zeroed. The
 * has_* members must be set.
 */
void spantable_alloc(struct spantable *table);

static inline struct span_begin *spantable_begin(const struct spantable *table, uint64_t number)
{
	return (struct span_begin *)table->begins.p + (number - 1);
}

static inline struct span_end *spantable_end(const struct spantable *table, uint64_t number)
{
	return (struct span_end *)table->ends.p + (number - 1);
}

/* The result of a span, by the number of its begin. has_rets must be set. */
static inline int64_t *spantable_ret(const struct spantable *table, uint64_t number)
{
	return (int64_t *)table->rets.p + (number - 1);
}

/* The row that announces the end of the span, + 1; 0: none. has_wakeups must be set. */
static inline uint64_t *spantable_wakeup(const struct spantable *table, uint64_t number)
{
	return (uint64_t *)table->wakeups.p + (number - 1);
}

/*
 * The time that the thread was off its CPU during the span, by the number of its begin, if the span
 * has a duration; UINT64_MAX: unknown. has_offs must be set.
 */
static inline uint64_t *spantable_off(const struct spantable *table, uint64_t number)
{
	return (uint64_t *)table->offs.p + (number - 1);
}

/* Return the rows of a block that have an entry; NULL: none. */
static inline const struct span_rows *spantable_rows(const struct spantable *table, uint64_t block)
{
	uint32_t number = block < table->rows_of.n ? table->rows_of.v[block] : 0;

	return number ? (const struct span_rows *)table->rows.p + (number - 1) : NULL;
}

/* Does a row of a block have an entry? rows NULL: none has. */
static inline bool spantable_has(const struct span_rows *rows, enum span_side side, uint32_t at)
{
	return rows && bitset_has(rows->bits[side], at);
}

/* Return the number of the last entry before a row of a block; 0: none. */
static inline uint64_t spantable_before(const struct spantable *table, enum span_side side,
					uint64_t block, uint32_t at)
{
	const struct span_rows *rows = spantable_rows(table, block);
	uint64_t bit = 1ull << at % 64;

	if (!rows)
		return table->first[side].v[block];
	return table->first[side].v[block] + rows->before[side][at / 64] +
	       (uint64_t)__builtin_popcountll(rows->bits[side][at / 64] & (bit - 1));
}

/* Return the block with the row that begins a span. The search starts at block `near`. */
uint64_t spantable_block_of(const struct spantable *table, uint64_t begin, uint64_t near);

#endif
