/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Check a list of symbols: packed blocks of ascending ranges. */
#ifndef PERFNAV_TESTS_FUZZ_SYMBOLS_H
#define PERFNAV_TESTS_FUZZ_SYMBOLS_H

#include "fuzz/fuzz.h"
#include "sym/symlist.h"

enum {
	SYMBOLS_SEEN = 8
};

/* The first of them begin here. */
struct symbols_seen {
	uint64_t end; /* of the range before */
	uint64_t at[SYMBOLS_SEEN];
	size_t n;
};

static inline bool symbols_take(void *arg, const struct buf *packed)
{
	struct symbols_seen *seen = arg;
	struct symblock block;

	if (!symblock_unpack(&block, packed->p, packed->len))
		give_up("symbols are not packed");
	for (uint32_t i = 0; i < block.n; i++) {
		const struct symrange *range = &block.v[i];

		if (range->start < seen->end || range->end <= range->start)
			give_up("ranges of symbols do not ascend");
		if (symblock_find(&block, range->start) != range)
			give_up("a range is not found");
		seen->end = range->end;
		if (seen->n < SYMBOLS_SEEN)
			seen->at[seen->n++] = range->start;
	}
	return true;
}

static inline void symbols_finish(struct symlist *list, struct symbols_seen *seen)
{
	if (!symlist_finish(list, symbols_take, seen))
		give_up("symbols are not taken");
}

#endif
