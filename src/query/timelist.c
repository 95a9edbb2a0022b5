/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/timelist.h"

#include <stdlib.h>

#include "base/cache.h"
#include "base/mem.h"
#include "index/walk.h"
#include "recording/reader_find.h"

enum {
	WINDOW_ROWS = 256, /* rows that are kept around the requested positions */
	WALKS = 4	   /* walks that are kept for reuse: two lists, two directions */
};

/* A walk over the matches of a filter, kept because the next match is usually requested next. */
struct kept_walk {
	struct order_walk *walk; /* NULL: none */
	uint64_t selection;	 /* id of its selection */
	int dir;
	uint64_t next; /* the position of its next row */
};

struct timelist {
	struct reader *reader;
	struct recording *recording;
	struct order *order;
	uint64_t window_first, window_n;
	uint64_t window[WINDOW_ROWS];
	struct kept_walk walks[WALKS];
	struct cache cache;	     /* of the walks */
	struct selection *selection; /* the selection of the walk in progress */
};

struct timelist *timelist_open(struct reader *reader)
{
	struct order *order = recording_order(reader_recording(reader));
	struct timelist *t;

	if (!order)
		return NULL;
	t = mem_zalloc(sizeof(*t));
	t->reader = reader;
	t->recording = reader_recording(reader);
	t->order = order;
	return t;
}

static void end_walk(struct kept_walk *k)
{
	walk_close(k->walk);
	k->walk = NULL;
}

void timelist_close(struct timelist *t)
{
	if (!t)
		return;
	for (size_t i = 0; i < WALKS; i++)
		end_walk(&t->walks[i]);
	order_close(t->order);
	free(t);
}

uint64_t timelist_count(const struct timelist *t)
{
	return order_rows(t->order);
}

bool timelist_is_file(const struct timelist *t)
{
	return order_is_file(t->order);
}

/* ---- all rows ---- */

static void fill_window(struct timelist *t, uint64_t position)
{
	uint64_t first = position < WINDOW_ROWS / 2 ? 0 : position - WINDOW_ROWS / 2;
	struct order_entry e;
	struct order_walk *walk;

	t->window_first = first;
	t->window_n = 0;
	if (order_at(t->order, first, &e, NULL))
		return;
	walk = walk_open(t->order, &e, 1, NULL, NULL);
	while (t->window_n < WINDOW_ROWS && walk_next(walk, &e) == WALK_FOUND)
		t->window[t->window_n++] = e.row;
	walk_close(walk);
}

uint64_t timelist_row(struct timelist *t, uint64_t position)
{
	if (position - t->window_first >= t->window_n)
		fill_window(t, position);
	return position - t->window_first < t->window_n ? t->window[position - t->window_first]
							: position;
}

uint64_t timelist_position(struct timelist *t, uint64_t row)
{
	struct order_entry e;
	uint64_t position;

	for (uint64_t i = 0; i < t->window_n; i++)
		if (t->window[i] == row)
			return t->window_first + i;
	if (row >= order_rows(t->order) || order_entry_of(t->order, row, &e, NULL) ||
	    order_before(t->order, &e, &position, NULL))
		return row;
	return position;
}

uint64_t timelist_at_time(struct timelist *t, uint64_t time)
{
	uint64_t position;

	if (order_is_file(t->order))
		return reader_find_time(t->reader, time);
	return order_at_time(t->order, time, &position, NULL) ? 0 : position;
}

/* ---- matches ---- */

static enum walk_rows wanted(void *arg, uint64_t row, const uint64_t **bits, uint64_t *first_row)
{
	static const enum walk_rows results[] = {
		[SELECTION_NO_ROWS] = WALK_NONE,
		[SELECTION_ALL_ROWS] = WALK_ALL,
		[SELECTION_SOME_ROWS] = WALK_SOME,
		[SELECTION_UNKNOWN_ROWS] = WALK_UNKNOWN,
	};
	struct timelist *t = arg;
	uint64_t block = recording_block_of(t->recording, row);

	*first_row = recording_block(t->recording, block).first_row;
	return results[selection_block(t->selection, t->reader, block, bits)];
}

/* The walk whose next position is this one, or a new walk. */
static struct kept_walk *walk_from(struct timelist *t, uint64_t position, int dir)
{
	struct kept_walk *oldest;
	struct order_entry e;

	for (size_t i = 0; i < WALKS; i++) {
		struct kept_walk *k = &t->walks[i];

		if (k->walk && k->selection == selection_id(t->selection) && k->dir == dir &&
		    k->next == position)
			return k;
	}
	oldest = &t->walks[cache_oldest(&t->cache, WALKS)];
	if (oldest->walk)
		end_walk(oldest);
	if (order_at(t->order, position, &e, NULL))
		return NULL;
	*oldest = (struct kept_walk){ .selection = selection_id(t->selection), .dir = dir };
	oldest->walk = walk_open(t->order, &e, dir, wanted, t);
	return oldest;
}

static enum selection_found next_match(struct timelist *t, uint64_t position, int dir,
				       uint64_t *found)
{
	struct kept_walk *k = walk_from(t, position, dir);
	struct order_entry e;
	enum walk_found rc;

	if (!k)
		return SELECTION_NONE;
	cache_use(&t->cache, (size_t)(k - t->walks));
	rc = walk_next(k->walk, &e);
	if (rc == WALK_FOUND && !order_before(t->order, &e, found, NULL)) {
		k->next = *found + (uint64_t)(int64_t)dir;
		return SELECTION_FOUND;
	}
	end_walk(k);
	return rc == WALK_PENDING ? SELECTION_PENDING : SELECTION_NONE;
}

enum selection_found timelist_next(struct timelist *t, struct selection *selection,
				   uint64_t position, int dir, uint64_t *found)
{
	uint64_t count = order_rows(t->order);

	if (!count || (position >= count && dir > 0))
		return SELECTION_NONE;
	if (position >= count)
		position = count - 1;
	*found = position;
	if (!selection)
		return SELECTION_FOUND;
	if (order_is_file(t->order))
		return selection_next(selection, t->reader, position, dir, found);
	t->selection = selection;
	return next_match(t, position, dir, found);
}

/* Count the matches before an entry in a block of which only some rows are before it. */
static uint64_t count_before(struct timelist *t, const struct block_desc *desc,
			     const struct order_entry *entry)
{
	uint64_t n = 0, first_row, before[BLOCK_ROWS / 64] = { 0 };
	const uint64_t *bits;
	enum walk_rows rows = wanted(t, desc->first_row, &bits, &first_row);

	order_rows_before(t->order, desc->first_row, entry, before);
	for (size_t i = 0; i < BLOCK_ROWS / 64; i++)
		n += (uint64_t)__builtin_popcountll(before[i] &
						    (rows == WALK_ALL ? ~0ull : bits[i]));
	return n;
}

uint64_t timelist_before(struct timelist *t, struct selection *selection, uint64_t position,
			 bool *exact)
{
	uint64_t blocks = recording_blocks(t->recording), sum = 0, inside = 0;
	struct order_entry e;

	*exact = true;
	if (!selection)
		return position;
	if (order_is_file(t->order))
		return selection_before(selection, t->reader, position, exact);
	*exact = !order_at(t->order, position, &e, NULL);
	t->selection = selection;
	for (uint64_t k = 0; *exact && k < blocks; k++) {
		struct block_desc desc = recording_block(t->recording, k);
		struct order_entry first = { desc.key_min, desc.first_row };
		struct order_entry last = { desc.key_max, desc.first_row + desc.rows - 1 };
		uint32_t count = selection_count(selection, k);

		if (count == UINT32_MAX || inside > ORDER_OVERLAP)
			*exact = false;
		else if (count && entry_before(&last, &e))
			sum += count;
		else if (count && entry_before(&first, &e) && ++inside)
			sum += count_before(t, &desc, &e);
	}
	return sum;
}
