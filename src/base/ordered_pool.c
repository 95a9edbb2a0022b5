/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/ordered_pool.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/thread.h"
#include "base/vec.h"

struct ordered_slot {
	struct ordered_pool *pool;
	uint64_t number; /* of the piece of work, in the order of hand-out */
	VEC(struct buf) pieces;
	size_t taken; /* pieces that were taken */
	size_t bytes; /* of pieces that were not taken */
	bool turned, done;
};

struct pool_worker {
	struct ordered_pool *pool;
	unsigned number;
	struct thread thread;
};

struct ordered_pool {
	const struct ordered_pool_ops *ops;
	void *arg;
	pthread_mutex_t lock;
	pthread_cond_t moved;	    /* workers wait for it */
	pthread_cond_t ready;	    /* the taker waits for it */
	struct ordered_slot *slots; /* work n has slot n % slots_n */
	unsigned slots_n;
	size_t room;	/* bytes that each slot may have waiting */
	uint64_t given; /* pieces of work handed out */
	uint64_t turn;	/* pieces of work whose turn is over */
	uint64_t out;	/* pieces of work whose results are all taken */
	bool ended, stopped;
	VEC(struct buf) spare; /* for the next results, because new memory costs page faults */
	size_t spare_bytes;
	struct pool_worker *workers;
	unsigned workers_n;
};

/* ---- the workers ---- */

/* The next piece of work and a slot for it. NULL: there is no more work. */
static struct ordered_slot *take_work(struct ordered_pool *pool, unsigned worker)
{
	struct ordered_slot *slot = NULL;

	pthread_mutex_lock(&pool->lock);
	while (!pool->ended && pool->given - pool->out == pool->slots_n)
		pthread_cond_wait(&pool->moved, &pool->lock);
	if (!pool->ended && !pool->ops->take(pool->arg, worker)) {
		pool->ended = true;
		pthread_cond_signal(&pool->ready);
	}
	if (!pool->ended) {
		slot = &pool->slots[pool->given % pool->slots_n];
		slot->number = pool->given++;
		slot->turned = slot->done = false;
		slot->taken = slot->bytes = slot->pieces.n = 0;
	}
	pthread_cond_broadcast(&pool->moved);
	pthread_mutex_unlock(&pool->lock);
	return slot;
}

/* Does the taker wait for this slot? News of other slots would wake it for nothing. */
static bool is_awaited(const struct ordered_slot *slot)
{
	return slot->number == slot->pool->out;
}

static void finish(struct ordered_slot *slot)
{
	struct ordered_pool *pool = slot->pool;
	bool awaited;

	if (!slot->turned) {
		ordered_pool_begin_turn(slot);
		ordered_pool_end_turn(slot);
	}
	pthread_mutex_lock(&pool->lock);
	slot->done = true;
	awaited = is_awaited(slot);
	pthread_mutex_unlock(&pool->lock);
	if (awaited)
		pthread_cond_signal(&pool->ready);
}

static void *run(void *arg)
{
	struct pool_worker *w = arg;
	struct ordered_slot *slot;

	while ((slot = take_work(w->pool, w->number))) {
		w->pool->ops->work(w->pool->arg, w->number, slot);
		finish(slot);
	}
	return NULL;
}

void ordered_pool_begin_turn(struct ordered_slot *slot)
{
	struct ordered_pool *pool = slot->pool;

	pthread_mutex_lock(&pool->lock);
	while (pool->turn != slot->number && !pool->stopped)
		pthread_cond_wait(&pool->moved, &pool->lock);
	pthread_mutex_unlock(&pool->lock);
}

void ordered_pool_end_turn(struct ordered_slot *slot)
{
	struct ordered_pool *pool = slot->pool;

	pthread_mutex_lock(&pool->lock);
	slot->turned = true;
	pool->turn++;
	pthread_cond_broadcast(&pool->moved);
	pthread_mutex_unlock(&pool->lock);
}

void ordered_pool_end(struct ordered_slot *slot)
{
	struct ordered_pool *pool = slot->pool;

	pthread_mutex_lock(&pool->lock);
	pool->ended = true;
	pthread_cond_broadcast(&pool->moved);
	pthread_mutex_unlock(&pool->lock);
}

/* The slot that is being taken from may always add bytes: no other one comes before it. */
bool ordered_pool_put(struct ordered_slot *slot, struct buf *bytes)
{
	struct ordered_pool *pool = slot->pool;
	size_t len = bytes->len;
	bool stopped, awaited = false;

	pthread_mutex_lock(&pool->lock);
	while (!pool->stopped && slot->bytes && slot->bytes + bytes->len > pool->room)
		pthread_cond_wait(&pool->moved, &pool->lock);
	stopped = pool->stopped;
	if (bytes->len) {
		slot->bytes += bytes->len;
		vec_push(&slot->pieces, *bytes);
		buf_init(bytes);
		if (pool->spare.n) {
			*bytes = pool->spare.v[--pool->spare.n];
			pool->spare_bytes -= bytes->cap;
		}
		awaited = is_awaited(slot);
	}
	pthread_mutex_unlock(&pool->lock);
	if (awaited)
		pthread_cond_signal(&pool->ready);
	/* The next results are about as long; growing step by step would copy them often. */
	if (len && !bytes->cap)
		buf_grow(bytes, len);
	return !stopped;
}

/* ---- the taker ---- */

static void recycle(struct ordered_pool *pool, struct buf *piece)
{
	if (piece->cap && pool->spare_bytes + piece->cap <= pool->room * pool->slots_n / 2) {
		pool->spare_bytes += piece->cap;
		buf_reset(piece);
		vec_push(&pool->spare, *piece);
	} else {
		buf_release(piece);
	}
	buf_init(piece);
}

bool ordered_pool_next(struct ordered_pool *pool, struct buf *piece)
{
	bool found = false;

	pthread_mutex_lock(&pool->lock);
	recycle(pool, piece);
	while (!found) {
		struct ordered_slot *slot = &pool->slots[pool->out % pool->slots_n];
		bool given = pool->out < pool->given;

		if (given && slot->taken < slot->pieces.n) {
			*piece = slot->pieces.v[slot->taken++];
			slot->bytes -= piece->len;
			found = true;
		} else if (given && slot->done) {
			pool->out++;
		} else if (!given && pool->ended) {
			break;
		} else {
			pthread_cond_wait(&pool->ready, &pool->lock);
			continue;
		}
		pthread_cond_broadcast(&pool->moved);
	}
	pthread_mutex_unlock(&pool->lock);
	return found;
}

struct ordered_pool *ordered_pool_open(unsigned workers, size_t room,
				       const struct ordered_pool_ops *ops, void *arg)
{
	struct ordered_pool *pool = mem_zalloc(sizeof(*pool));
	int error;

	pool->ops = ops;
	pool->arg = arg;
	pool->slots_n = 2 * workers + 2;
	pool->room = room / pool->slots_n;
	pool->slots = mem_zalloc(pool->slots_n * sizeof(*pool->slots));
	pool->workers = mem_zalloc(workers * sizeof(*pool->workers));
	pthread_mutex_init(&pool->lock, NULL);
	pthread_cond_init(&pool->moved, NULL);
	pthread_cond_init(&pool->ready, NULL);
	for (unsigned i = 0; i < pool->slots_n; i++)
		pool->slots[i].pool = pool;
	for (; pool->workers_n < workers; pool->workers_n++) {
		struct pool_worker *w = &pool->workers[pool->workers_n];

		w->pool = pool;
		w->number = pool->workers_n;
		if (!thread_start(&w->thread, "perfnav/print", run, w))
			break;
	}
	if (pool->workers_n)
		return pool;
	error = errno;
	ordered_pool_close(pool);
	errno = error;
	return NULL;
}

void ordered_pool_close(struct ordered_pool *pool)
{
	if (!pool)
		return;
	pthread_mutex_lock(&pool->lock);
	pool->stopped = pool->ended = true;
	pthread_cond_broadcast(&pool->moved);
	pthread_mutex_unlock(&pool->lock);
	for (unsigned i = 0; i < pool->workers_n; i++)
		thread_join(&pool->workers[i].thread);
	for (unsigned i = 0; i < pool->slots_n; i++) {
		for (size_t k = pool->slots[i].taken; k < pool->slots[i].pieces.n; k++)
			buf_release(&pool->slots[i].pieces.v[k]);
		vec_release(&pool->slots[i].pieces);
	}
	for (size_t i = 0; i < pool->spare.n; i++)
		buf_release(&pool->spare.v[i]);
	vec_release(&pool->spare);
	pthread_cond_destroy(&pool->ready);
	pthread_cond_destroy(&pool->moved);
	pthread_mutex_destroy(&pool->lock);
	free(pool->slots);
	free(pool->workers);
	free(pool);
}
