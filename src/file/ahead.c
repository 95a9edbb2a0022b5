/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/ahead.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/thread.h"
#include "file/direct.h"

enum {
	SLOTS = 3,	      /* one that is walked over, others that are read or wait */
	SLOT_BYTES = 4 << 20, /* whole large pages where there are any; few reads are needed */
	HEAD = AHEAD_MOST,    /* of a slot: room for the rest of the previous piece */
	PIECE = SLOT_BYTES - HEAD,
	LEAST = 2 * PIECE,
	LOOKED_AT = 16,	  /* pieces; more than the system reads ahead by itself */
	STEP = 1 << 20,	  /* the walk jumps when it skips more than this */
	SETTLED = 4 << 20 /* after so many bytes without a jump reading ahead pays again */
};

struct ahead_slot {
	uint8_t *piece; /* the HEAD bytes before it belong to the slot, too */
	uint64_t off;
	size_t len;
	bool cached; /* nothing was read: the page cache has it, or it cannot be read directly */
};

struct ahead {
	uint64_t end;
	int direct; /* a descriptor that reads the file without the page cache */
	uint8_t *room;
	struct ahead_slot slot[SLOTS];

	/* Of the walking thread: the bytes that it has now. */
	const uint8_t *p;
	uint64_t off;
	size_t len;
	uint64_t reached; /* the end of the piece that was taken last */
	/*
	 * After a jump: the place that was asked for last, and the bytes walked from there without
	 * another jump.
	 */
	uint64_t asked, walked;

	/*
	 * Of the reading thread: whether the page cache has each of the next pieces; the place of
	 * the first of them.
	 */
	bool cached[LOOKED_AT];
	uint64_t looked_at;

	struct thread thread;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	/* Pieces use the slots in turn. Guarded by lock. */
	uint64_t filled, taken; /* pieces since the beginning; the walk is in the last one taken */
	uint64_t next;		/* place of the piece that is read now or next */
	unsigned jumps;
	bool closing;
};

/* ---- the thread that reads ---- */

static size_t piece_size(const struct ahead *a, uint64_t off)
{
	return a->end - off < PIECE ? (size_t)(a->end - off) : PIECE;
}

static bool is_cached(const struct ahead *a, uint64_t off)
{
	return off < a->end && direct_is_cached(a->direct, off, piece_size(a, off));
}

/*
 * Was a piece in the page cache well before the walk came near it? Copying from the page cache
 * makes the system read on there, so a later question would find the next piece there for that
 * reason alone.
 */
static bool was_cached(struct ahead *a, uint64_t off)
{
	size_t i = off / PIECE % LOOKED_AT;
	bool was;

	if (off != a->looked_at) /* the first piece, or one after a jump */
		for (size_t k = 0; k < LOOKED_AT; k++)
			a->cached[(i + k) % LOOKED_AT] = is_cached(a, off + k * PIECE);
	was = a->cached[i];
	a->cached[i] = is_cached(a, off + (uint64_t)LOOKED_AT * PIECE);
	a->looked_at = off + PIECE;
	return was;
}

/* Fill the next slot. The lock is released meanwhile. */
static void fill_slot(struct ahead *a)
{
	struct ahead_slot *slot = &a->slot[a->filled % SLOTS];
	uint64_t off = a->next;
	size_t len = piece_size(a, off);
	unsigned jumps = a->jumps;

	pthread_mutex_unlock(&a->lock);
	slot->off = off;
	slot->len = len;
	slot->cached = was_cached(a, off) || !direct_read(a->direct, off, slot->piece, len);
	pthread_mutex_lock(&a->lock);
	if (jumps != a->jumps)
		return;
	a->next = off + len;
	a->filled++;
	pthread_cond_broadcast(&a->changed);
}

static void *ahead_thread(void *arg)
{
	struct ahead *a = arg;

	pthread_mutex_lock(&a->lock);
	while (!a->closing) {
		if (a->next < a->end && a->filled - a->taken < SLOTS - 1)
			fill_slot(a);
		else
			pthread_cond_wait(&a->changed, &a->lock);
	}
	pthread_mutex_unlock(&a->lock);
	return NULL;
}

/* ---- the thread that walks ---- */

/* Read ahead from off on instead of from the previous place. */
static void jump(struct ahead *a, uint64_t off)
{
	pthread_mutex_lock(&a->lock);
	a->jumps++;
	a->filled = a->taken;
	a->next = off / DIRECT_ALIGNED * DIRECT_ALIGNED;
	pthread_cond_broadcast(&a->changed);
	pthread_mutex_unlock(&a->lock);
	a->off = off;
	a->len = 0;
	a->reached = off;
	a->walked = 0;
}

/* Wait for the next piece. NULL: no piece is left. */
static struct ahead_slot *wait_for_piece(struct ahead *a)
{
	struct ahead_slot *slot = NULL;

	pthread_mutex_lock(&a->lock);
	while (a->filled == a->taken && a->next < a->end)
		pthread_cond_wait(&a->changed, &a->lock);
	if (a->filled != a->taken)
		slot = &a->slot[a->taken % SLOTS];
	pthread_mutex_unlock(&a->lock);
	return slot;
}

/* Go on to a piece; the slot of the previous one can be filled again. */
static void go_to_slot(struct ahead *a, const struct ahead_slot *slot)
{
	pthread_mutex_lock(&a->lock);
	a->taken++;
	pthread_cond_broadcast(&a->changed);
	pthread_mutex_unlock(&a->lock);
	a->reached = slot->off + slot->len;
}

/*
 * Take the piece that has the bytes at `off`. What is left of the previous piece is put before it.
 * False: the two are not adjacent.
 */
static bool take_bytes(struct ahead *a, const struct ahead_slot *slot, uint64_t off)
{
	size_t left = off < slot->off ? (size_t)(slot->off - off) : 0;

	if (left > a->len || (left && a->off + a->len != slot->off))
		return false;
	if (left)
		memcpy(slot->piece - left, a->p + a->len - left, left);
	a->p = slot->piece + (off + left - slot->off) - left;
	a->len = (size_t)(slot->off + slot->len - off);
	a->off = off;
	go_to_slot(a, slot);
	return true;
}

/* Go on to the piece that has the len bytes at `off`. False: they were not read ahead. */
static bool move_on(struct ahead *a, uint64_t off, size_t len)
{
	const struct ahead_slot *slot;

	while (off + len > a->reached) {
		slot = wait_for_piece(a);
		if (!slot)
			return false;
		if (!slot->cached && slot->off + slot->len > off)
			return take_bytes(a, slot, off);
		go_to_slot(a, slot);
		a->off = off;
		a->len = 0;
	}
	return false;
}

/* Does the walk go on at `off`: where it is now, or at most a step after it? */
static bool goes_on(struct ahead *a, uint64_t off)
{
	uint64_t step;

	if (off < a->off)
		return false;
	if (off <= a->reached + STEP)
		return true;
	step = off - a->asked;
	a->walked = step <= STEP ? a->walked + step : 0;
	a->asked = off;
	if (a->walked < SETTLED)
		return false;
	jump(a, off);
	return true;
}

const uint8_t *ahead_get(struct ahead *a, uint64_t off, size_t len, size_t *avail)
{
	if (len > HEAD || off + len > a->end || !goes_on(a, off))
		return NULL;
	if (off + len > a->off + a->len && !move_on(a, off, len))
		return NULL;
	*avail = (size_t)(a->off + a->len - off);
	return *avail < len ? NULL : a->p + (off - a->off);
}

static void release(struct ahead *a)
{
	close(a->direct);
	pthread_mutex_destroy(&a->lock);
	pthread_cond_destroy(&a->changed);
	free(a->room);
	free(a);
}

void ahead_close(struct ahead *a)
{
	if (!a)
		return;
	pthread_mutex_lock(&a->lock);
	a->closing = true;
	pthread_cond_broadcast(&a->changed);
	pthread_mutex_unlock(&a->lock);
	thread_join(&a->thread);
	release(a);
}

/* NULL: the system gives no memory. */
static uint8_t *large_pages(size_t size)
{
	void *p = aligned_alloc(SLOT_BYTES, size);

	if (p)
		madvise(p, size, MADV_HUGEPAGE);
	return p;
}

struct ahead *ahead_open(const struct source *source, uint64_t from, uint64_t to)
{
	int direct = to < from || to - from < LEAST ? -1 : direct_open(source);
	uint8_t *room = direct < 0 ? NULL : large_pages((size_t)SLOTS * SLOT_BYTES);
	struct ahead *a;

	if (!room) {
		if (direct >= 0)
			close(direct);
		return NULL;
	}
	a = mem_zalloc(sizeof(*a));
	a->end = to;
	a->direct = direct;
	a->room = room;
	for (size_t i = 0; i < SLOTS; i++)
		a->slot[i].piece = room + i * SLOT_BYTES + HEAD;
	a->looked_at = UINT64_MAX;
	pthread_mutex_init(&a->lock, NULL);
	pthread_cond_init(&a->changed, NULL);
	jump(a, from);
	if (thread_start(&a->thread, "perfnav/read", ahead_thread, a))
		return a;
	release(a);
	return NULL;
}
