/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/feed_rounds.h"

#include <stdlib.h>

#include "base/vec.h"
#include "index/walk.h"

/* A row without a time, and up to which time others come before it. */
struct untimed {
	uint64_t row, limit;
};

struct rounds_feed {
	struct feed feed;
	struct recording *recording;
	struct reader *reader;
	struct order *order;
	struct walk *walk; /* over rows with a time */
	struct order_entry next;
	bool more;
	uint32_t batch;
	uint64_t skip; /* rows that are left out first */

	/* What perf has read when it has read the blocks before this one. */
	uint64_t block;
	size_t part;
	uint64_t limit;	  /* delivered up to that time; all below it */
	uint64_t pending; /* the latest time at the last round */
	uint64_t latest;
	VEC(struct untimed) untimed; /* of the last block */
	size_t taken;

	/* Rows with a time of the block that the walk asked about last. */
	uint64_t asked;
	uint64_t timed[BLOCK_ROWS / 64];
};

static bool is_time(uint64_t time)
{
	return time && time != UINT64_MAX;
}

static bool has_time(void *arg, uint64_t time)
{
	(void)arg;
	return is_time(time);
}

static enum walk_rows timed_wanted(void *arg, uint64_t row, const uint64_t **bits,
				   uint64_t *first_row)
{
	struct rounds_feed *f = arg;
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

static void advance(struct rounds_feed *f)
{
	f->more = walk_next(f->walk, &f->next) == WALK_FOUND;
}

/* ---- rows without a time ---- */

/* All of a part is delivered at its end. */
static void enter_part(struct rounds_feed *f, size_t part)
{
	f->part = part;
	f->limit = f->pending = f->latest;
}

static void read_row(struct rounds_feed *f, uint64_t row, uint64_t time, const struct kind *kind)
{
	if (kind && kind->entry.type == RECORD_FINISHED_ROUND) {
		f->limit = f->pending;
		f->pending = f->latest;
	}
	if (!is_time(time))
		vec_push(&f->untimed, ((struct untimed){ row, f->limit }));
	else if (time > f->latest)
		f->latest = time;
}

/* The rows of the next block that have none. False: there are no more blocks. */
static bool read_block(struct rounds_feed *f)
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

static const struct untimed *next_untimed(struct rounds_feed *f)
{
	while (f->taken >= f->untimed.n)
		if (!read_block(f))
			return NULL;
	return &f->untimed.v[f->taken];
}

/* ---- the feed ---- */

static void add(struct rounds_feed *f, struct feed_batch *batch, uint64_t row)
{
	if (f->skip)
		f->skip--;
	else
		batch->rows[batch->n++] = row;
}

static bool rounds_next(struct feed *feed, struct feed_batch *batch)
{
	struct rounds_feed *f = (struct rounds_feed *)feed;

	batch->n = 0;
	while (batch->n < f->batch) {
		const struct untimed *untimed = next_untimed(f);

		if (f->more && (!untimed || f->next.key <= untimed->limit)) {
			add(f, batch, f->next.row);
			advance(f);
		} else if (untimed) {
			add(f, batch, untimed->row);
			f->taken++;
		} else {
			break;
		}
	}
	return batch->n;
}

static void rounds_close(struct feed *feed)
{
	struct rounds_feed *f = (struct rounds_feed *)feed;

	walk_close(f->walk);
	order_close(f->order);
	reader_close(f->reader);
	vec_release(&f->untimed);
	free(f);
}

struct feed *feed_rounds(struct recording *recording, uint64_t first, uint32_t batch)
{
	struct order *order = recording_order(recording);
	struct order_entry from = { 0 };
	struct rounds_feed *f;

	if (!order)
		return NULL;
	if (order_is_file(order)) {
		order_close(order);
		return feed_file(recording, first, batch);
	}
	f = mem_zalloc(sizeof(*f));
	f->feed = (struct feed){ .next = rounds_next, .close = rounds_close };
	f->recording = recording;
	f->reader = reader_open(recording);
	f->order = order;
	f->batch = batch < FEED_ROWS ? batch : FEED_ROWS;
	f->skip = first;
	f->asked = UINT64_MAX;
	f->walk = walk_open(order, &from, 1, timed_wanted, f);
	advance(f);
	return &f->feed;
}
