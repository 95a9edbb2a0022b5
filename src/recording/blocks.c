/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/blocks.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/cache.h"
#include "base/mem.h"
#include "base/vec.h"

/*
 * A thread that reads a recording once uses no block again: each block is freed at once, and its
 * memory, which is already mapped and in the CPU's caches, serves for the next one. Blocks are kept
 * while threads return to recently released ones, as the time order and look-ups do.
 */
enum {
	STAY = 16,  /* blocks, including those in use */
	TRIES = 32, /* blocks read since a kept block was used again */
	LATELY = 2  /* added to tries if a block removed lately is read again, as by a walk */
};

struct cached_block {
	struct shared_block shared; /* the first member, see shared_block */
	uint64_t number;
	struct cache_entry use;
	pthread_mutex_t lock; /* guards the other members while they are set */
	enum {
		NEW,
		LOADED,
		DAMAGED
	} state;
};

struct blocks {
	struct recording *recording;
	pthread_mutex_t lock; /* guards the list, and the members of its entries */
	VEC(struct cached_block *) list;
	uint64_t clock;
	unsigned tries;	     /* so many further blocks may be kept, and so many at once */
	uint64_t left[STAY]; /* numbers + 1 of the blocks that were removed last, in turn */
	uint64_t lefts;	     /* number of removed blocks */
};

struct blocks *blocks_open(struct recording *recording)
{
	struct blocks *b = mem_zalloc(sizeof(*b));

	b->recording = recording;
	pthread_mutex_init(&b->lock, NULL);
	return b;
}

static void free_entry(struct cached_block *e)
{
	free(e->shared.damages);
	if (e->state == LOADED)
		block_close(&e->shared.block);
	pthread_mutex_destroy(&e->lock);
	free(e);
}

void blocks_close(struct blocks *b)
{
	for (size_t i = 0; i < b->list.n; i++)
		free_entry(b->list.v[i]);
	vec_release(&b->list);
	pthread_mutex_destroy(&b->lock);
	free(b);
}

/* ---- the list ---- */

static struct cached_block *take_out(struct blocks *b, size_t i)
{
	struct cached_block *e = b->list.v[i];

	b->list.v[i] = b->list.v[--b->list.n];
	b->left[b->lefts++ % STAY] = e->number + 1;
	return e;
}

static size_t may_stay(const struct blocks *b)
{
	return b->tries < STAY ? b->tries : STAY;
}

/*
 * Remove from the list a block that could not be read, so that it is tried again, or, if the list
 * is too long, the one that has been unused for the longest time. Returns NULL if none is removed.
 */
static struct cached_block *take_spare(struct blocks *b)
{
	struct cache_spare spare = { 0 };

	for (size_t i = 0; i < b->list.n; i++) {
		const struct cached_block *e = b->list.v[i];

		if (!e->use.holders && e->state == DAMAGED)
			return take_out(b, i);
		cache_consider(&spare, &e->use, i);
	}
	return b->list.n > may_stay(b) && spare.n ? take_out(b, spare.oldest) : NULL;
}

static void put_block(struct blocks *b, struct cached_block *e)
{
	struct cached_block *spare;

	pthread_mutex_lock(&b->lock);
	e->use.holders--;
	while ((spare = take_spare(b))) {
		pthread_mutex_unlock(&b->lock);
		free_entry(spare);
		pthread_mutex_lock(&b->lock);
	}
	pthread_mutex_unlock(&b->lock);
}

static struct cached_block *find_block(const struct blocks *b, uint64_t number)
{
	for (size_t i = 0; i < b->list.n; i++)
		if (b->list.v[i]->number == number)
			return b->list.v[i];
	return NULL;
}

static bool went_lately(const struct blocks *b, uint64_t number)
{
	for (size_t i = 0; i < STAY; i++)
		if (b->left[i] == number + 1)
			return true;
	return false;
}

static struct cached_block *add_block(struct blocks *b, uint64_t number)
{
	struct cached_block *e = mem_zalloc(sizeof(*e));

	if (went_lately(b, number))
		b->tries = b->tries + LATELY < TRIES ? b->tries + LATELY : TRIES;
	else if (b->tries)
		b->tries--;
	e->number = number;
	pthread_mutex_init(&e->lock, NULL);
	vec_push(&b->list, e);
	return e;
}

/* ---- a block ---- */

static void load(const struct recording *recording, struct cached_block *e)
{
	struct shared_block *s = &e->shared;
	uint64_t local;

	s->part = recording_part_of_block(recording, e->number, &local);
	e->state = index_load(recording_index(recording, s->part), local, &s->block) ? LOADED
										     : DAMAGED;
	block_shift(&s->block, recording_shift(recording, s->part));
	s->block.desc.first_row += recording_first_row(recording, s->part);
	s->block.desc.first_ordinal += recording_first_ordinal(recording, s->part);
}

/* If another thread is reading the block, wait for it. */
struct shared_block *blocks_get(struct blocks *b, uint64_t number)
{
	struct cached_block *e;
	bool there;

	pthread_mutex_lock(&b->lock);
	e = find_block(b, number);
	if (!e)
		e = add_block(b, number);
	else if (!e->use.holders)
		b->tries = TRIES;
	cache_hold(&e->use, &b->clock);
	pthread_mutex_unlock(&b->lock);
	pthread_mutex_lock(&e->lock);
	if (e->state == NEW)
		load(b->recording, e);
	there = e->state == LOADED;
	pthread_mutex_unlock(&e->lock);
	if (there)
		return &e->shared;
	put_block(b, e);
	return NULL;
}

void blocks_put(struct blocks *b, struct shared_block *block)
{
	put_block(b, (struct cached_block *)(void *)block);
}

static uint16_t *count_damages(const struct index *index, const uint64_t *kinds, uint32_t rows)
{
	uint16_t *before, n = 0;

	if (!index_damages(index))
		return NULL;
	before = mem_alloc(rows * sizeof(*before));
	for (uint32_t i = 0; i < rows; i++) {
		const struct kind *kind = index_kind(index, kinds[i]);

		before[i] = n;
		if (kind && kind->reason)
			n++;
	}
	if (n)
		return before;
	free(before);
	return NULL;
}

const struct index *blocks_unpack(struct blocks *b, struct shared_block *s)
{
	struct cached_block *e = (struct cached_block *)(void *)s;
	const struct index *index = recording_index(b->recording, s->part);

	pthread_mutex_lock(&e->lock);
	if (!s->index) {
		s->offset = block_offsets(&s->block);
		for (int i = 0; i < COL_COUNT; i++)
			s->col[i] = block_column(&s->block, i);
		s->damages = count_damages(index, s->col[COL_KIND], s->block.desc.rows);
		s->index = index;
	}
	pthread_mutex_unlock(&e->lock);
	return index;
}
