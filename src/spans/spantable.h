/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_SPANTABLE_H
#define SPANS_SPANTABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "file/bulk.h"

/*
 * What is known of the rows that begin and end spans: an entry for each, by the order of rows. It
 * is of the heap while it is small, else of a file without a name. One thread fills it, then any
 * thread reads it. Entries have numbers from 1 on, 0 is none.
 */
enum span_state {
	SPAN_NONE, /* the row begins nothing, ends nothing */
	SPAN_COMPLETE,
	SPAN_DOUBTFUL,	 /* it has an end, but records in between can be missing */
	SPAN_UNFINISHED, /* no end was recorded */
	SPAN_NORETURN,	 /* it has no end: a thread ends, a signal's handler does */
	SPAN_ORPHANED,	 /* an end whose begin was not recorded */
	SPAN_STATES
};

/* A row that begins a span. While the span is open, dur is when it began, end the one around it. */
struct span_begin {
	uint64_t end : 48; /* the row that ends it */
	uint64_t kind : 8; /* its row in span_kinds, from 1 on */
	uint64_t state : 7;
	uint64_t has_ret : 1;
	uint64_t dur;
	uint32_t name;
	uint16_t at; /* row in its block */
	uint16_t depth;
};

/* A row that ends a span. */
struct span_end {
	uint64_t begin : 40; /* number of its begin, 0: orphaned */
	uint64_t at : 16;
	uint64_t kind : 8; /* 0: it ends nothing */
};

struct spantable {
	struct bulk begins, ends, rets, wakeups;
	VEC(uint64_t) first_begin, first_end; /* by blocks: how many are before them; and in all */
	uint64_t n_begins, n_ends;
	bool has_rets, has_wakeups;
};

void spantable_release(struct spantable *table);

/* Begin with the next block: so many of its rows begin spans, so many end some. */
void spantable_add_block(struct spantable *table, uint32_t begins, uint32_t ends);

/* All blocks were added: make room for all entries, zeroed; has_rets, has_wakeups are set. */
void spantable_alloc(struct spantable *table, const char *spool_dir);

static inline struct span_begin *spantable_begin(const struct spantable *table, uint64_t number)
{
	return (struct span_begin *)table->begins.p + (number - 1);
}

static inline struct span_end *spantable_end(const struct spantable *table, uint64_t number)
{
	return (struct span_end *)table->ends.p + (number - 1);
}

/* The result of a span, by the number of its begin. There is room for them. */
static inline int64_t *spantable_ret(const struct spantable *table, uint64_t number)
{
	return (int64_t *)table->rets.p + (number - 1);
}

/* The row that tells that it will end soon, + 1; 0: none does. There is room for them. */
static inline uint64_t *spantable_wakeup(const struct spantable *table, uint64_t number)
{
	return (uint64_t *)table->wakeups.p + (number - 1);
}

/* The entry of a row of a block, by its place in the block; 0: there is none. */
uint64_t spantable_find_begin(const struct spantable *table, uint64_t block, uint32_t at);
uint64_t spantable_find_end(const struct spantable *table, uint64_t block, uint32_t at);

/* The block whose row begins a span. */
uint64_t spantable_block_of(const struct spantable *table, uint64_t begin);

#endif
