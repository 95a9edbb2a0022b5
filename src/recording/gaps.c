/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/gaps.h"

#include <stdlib.h>
#include <string.h>

#include "base/bitset.h"
#include "base/clock.h"
#include "base/stop.h"
#include "index/walk.h"
#include "recording/blocks.h"

enum {
	MARKS_MAX = 64,	       /* places at which the state is kept, at equal distances */
	MARKS_BYTES = 8 << 20, /* of all states together; larger states are kept at fewer places */
	MARK_STEP = 16 * BLOCK_ROWS,
	HELD_MORE = 8,	   /* blocks in addition to those that overlap */
	ROWS_A_LOOK = 256, /* between two readings of the clock */
	STOP_NS = 5000000  /* between two checks whether to stop */
};

/* The state between two rows, in the order of the walk. */
struct gap_state {
	struct order_entry next; /* not later than the next row's */
	uint64_t passed;	 /* rows before it */
	struct last_seen last_seen;
};

/* A block of which some rows were passed. */
struct held_block {
	uint64_t number, first_row;
	uint32_t rows, passed;	     /* passed: since the block is held */
	bool lost;		     /* it is damaged, or was not passed from its first row on */
	struct shared_block *shared; /* NULL: all rows were passed */
	const struct index *index;
	int64_t *ns[GAPS];
	uint64_t *has[GAPS]; /* bits */
};

struct gaps {
	const struct recording *recording;
	unsigned kinds;
	struct order *order; /* NULL: file order */
	bool settled;	     /* the order will not change any more */
	bool revised;
	struct order_walk *walk; /* from now.next on; NULL: file order, or the end is reached */
	struct gap_state now;
	struct order_entry begun; /* where the walk began; nothing after that place was skipped */
	VEC(struct gap_state) marks;
	uint64_t step;		       /* rows between two kept states */
	VEC(struct held_block *) held; /* the last used one first */
	size_t held_most;
	const _Atomic bool *stop; /* see gaps_stop_at() */
};

/* ---- blocks ---- */

static void put_back(struct gaps *g, struct held_block *held)
{
	if (held->shared)
		blocks_put(recording_unpacked(g->recording), held->shared);
	held->shared = NULL;
}

static void release(struct gaps *g, struct held_block *held)
{
	put_back(g, held);
	for (int of = 0; of < GAPS; of++) {
		free(held->ns[of]);
		free(held->has[of]);
	}
	free(held);
}

static bool is_whole(const struct held_block *held)
{
	return held->passed == held->rows || held->lost;
}

static void release_all(struct gaps *g)
{
	for (size_t i = 0; i < g->held.n; i++)
		release(g, g->held.v[i]);
	g->held.n = 0;
}

/* Move it to the front, as the last used one. */
static struct held_block *use_held(struct gaps *g, size_t i)
{
	struct held_block *held = g->held.v[i];

	memmove(g->held.v + 1, g->held.v, i * sizeof(*g->held.v));
	return g->held.v[0] = held;
}

static struct held_block *find_held(struct gaps *g, uint64_t block)
{
	for (size_t i = 0; i < g->held.n; i++)
		if (g->held.v[i]->number == block)
			return use_held(g, i);
	return NULL;
}

/*
 * Remove the block that has been unused for the longest time, of those whose rows were all passed.
 */
static void make_room(struct gaps *g)
{
	size_t i = g->held.n - 1;

	while (i && !is_whole(g->held.v[i]))
		i--;
	release(g, use_held(g, i ? i : g->held.n - 1));
	memmove(g->held.v, g->held.v + 1, --g->held.n * sizeof(*g->held.v));
}

static struct held_block *hold(struct gaps *g, uint64_t block)
{
	struct blocks *blocks = recording_unpacked(g->recording);
	struct block_desc desc = recording_block(g->recording, block);
	struct held_block *held;

	if (g->held.n >= g->held_most)
		make_room(g);
	held = mem_zalloc(sizeof(*held));
	held->number = block;
	held->first_row = desc.first_row;
	held->rows = desc.rows;
	held->shared = blocks_get(blocks, block);
	if (held->shared)
		held->index = blocks_unpack(blocks, held->shared);
	else
		held->lost = true;
	for (int of = 0; of < GAPS && held->shared; of++) {
		if (!(g->kinds >> of & 1))
			continue;
		held->ns[of] = mem_alloc(BLOCK_ROWS * sizeof(int64_t));
		held->has[of] = mem_zalloc(BLOCK_ROWS / 8);
	}
	vec_push(&g->held, held);
	return use_held(g, g->held.n - 1);
}

/* The block that has a row, usually one of the last. */
static struct held_block *held_of(struct gaps *g, uint64_t row)
{
	for (size_t i = 0; i < g->held.n; i++) {
		const struct held_block *held = g->held.v[i];

		if (row >= held->first_row && row - held->first_row < held->rows)
			return use_held(g, i);
	}
	return hold(g, recording_block_of(g->recording, row));
}

/* ---- places ---- */

/* Drop every other state, and keep later ones at a greater distance. */
static void thin_marks(struct gaps *g)
{
	size_t kept = 0;

	for (size_t i = 0; i < g->marks.n; i++) {
		if (i % 2 == 0)
			g->marks.v[kept++] = g->marks.v[i];
		else
			last_seen_release(&g->marks.v[i].last_seen);
	}
	g->marks.n = kept;
	g->step *= 2;
}

static bool is_far(const struct gaps *g)
{
	return !g->marks.n || g->now.passed >= g->marks.v[g->marks.n - 1].passed + g->step;
}

static struct gap_state copy_place(const struct gap_state *place)
{
	struct gap_state copy = *place;

	copy.last_seen = last_seen_copy(&place->last_seen);
	return copy;
}

static void keep_mark(struct gaps *g)
{
	size_t most = MARKS_BYTES / (last_seen_bytes(&g->now.last_seen) + 1);

	most = most < 2 ? 2 : most < MARKS_MAX ? most : MARKS_MAX;
	while (g->marks.n >= most)
		thin_marks(g);
	if (is_far(g))
		vec_push(&g->marks, copy_place(&g->now));
}

/* Return to the last kept state that is not after an entry. */
static void go_to_mark(struct gaps *g, const struct order_entry *entry)
{
	size_t i = g->marks.n;

	while (i && entry_before(entry, &g->marks.v[i - 1].next))
		i--;
	last_seen_release(&g->now.last_seen);
	g->now = i ? copy_place(&g->marks.v[i - 1]) : (struct gap_state){ .passed = 0 };
	g->begun = g->now.next;
	release_all(g);
	walk_close(g->walk);
	g->walk = g->order ? walk_open(g->order, &g->now.next, 1, NULL, NULL) : NULL;
}

/* ---- the order ---- */

static int by_number(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* The most blocks that overlap in time. */
static uint64_t overlap(const struct recording *recording)
{
	uint64_t n = recording_blocks(recording), begun = 0, ended = 0, most = 0;
	uint64_t *from = mem_alloc((n + 1) * sizeof(*from));
	uint64_t *to = mem_alloc((n + 1) * sizeof(*to));

	for (uint64_t i = 0; i < n; i++) {
		struct block_desc desc = recording_block(recording, i);

		from[i] = desc.key_min;
		to[i] = desc.key_max;
	}
	qsort(from, n, sizeof(*from), by_number);
	qsort(to, n, sizeof(*to), by_number);
	for (; begun < n; begun++) {
		while (ended < begun && to[ended] < from[begun])
			ended++;
		if (begun + 1 - ended > most)
			most = begun + 1 - ended;
	}
	free(from);
	free(to);
	return most;
}

static void forget(struct gaps *g)
{
	for (size_t i = 0; i < g->marks.n; i++)
		last_seen_release(&g->marks.v[i].last_seen);
	g->marks.n = 0;
	release_all(g);
	walk_close(g->walk);
	g->walk = NULL;
	last_seen_release(&g->now.last_seen);
	g->now = (struct gap_state){ .passed = 0 };
	g->begun = g->now.next;
}

/* Use the time order as soon as it is known. */
static void settle(struct gaps *g)
{
	struct order *order = g->settled ? NULL : recording_order(g->recording);
	uint64_t most;

	if (!order)
		return;
	g->settled = true;
	most = overlap(g->recording);
	if (order_is_file(order) || most > GAPS_OVERLAP) {
		order_close(order);
		return;
	}
	forget(g);
	g->revised = true;
	g->held_most = most + HELD_MORE;
	g->order = order;
	g->walk = walk_open(order, &g->now.next, 1, NULL, NULL);
}

bool gaps_revised(struct gaps *g)
{
	bool revised;

	settle(g);
	revised = g->revised;
	g->revised = false;
	return revised;
}

/* ---- rows ---- */

static bool next_entry(struct gaps *g, struct order_entry *entry)
{
	if (g->order)
		return g->walk && walk_next(g->walk, entry) == WALK_FOUND;
	*entry = g->now.next;
	return entry->row < recording_rows(g->recording);
}

static void pass_row(struct gaps *g, struct held_block *held, uint32_t i)
{
	const uint64_t *const *col = held->shared->col;
	const struct kind *kind = index_kind(held->index, col[COL_KIND][i]);
	uint64_t time = col[COL_TIME][i];
	struct gap_values gap;

	if (!kind || !time || time == UINT64_MAX ||
	    !index_offsets_has(&kind->offsets, INDEX_FIELD_TIME))
		return;
	gap = last_seen_pass(&g->now.last_seen, &kind->offsets,
			     index_thread(held->index, col[COL_THREAD][i])->tid, col[COL_CPU][i],
			     time);
	for (int of = 0; of < GAPS; of++) {
		if (!held->ns[of])
			continue;
		held->ns[of][i] = gap.ns[of];
		held->has[of][i / 64] |= (uint64_t)(gap.has >> of & 1) << i % 64;
	}
}

/* Pass the next row. Returns false if there is none. */
static bool pass(struct gaps *g)
{
	struct order_entry entry;
	struct held_block *held;

	if (is_far(g))
		keep_mark(g);
	if (!next_entry(g, &entry))
		return false;
	held = held_of(g, entry.row);
	if (!is_whole(held) && held->shared)
		pass_row(g, held, (uint32_t)(entry.row - held->first_row));
	if (!is_whole(held) && ++held->passed == held->rows)
		put_back(g, held);
	g->now.next = (struct order_entry){ entry.key, entry.row + 1 };
	g->now.passed++;
	return true;
}

bool gaps_come(struct gaps *g, uint64_t block, int64_t ns)
{
	struct held_block *held = find_held(g, block);
	int64_t end;
	struct block_desc desc;
	struct order_entry first, last;

	if (held && is_whole(held))
		return true;
	settle(g);
	held = find_held(g, block);
	end = clock_ns() + ns;
	desc = recording_block(g->recording, block);
	first = (struct order_entry){ g->order ? desc.key_min : 0, desc.first_row };
	last = (struct order_entry){ g->order ? desc.key_max : 0, desc.first_row + desc.rows };
	if (entry_before(&first, &g->begun) || (!held && entry_before(&first, &g->now.next)))
		go_to_mark(g, &first);
	for (unsigned n = 1; entry_before(&g->now.next, &last) && pass(g); n++)
		if (n % ROWS_A_LOOK == 0 && clock_ns() >= end && entry_before(&g->now.next, &last))
			return false;
	held = find_held(g, block);
	if (!held)
		held = hold(g, block);
	if (!is_whole(held)) {
		held->lost = true;
		put_back(g, held);
	}
	return true;
}

bool gaps_get(struct gaps *g, uint64_t block, uint32_t i, enum gap_of of, int64_t *gap)
{
	struct held_block *held;

	while (!gaps_come(g, block, STOP_NS))
		if (stop_wanted(g->stop))
			return false;
	held = find_held(g, block);
	if (!held || !held->ns[of] || held->lost)
		return false;
	*gap = held->ns[of][i];
	return bitset_has(held->has[of], i);
}

void gaps_stop_at(struct gaps *g, const _Atomic bool *stop)
{
	g->stop = stop;
}

struct gaps *gaps_open(const struct recording *recording, unsigned kinds)
{
	struct gaps *g = mem_zalloc(sizeof(*g));

	g->recording = recording;
	g->kinds = kinds;
	g->step = MARK_STEP;
	g->held_most = HELD_MORE;
	settle(g);
	g->revised = false;
	return g;
}

void gaps_close(struct gaps *g)
{
	if (!g)
		return;
	forget(g);
	order_close(g->order);
	vec_release(&g->marks);
	vec_release(&g->held);
	free(g);
}
