/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Readers of a recording share its blocks: what several threads read of more blocks than are kept
 * is what one reads alone. All recordings together are one of many blocks.
 */
#include "recording/blocks.h"

#include <pthread.h>

#include "corpus.h"

enum {
	READERS = 4,
	LOOKS = 3000
};

struct all {
	struct recording *recording;
	struct row_info *want;
	uint64_t rows;
};

struct looking {
	const struct all *all;
	uint64_t seed;
	unsigned wrong;
	pthread_t thread;
};

/* Near one another mostly, so that threads come to the same blocks at the same time. */
static uint64_t next_row(struct looking *l, uint64_t row)
{
	uint64_t dice = corpus_random(&l->seed);

	return (dice % 8 ? row + dice / 8 % 4096 : dice / 8) % l->all->rows;
}

static bool same(const struct row_info *a, const struct row_info *b)
{
	return a->row == b->row && a->part == b->part && a->offset == b->offset &&
	       a->stream == b->stream && a->in == b->in && a->size == b->size &&
	       a->time == b->time && a->type == b->type && a->misc == b->misc &&
	       a->event == b->event && a->pid == b->pid && a->tid == b->tid && a->cpu == b->cpu &&
	       a->ordinal == b->ordinal;
}

static void *look(void *arg)
{
	struct looking *l = arg;
	struct reader *reader = reader_open(l->all->recording);
	uint64_t row = 0;

	for (unsigned i = 0; i < LOOKS; i++) {
		struct row_info info;

		row = next_row(l, row);
		if (reader_row(reader, row, &info, NULL) || !same(&info, &l->all->want[row]))
			l->wrong++;
	}
	reader_close(reader);
	return NULL;
}

static void read_alone(struct all *all)
{
	struct reader *reader = reader_open(all->recording);
	unsigned wrong = 0;

	all->rows = recording_rows(all->recording);
	all->want = mem_alloc(all->rows * sizeof(*all->want));
	for (uint64_t row = 0; row < all->rows; row++)
		wrong += reader_row(reader, row, &all->want[row], NULL) != 0;
	is_uint(wrong, 0, "one reader reads all rows");
	reader_close(reader);
}

static void read_together(const struct all *all)
{
	struct looking looking[READERS];

	for (unsigned i = 0; i < READERS; i++) {
		looking[i] = (struct looking){ .all = all, .seed = i + 1 };
		pthread_create(&looking[i].thread, NULL, look, &looking[i]);
	}
	for (unsigned i = 0; i < READERS; i++) {
		pthread_join(looking[i].thread, NULL);
		is_uint(looking[i].wrong, 0, "reader %u of %u reads the same", i + 1, READERS);
	}
}

/* One that somebody has stays, however many come after it. */
static void hold(const struct all *all)
{
	struct blocks *blocks = recording_unpacked(all->recording);
	uint64_t n = recording_blocks(all->recording);
	struct shared_block *first = blocks_get(blocks, 0), *again;
	const uint64_t *sizes = block_column(&first->block, COL_SIZE);

	for (uint64_t i = 1; i < n; i++) {
		struct shared_block *other = blocks_get(blocks, i);

		blocks_unpack(blocks, other);
		blocks_put(blocks, other);
	}
	again = blocks_get(blocks, 0);
	ok(again == first, "a block is one for all who have it");
	is_uint(sizes[0], all->want[0].size, "it stays as long as somebody has it");
	blocks_put(blocks, again);
	blocks_put(blocks, first);
}

int main(int argc, char **argv)
{
	struct recording_options how = { .no_index = true };
	struct corpus corpus;
	struct all all = { .recording = recording_new(&how) };
	struct err err = ERR_INIT;

	corpus_collect(&corpus, argc, argv);
	for (size_t i = 0; i < corpus.paths.n; i++)
		recording_add(all.recording, corpus.paths.v[i], &err);
	recording_start(all.recording);
	is_int(recording_wait(all.recording), INDEX_DONE, "all recordings are one");
	ok(recording_blocks(all.recording) > 32, "of many blocks");
	read_alone(&all);
	read_together(&all);
	hold(&all);
	free(all.want);
	recording_close(all.recording);
	corpus_release(&corpus);
	return done_testing();
}
