/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/ordered_pool.h"

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
static struct ordered_slot *take_work(struct ordered_pool *c, unsigned worker)
{
	struct ordered_slot *slot = NULL;

	pthread_mutex_lock(&c->lock);
	while (!c->ended && c->given - c->out == c->slots_n)
		pthread_cond_wait(&c->moved, &c->lock);
	if (!c->ended && !c->ops->take(c->arg, worker)) {
		c->ended = true;
		pthread_cond_signal(&c->ready);
	}
	if (!c->ended) {
		slot = &c->slots[c->given % c->slots_n];
		slot->number = c->given++;
		slot->turned = slot->done = false;
		slot->taken = slot->bytes = slot->pieces.n = 0;
	}
	pthread_cond_broadcast(&c->moved);
	pthread_mutex_unlock(&c->lock);
	return slot;
}

/* Does the taker wait for this slot? News of other slots would wake it for nothing. */
static bool is_awaited(const struct ordered_slot *slot)
{
	return slot->number == slot->pool->out;
}

static void finish(struct ordered_slot *slot)
{
	struct ordered_pool *c = slot->pool;
	bool awaited;

	if (!slot->turned) {
		ordered_pool_turn(slot);
		ordered_pool_turned(slot);
	}
	pthread_mutex_lock(&c->lock);
	slot->done = true;
	awaited = is_awaited(slot);
	pthread_mutex_unlock(&c->lock);
	if (awaited)
		pthread_cond_signal(&c->ready);
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

void ordered_pool_turn(struct ordered_slot *slot)
{
	struct ordered_pool *c = slot->pool;

	pthread_mutex_lock(&c->lock);
	while (c->turn != slot->number && !c->stopped)
		pthread_cond_wait(&c->moved, &c->lock);
	pthread_mutex_unlock(&c->lock);
}

void ordered_pool_turned(struct ordered_slot *slot)
{
	struct ordered_pool *c = slot->pool;

	pthread_mutex_lock(&c->lock);
	slot->turned = true;
	c->turn++;
	pthread_cond_broadcast(&c->moved);
	pthread_mutex_unlock(&c->lock);
}

void ordered_pool_end(struct ordered_slot *slot)
{
	struct ordered_pool *c = slot->pool;

	pthread_mutex_lock(&c->lock);
	c->ended = true;
	pthread_cond_broadcast(&c->moved);
	pthread_mutex_unlock(&c->lock);
}

/* The slot that is being taken from may always add bytes: no other one comes before it. */
bool ordered_pool_put(struct ordered_slot *slot, struct buf *bytes)
{
	struct ordered_pool *c = slot->pool;
	bool stopped, awaited = false;

	pthread_mutex_lock(&c->lock);
	while (!c->stopped && slot->bytes && slot->bytes + bytes->len > c->room)
		pthread_cond_wait(&c->moved, &c->lock);
	stopped = c->stopped;
	if (bytes->len) {
		slot->bytes += bytes->len;
		vec_push(&slot->pieces, *bytes);
		buf_init(bytes);
		if (c->spare.n) {
			*bytes = c->spare.v[--c->spare.n];
			c->spare_bytes -= bytes->cap;
		}
		awaited = is_awaited(slot);
	}
	pthread_mutex_unlock(&c->lock);
	if (awaited)
		pthread_cond_signal(&c->ready);
	return !stopped;
}

/* ---- the taker ---- */

static void recycle(struct ordered_pool *c, struct buf *piece)
{
	if (piece->cap && c->spare_bytes + piece->cap <= c->room * c->slots_n / 2) {
		c->spare_bytes += piece->cap;
		buf_reset(piece);
		vec_push(&c->spare, *piece);
	} else {
		buf_release(piece);
	}
	buf_init(piece);
}

bool ordered_pool_next(struct ordered_pool *c, struct buf *piece)
{
	bool found = false;

	pthread_mutex_lock(&c->lock);
	recycle(c, piece);
	while (!found) {
		struct ordered_slot *slot = &c->slots[c->out % c->slots_n];
		bool given = c->out < c->given;

		if (given && slot->taken < slot->pieces.n) {
			*piece = slot->pieces.v[slot->taken++];
			slot->bytes -= piece->len;
			found = true;
		} else if (given && slot->done) {
			c->out++;
		} else if (!given && c->ended) {
			break;
		} else {
			pthread_cond_wait(&c->ready, &c->lock);
			continue;
		}
		pthread_cond_broadcast(&c->moved);
	}
	pthread_mutex_unlock(&c->lock);
	return found;
}

struct ordered_pool *ordered_pool_open(unsigned workers, size_t room,
				       const struct ordered_pool_ops *ops, void *arg)
{
	struct ordered_pool *c = mem_zalloc(sizeof(*c));

	c->ops = ops;
	c->arg = arg;
	c->slots_n = 2 * workers + 2;
	c->room = room / c->slots_n;
	c->slots = mem_zalloc(c->slots_n * sizeof(*c->slots));
	c->workers = mem_zalloc(workers * sizeof(*c->workers));
	pthread_mutex_init(&c->lock, NULL);
	pthread_cond_init(&c->moved, NULL);
	pthread_cond_init(&c->ready, NULL);
	for (unsigned i = 0; i < c->slots_n; i++)
		c->slots[i].pool = c;
	for (; c->workers_n < workers; c->workers_n++) {
		struct pool_worker *w = &c->workers[c->workers_n];

		w->pool = c;
		w->number = c->workers_n;
		if (!thread_start(&w->thread, "perfnav/print", run, w))
			break;
	}
	if (c->workers_n)
		return c;
	ordered_pool_close(c);
	return NULL;
}

void ordered_pool_close(struct ordered_pool *c)
{
	if (!c)
		return;
	pthread_mutex_lock(&c->lock);
	c->stopped = c->ended = true;
	pthread_cond_broadcast(&c->moved);
	pthread_mutex_unlock(&c->lock);
	for (unsigned i = 0; i < c->workers_n; i++)
		thread_join(&c->workers[i].thread);
	for (unsigned i = 0; i < c->slots_n; i++) {
		for (size_t k = c->slots[i].taken; k < c->slots[i].pieces.n; k++)
			buf_release(&c->slots[i].pieces.v[k]);
		vec_release(&c->slots[i].pieces);
	}
	for (size_t i = 0; i < c->spare.n; i++)
		buf_release(&c->spare.v[i]);
	vec_release(&c->spare);
	pthread_cond_destroy(&c->ready);
	pthread_cond_destroy(&c->moved);
	pthread_mutex_destroy(&c->lock);
	free(c->slots);
	free(c->workers);
	free(c);
}
