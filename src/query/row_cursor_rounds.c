/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/row_cursor_rounds.h"

#include <stdlib.h>

#include "base/vec.h"
#include "index/walk.h"

/* A row without a time, and the time up to which other rows precede it. */
struct untimed {
	uint64_t row, limit;
};

struct rounds_cursor {
	struct row_cursor cursor;
	struct recording *recording;
	struct reader *reader;
	struct order *order;
	struct order_walk *walk; /* over rows with a time */
	struct order_entry next;
	bool more;
	uint64_t skip; /* rows to skip at the beginning */

	/* What perf has read when it has read all blocks before this one. */
	uint64_t block;
	size_t part;
	uint64_t limit;	  /* all rows before this time are delivered */
	uint64_t pending; /* the latest time at the last FINISHED_ROUND */
	uint64_t latest;
	VEC(struct untimed) untimed; /* of the last block */
	size_t taken;

	/* The rows with a time of the block that the walk examined last. */
	uint64_t asked;
	uint64_t timed[BLOCK_ROWS / 64];
};

static bool has_time(void *arg, uint64_t time)
{
	(void)arg;
	return block_is_time(time);
}

static enum walk_rows timed_wanted(void *arg, uint64_t row, const uint64_t **bits,
				   uint64_t *first_row)
{
	struct rounds_cursor *f = arg;
	uint64_t number = recording_block_of(f->recording, row);
	struct block *block;

	*bits = f->timed;
	*first_row = recording_block(f->recording, number).first_row;
	if (number == f->asked)
		return WALK_SOME;
	block = reader_block(f->reader, number);
	memset(f->timed, 0, sizeof(f->timed));
	if (block)
		block_match(block, COL_TIME, has_time, NULL, f->timed);
	f->asked = number;
	return WALK_SOME;
}

static void advance(struct rounds_cursor *f)
{
	f->more = walk_next(f->walk, &f->next) == WALK_FOUND;
}

/* ---- rows without a time ---- */

/* At the end of a part all of its rows are delivered. */
static void enter_part(struct rounds_cursor *f, size_t part)
{
	f->part = part;
	f->limit = f->pending = f->latest;
}

static void read_row(struct rounds_cursor *f, uint64_t row, uint64_t time, const struct kind *kind)
{
	if (kind && kind->entry.type == RECORD_FINISHED_ROUND) {
		f->limit = f->pending;
		f->pending = f->latest;
	}
	if (!block_is_time(time))
		vec_push(&f->untimed, ((struct untimed){ row, f->limit }));
	else if (time > f->latest)
		f->latest = time;
}

/* Read the rows without a time of the next block. Returns false after the last block. */
static bool read_block(struct rounds_cursor *f)
{
	struct block *block;
	const uint64_t *times, *kinds;
	const struct index *index;

	if (f->block >= recording_blocks(f->recording))
		return false;
	f->untimed.n = f->taken = 0;
	block = reader_block(f->reader, f->block++);
	if (!block)
		return true;
	if (reader_block_part(block) != f->part)
		enter_part(f, reader_block_part(block));
	index = recording_index(f->recording, f->part);
	times = block_column(block, COL_TIME);
	kinds = block_column(block, COL_KIND);
	for (uint32_t i = 0; i < block->desc.rows; i++)
		read_row(f, block->desc.first_row + i, times[i], index_kind(index, kinds[i]));
	return true;
}

static const struct untimed *next_untimed(struct rounds_cursor *f)
{
	while (f->taken >= f->untimed.n)
		if (!read_block(f))
			return NULL;
	return &f->untimed.v[f->taken];
}

/* ---- the cursor ---- */

static void add_row(struct rounds_cursor *f, struct row_batch *batch, uint64_t row)
{
	if (f->skip)
		f->skip--;
	else
		batch->rows[batch->n++] = row;
}

static bool rounds_next(struct row_cursor *cursor, struct row_batch *batch)
{
	struct rounds_cursor *f = (struct rounds_cursor *)cursor;

	batch->n = 0;
	while (batch->n < cursor->most) {
		const struct untimed *untimed = next_untimed(f);

		if (f->more && (!untimed || f->next.key <= untimed->limit)) {
			add_row(f, batch, f->next.row);
			advance(f);
		} else if (untimed) {
			add_row(f, batch, untimed->row);
			f->taken++;
		} else {
			break;
		}
	}
	return batch->n;
}

static void rounds_close(struct row_cursor *cursor)
{
	struct rounds_cursor *f = (struct rounds_cursor *)cursor;

	walk_close(f->walk);
	order_close(f->order);
	reader_close(f->reader);
	vec_release(&f->untimed);
	free(f);
}

struct row_cursor *row_cursor_rounds(struct recording *recording, uint64_t first, uint32_t most)
{
	struct order *order = recording_order(recording);
	struct order_entry from = { 0 };
	struct rounds_cursor *f;

	if (!order)
		return NULL;
	if (order_is_file(order)) {
		order_close(order);
		return row_cursor_file(recording, first, most);
	}
	f = mem_zalloc(sizeof(*f));
	f->cursor = (struct row_cursor){ most, rounds_next, rounds_close };
	f->recording = recording;
	f->reader = reader_open(recording);
	f->order = order;
	f->skip = first;
	f->asked = UINT64_MAX;
	f->walk = walk_open(order, &from, 1, timed_wanted, f);
	advance(f);
	return &f->cursor;
}
