/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/row_cursor_time.h"

#include <stdlib.h>
#include <string.h>

#include "base/bitset.h"
#include "index/states.h"
#include "index/walk.h"

/* ---- time order ---- */

struct time_cursor {
	struct row_cursor cursor;
	struct order *order;
	struct order_walk *walk;
};

static bool time_next(struct row_cursor *cursor, struct row_batch *batch)
{
	struct time_cursor *f = (struct time_cursor *)cursor;
	struct order_entry e;

	for (batch->n = 0; batch->n < cursor->most && walk_next(f->walk, &e) == WALK_FOUND;)
		batch->rows[batch->n++] = e.row;
	return batch->n;
}

static void time_close(struct row_cursor *cursor)
{
	struct time_cursor *f = (struct time_cursor *)cursor;

	walk_close(f->walk);
	order_close(f->order);
	free(f);
}

struct row_cursor *row_cursor_time(struct recording *recording, uint64_t first, uint32_t most)
{
	struct order *order = recording_order(recording);
	struct order_entry from = { .key = UINT64_MAX, .row = UINT64_MAX };
	struct time_cursor *f;

	if (!order)
		return NULL;
	if (first < order_rows(order) && order_at(order, first, &from, NULL)) {
		order_close(order);
		return NULL;
	}
	f = mem_zalloc(sizeof(*f));
	f->cursor = (struct row_cursor){ most, time_next, time_close };
	f->order = order;
	f->walk = walk_open(order, &from, 1, NULL, NULL);
	return &f->cursor;
}

/* ---- causes before effects ---- */

/* A walk over those rows of one category, and its next row. */
struct strand {
	struct order_walk *walk;
	struct order_entry next;
	bool more;
};

struct causal_cursor {
	struct row_cursor cursor;
	struct recording *recording;
	struct reader *reader;
	struct order *order; /* false: file order */
	uint64_t skip;	     /* rows to skip at the beginning */
	uint64_t untimed;    /* blocks that were searched for state records without a time */
	struct strand states, others;

	/* For the last block: state records with a time, those without, and all other rows. */
	uint64_t block;
	struct states {
		uint64_t timed[BLOCK_ROWS / 64], untimed[BLOCK_ROWS / 64], others[BLOCK_ROWS / 64];
		bool any;
	} found;
};

/* Build ids that perf adds itself are valid at all times. */
static bool is_state(uint32_t type)
{
	return type < RECORD_USER_START && state_may_change(type);
}

static bool is_state_kind(void *arg, uint64_t number)
{
	const struct kind *kind = index_kind(arg, number);

	return kind && is_state(kind->entry.type);
}

static bool has_time(void *arg, uint64_t time)
{
	(void)arg;
	return block_is_time(time);
}

/* Can the block have state records? Its set of kinds shows it. */
static bool can_have(const struct index *index, const struct block_desc *desc)
{
	for (uint64_t i = 0; i < index_kinds(index); i++)
		if ((desc->kinds >> (i & 63) & 1) && is_state_kind((void *)(uintptr_t)index, i))
			return true;
	return false;
}

static const struct states *find_states(struct causal_cursor *f, uint64_t number)
{
	struct states *s = &f->found;
	uint64_t kinds[BLOCK_ROWS / 64] = { 0 }, times[BLOCK_ROWS / 64] = { 0 }, local;
	size_t part = recording_part_of_block(f->recording, number, &local);
	struct block_desc desc = recording_block(f->recording, number);
	struct index *index = recording_index(f->recording, part);
	struct block *block;

	if (f->block == number)
		return s;
	f->block = number;
	s->any = can_have(index, &desc);
	block = s->any ? reader_block(f->reader, number) : NULL;
	if (block) {
		block_match(block, COL_KIND, is_state_kind, index, kinds);
		block_match(block, COL_TIME, has_time, NULL, times);
	}
	for (size_t i = 0; i < BLOCK_ROWS / 64; i++) {
		s->timed[i] = kinds[i] & times[i];
		s->untimed[i] = kinds[i] & ~times[i];
		s->others[i] = ~kinds[i];
	}
	return s;
}

static const struct states *states_around(struct causal_cursor *f, uint64_t row,
					  uint64_t *first_row)
{
	uint64_t block = recording_block_of(f->recording, row);

	*first_row = recording_block(f->recording, block).first_row;
	return find_states(f, block);
}

static enum walk_rows states_wanted(void *arg, uint64_t row, const uint64_t **bits,
				    uint64_t *first_row)
{
	const struct states *s = states_around(arg, row, first_row);

	*bits = s->timed;
	return s->any ? WALK_SOME : WALK_NONE;
}

static enum walk_rows others_wanted(void *arg, uint64_t row, const uint64_t **bits,
				    uint64_t *first_row)
{
	const struct states *s = states_around(arg, row, first_row);

	*bits = s->others;
	return s->any ? WALK_SOME : WALK_ALL;
}

static void advance(struct strand *s)
{
	s->more = walk_next(s->walk, &s->next) == WALK_FOUND;
}

static void add_row(struct causal_cursor *f, struct row_batch *batch, uint64_t row)
{
	if (f->skip)
		f->skip--;
	else
		batch->rows[batch->n++] = row;
}

/*
 * State records without a time are valid from the start, wherever they are in the file: one block
 * of them at a time.
 */
static bool add_untimed(struct causal_cursor *f, struct row_batch *batch)
{
	batch->n = 0;
	while (!batch->n && f->untimed < recording_blocks(f->recording)) {
		struct block_desc desc = recording_block(f->recording, f->untimed);
		const struct states *s = find_states(f, f->untimed++);

		for (uint32_t i = 0; s->any && i < desc.rows; i++)
			if (bitset_has(s->untimed, i))
				add_row(f, batch, desc.first_row + i);
	}
	return batch->n;
}

static bool causal_next(struct row_cursor *cursor, struct row_batch *batch)
{
	struct causal_cursor *f = (struct causal_cursor *)cursor;

	if (add_untimed(f, batch))
		return true;
	while (batch->n < cursor->most && (f->states.more || f->others.more)) {
		bool state = f->states.more &&
			     (!f->others.more || f->states.next.key <= f->others.next.key);
		struct strand *s = state ? &f->states : &f->others;

		add_row(f, batch, s->next.row);
		advance(s);
	}
	return batch->n;
}

static void causal_close(struct row_cursor *cursor)
{
	struct causal_cursor *f = (struct causal_cursor *)cursor;

	walk_close(f->states.walk);
	walk_close(f->others.walk);
	order_close(f->order);
	reader_close(f->reader);
	free(f);
}

struct row_cursor *row_cursor_causal(struct recording *recording, uint64_t first, uint32_t most)
{
	struct order *order = recording_order(recording);
	struct order_entry from = { 0 };
	struct causal_cursor *f;

	if (!order || order_is_file(order)) {
		bool complete = order != NULL;

		order_close(order);
		return complete ? row_cursor_file(recording, first, most) : NULL;
	}
	f = mem_zalloc(sizeof(*f));
	f->cursor = (struct row_cursor){ most, causal_next, causal_close };
	f->recording = recording;
	f->reader = reader_open(recording);
	f->order = order;
	f->skip = first;
	f->block = UINT64_MAX;
	f->states.walk = walk_open(order, &from, 1, states_wanted, f);
	f->others.walk = walk_open(order, &from, 1, others_wanted, f);
	advance(&f->states);
	advance(&f->others);
	return &f->cursor;
}
