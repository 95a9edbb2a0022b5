/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/history_writer.h"

#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "base/mem.h"

enum {
	SLOTS = 4, /* for each processor */
	LEVEL = -1 /* of zstd */
};

/* A piece from its first entry until it is written. */
struct slot {
	uint8_t *entries;
	uint32_t n;
	uint8_t *packed;
	size_t size;	/* of the packed bytes, or an error of zstd */
	bool is_packed; /* guarded by the lock of the pool */
};

struct history_writer {
	size_t entry;
	struct container *container;
	struct buf *fences;
	struct slot *slots; /* which pieces use in turn */
	unsigned slots_n;
	uint8_t *room; /* of the slots */
	size_t room_len;
	ZSTD_CCtx *zstd[BUILD_THREADS]; /* NULL: the thread has not compressed a piece yet */
	struct err err;

	struct build_pool *pool;
	/*
	 * Counters of pieces: filled, taken to be compressed, taken to be written. Guarded by the
	 * lock of the pool.
	 */
	uint64_t filled, packed, written;
};

static struct slot *slot_of(const struct history_writer *w, uint64_t piece)
{
	return &w->slots[piece % w->slots_n];
}

static void pack(struct history_writer *w, struct slot *slot, unsigned thread)
{
	size_t len = slot->n * w->entry;

	if (!w->zstd[thread])
		w->zstd[thread] = mem_check(ZSTD_createCCtx(), 0);
	slot->size = ZSTD_compressCCtx(w->zstd[thread], slot->packed, ZSTD_compressBound(len),
				       slot->entries, len, LEVEL);
}

/* Compress the next piece: work of the pool. The lock is released meanwhile. */
static bool pack_next(void *arg, unsigned thread)
{
	struct history_writer *w = arg;
	struct slot *slot = slot_of(w, w->packed);

	if (w->packed == w->filled)
		return false;
	w->packed++;
	pthread_mutex_unlock(&w->pool->lock);
	pack(w, slot, thread);
	pthread_mutex_lock(&w->pool->lock);
	slot->is_packed = true;
	if (slot == slot_of(w, w->written))
		build_pool_notify(w->pool);
	return true;
}

static int write_slot(struct history_writer *w, const struct slot *slot)
{
	struct history_fence fence = { .entries = slot->n, .size = (uint32_t)slot->size };
	int rc;

	if (ZSTD_isError(slot->size))
		return err_set(&w->err, ERR_IO, "cannot compress: %s",
			       ZSTD_getErrorName(slot->size));
	memcpy(&fence.first, slot->entries, sizeof(fence.first));
	rc = container_add(w->container, TAG_PIECE, slot->packed, slot->size, &fence.chunk,
			   &w->err);
	buf_add(w->fences, &fence, sizeof(fence));
	return rc;
}

/* Write the next piece. After an error, drop it. */
static void write_next(struct history_writer *w)
{
	struct slot *slot;

	pthread_mutex_lock(&w->pool->lock);
	slot = slot_of(w, w->written);
	while (!slot->is_packed)
		build_pool_wait(w->pool);
	slot->is_packed = false;
	w->written++;
	pthread_mutex_unlock(&w->pool->lock);
	if (!w->err.code)
		write_slot(w, slot);
	slot->n = 0;
}

/* Let a thread compress the piece that was filled last. Make room for the next one. */
static void give(struct history_writer *w)
{
	pthread_mutex_lock(&w->pool->lock);
	w->filled++;
	build_pool_wake(w->pool);
	pthread_mutex_unlock(&w->pool->lock);
	if (w->filled - w->written == w->slots_n)
		write_next(w);
}

struct history_writer *history_writer_open(size_t entry, struct container *container,
					   struct buf *fences, struct build_pool *pool)
{
	struct history_writer *w = mem_zalloc(sizeof(*w));
	size_t len = HISTORY_PIECE * entry, step = len + ZSTD_compressBound(len);

	w->entry = entry;
	w->container = container;
	w->fences = fences;
	w->pool = pool;
	err_clear(&w->err);
	w->slots_n = pool->threads_n ? SLOTS * (unsigned)(pool->limit + 1) : 1;
	w->slots = mem_zalloc(w->slots_n * sizeof(*w->slots));
	w->room_len = w->slots_n * step;
	w->room = mem_map(w->room_len);
	for (unsigned i = 0; i < w->slots_n; i++) {
		w->slots[i].entries = w->room + i * step;
		w->slots[i].packed = w->slots[i].entries + len;
	}
	build_pool_set(pool, BUILD_HISTORY, pack_next, w);
	return w;
}

int history_writer_add(struct history_writer *w, const void *entry)
{
	struct slot *slot = slot_of(w, w->filled);

	memcpy(slot->entries + slot->n * w->entry, entry, w->entry);
	if (++slot->n == HISTORY_PIECE)
		give(w);
	return w->err.code;
}

int history_writer_close(struct history_writer *w, struct err *err)
{
	int rc;

	if (slot_of(w, w->filled)->n)
		give(w);
	while (w->written < w->filled)
		write_next(w);
	build_pool_set(w->pool, BUILD_HISTORY, NULL, NULL);
	rc = w->err.code;
	if (rc)
		*err = w->err;
	for (unsigned i = 0; i < BUILD_THREADS; i++)
		ZSTD_freeCCtx(w->zstd[i]);
	mem_unmap(w->room, w->room_len);
	free(w->slots);
	free(w);
	return rc;
}
