/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Readers of a recording share its blocks: if several threads read more blocks than are kept, they
 * read the same as one thread. All recordings together are one with many blocks.
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

/* Mostly rows near each other, so that threads use the same blocks at the same time. */
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

/* Returns whether it was unpacked before. */
static bool visit(struct blocks *blocks, uint64_t number)
{
	struct shared_block *s = blocks_get(blocks, number);
	bool was = s->index;

	blocks_unpack(blocks, s);
	blocks_put(blocks, s);
	return was;
}

/* One that somebody has stays, however many come after it. */
static void hold(const struct all *all)
{
	struct blocks *blocks = recording_unpacked(all->recording);
	uint64_t n = recording_blocks(all->recording);
	struct shared_block *first = blocks_get(blocks, 0), *again;
	const uint64_t *sizes = block_column(&first->block, COL_SIZE);

	for (uint64_t i = 1; i < n; i++)
		visit(blocks, i);
	again = blocks_get(blocks, 0);
	ok(again == first, "a block is one for all who have it");
	is_uint(sizes[0], all->want[0].size, "it stays as long as somebody has it");
	blocks_put(blocks, again);
	blocks_put(blocks, first);
}

/* Blocks that are passed once are not kept; blocks that are used again are kept for a while. */
static void come_back(const struct all *all)
{
	struct blocks *blocks = recording_unpacked(all->recording);
	uint64_t n = recording_blocks(all->recording);
	unsigned kept = 0;

	for (uint64_t i = 0; i < n; i++)
		visit(blocks, i);
	for (uint64_t i = 0; i < n; i++)
		kept += visit(blocks, i);
	is_uint(kept, 0, "nothing of a walk is there for the next one");
	ok(!visit(blocks, n - 1), "the last one went at once");
	ok(visit(blocks, n - 1), "it stays when it was wanted again");
	for (uint64_t i = 0; i < 8; i++)
		kept += visit(blocks, i);
	is_uint(kept, 0, "others come");
	for (uint64_t i = 0; i < 8; i++)
		kept += visit(blocks, i);
	is_uint(kept, 8, "... and stay with it");
	ok(visit(blocks, n - 1), "... and it with them");
	for (uint64_t i = 0; i < n - 1; i++)
		visit(blocks, i);
	ok(!visit(blocks, n - 2), "a walk later nothing stays");
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
	ok(recording_blocks(all.recording) > 64, "of many blocks");
	read_alone(&all);
	read_together(&all);
	hold(&all);
	come_back(&all);
	free(all.want);
	recording_close(all.recording);
	corpus_release(&corpus);
	return done_testing();
}
