/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spans/wantedrows.h"

#include <stdlib.h>

#include "base/mem.h"

enum {
	SETS = 64 /* cached blocks, because some blocks overlap in time */
};

/* The wanted rows of a block. */
struct set {
	uint64_t block; /* number of the block + 1; 0: none */
	uint64_t first_row;
	bool any;
	uint64_t bits[SPAN_WORDS];
};

struct wantedrows {
	const struct spanmaking *of;
	struct reader *reader;
	bool runs;
	struct set sets[SETS];
};

struct wantedrows *wantedrows_open(const struct spanmaking *of, struct reader *reader, bool runs)
{
	struct wantedrows *w = mem_zalloc(sizeof(*w));

	w->of = of;
	w->reader = reader;
	w->runs = runs;
	return w;
}

void wantedrows_close(struct wantedrows *w)
{
	free(w);
}

/* Return the roles of wanted rows that have no entry. */
static unsigned roles_without_entry(const struct wantedrows *w)
{
	return w->of->pair ? EDGE_EXIT : EDGE_EXIT | EDGE_WAKES;
}

/*
 * Add the samples of threads that are on a CPU: of consecutive samples of a thread, without a
 * wanted row between them, the first and the last.
 */
static void add_runs(struct wantedrows *w, uint64_t number, uint64_t *bits)
{
	struct block *block = reader_block(w->reader, number);
	const uint64_t *threads = block ? block_column(block, COL_THREAD) : NULL;
	uint64_t runs[SPAN_WORDS], last = 0; /* last: row + 1 of the previous sample; 0: none */
	bool several = false;		     /* it is not the first of its thread */

	spanroles_match(w->of->roles, w->reader, number, EDGE_RUNS, runs);
	for (uint64_t word = 0; threads && word < SPAN_WORDS; word++) {
		for (uint64_t left = runs[word] | bits[word]; left; left &= left - 1) {
			uint64_t at = word * 64 + (uint64_t)__builtin_ctzll(left);
			bool other = bits[word] & left & -left, same;

			same = last && !other && threads[at] == threads[last - 1];
			if (same && several)
				bitset_remove(runs, last - 1);
			several = same;
			last = other ? 0 : at + 1;
		}
	}
	for (size_t i = 0; i < SPAN_WORDS; i++)
		bits[i] |= runs[i];
}

static void fill_set(struct wantedrows *w, struct set *set, uint64_t block)
{
	const struct span_rows *entries = spantable_rows(w->of->table, block);

	set->block = block + 1;
	set->first_row = recording_block(w->of->recording, block).first_row;
	set->any = false;
	spanroles_match(w->of->roles, w->reader, block, roles_without_entry(w), set->bits);
	for (size_t i = 0; entries && i < SPAN_WORDS; i++)
		set->bits[i] |= entries->bits[SPAN_BEGINS][i] | entries->bits[SPAN_ENDS][i];
	if (w->runs)
		add_runs(w, block, set->bits);
	for (size_t i = 0; i < SPAN_WORDS; i++)
		set->any |= set->bits[i] != 0;
}

enum walk_rows wantedrows_get(void *arg, uint64_t row, const uint64_t **bits, uint64_t *first_row)
{
	struct wantedrows *w = arg;
	uint64_t block = recording_block_of(w->of->recording, row);
	struct set *set = &w->sets[block % SETS];

	if (set->block != block + 1)
		fill_set(w, set, block);
	*bits = set->bits;
	*first_row = set->first_row;
	return set->any ? WALK_SOME : WALK_NONE;
}
