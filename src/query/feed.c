/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/feed.h"

#include <stdlib.h>

struct file_feed {
	struct feed feed;
	struct recording *recording;
	uint64_t row;
	uint32_t batch;
};

static bool file_next(struct feed *feed, struct feed_batch *batch)
{
	struct file_feed *f = (struct file_feed *)feed;
	struct block_desc block;
	uint64_t n;

	if (f->row >= recording_rows(f->recording))
		return false;
	block = recording_block(f->recording, recording_block_of(f->recording, f->row));
	n = block.first_row + block.rows - f->row;
	batch->n = n < f->batch ? (uint32_t)n : f->batch;
	for (uint32_t i = 0; i < batch->n; i++)
		batch->rows[i] = f->row++;
	return true;
}

static void file_close(struct feed *feed)
{
	free(feed);
}

struct feed *feed_file(struct recording *recording, uint64_t first, uint32_t batch)
{
	struct file_feed *f = mem_zalloc(sizeof(*f));

	f->feed = (struct feed){ .next = file_next, .close = file_close };
	f->recording = recording;
	f->row = first;
	f->batch = batch < FEED_ROWS ? batch : FEED_ROWS;
	return &f->feed;
}
