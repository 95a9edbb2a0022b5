/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spans/spanrows.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/bell.h"
#include "base/mem.h"
#include "base/queue.h"
#include "base/vec.h"

enum {
	KEPT_BYTES = 8 << 20, /* of blocks that were requested */
	AHEAD = 4,	      /* blocks that were made and not requested yet */
	WASTED_MAX = 64, /* blocks that were made ahead and dropped before they were requested */
	RECENT = 64,
	TIMES = 3 /* limit for the number of times that a block is made, on average */
};

struct batch_slot {
	uint64_t block;
	struct spanbatch *batch; /* NULL: a thread is making it */
	bool asked;
};

struct spanrows {
	spanrows_make *make;
	void *makers[2];
	uint64_t blocks;
	struct queue *queue;  /* makes blocks ahead; NULL: none are */
	pthread_mutex_t lock; /* guards the members below */
	VEC(struct batch_slot *) slots;
	size_t bytes;	       /* of batches in slots */
	uint64_t next;	       /* the block that will be made ahead next */
	_Atomic uint64_t made; /* blocks; the clock of their use */
	unsigned ahead, wasted;
	struct spanbatch *recent[RECENT]; /* by number of the block, for the requesting thread */
};

static size_t bytes_of(const struct spanbatch *batch)
{
	return sizeof(*batch) + batch->n * sizeof(batch->v[0]);
}

static struct batch_slot *find_slot(struct spanrows *r, uint64_t block)
{
	for (size_t i = 0; i < r->slots.n; i++)
		if (r->slots.v[i]->block == block)
			return r->slots.v[i];
	return NULL;
}

/* Make a block. The caller holds the lock; the block exists when this returns. */
static struct batch_slot *make_slot(struct spanrows *r, uint64_t block, void *maker)
{
	struct batch_slot *slot = mem_zalloc(sizeof(*slot));
	struct spanbatch *batch;

	slot->block = block;
	vec_push(&r->slots, slot);
	r->made++;
	pthread_mutex_unlock(&r->lock);
	batch = r->make(maker, block);
	pthread_mutex_lock(&r->lock);
	batch->used = r->made;
	slot->batch = batch;
	r->bytes += bytes_of(batch);
	bell_ring(BELL_ROWS);
	return slot;
}

/* Drop the least recently used blocks. For the requesting thread. */
static void make_room(struct spanrows *r)
{
	while (r->bytes > KEPT_BYTES && r->slots.n > AHEAD + 2) {
		struct batch_slot *oldest = NULL;
		size_t at = 0;

		for (size_t i = 0; i < r->slots.n; i++) {
			struct batch_slot *s = r->slots.v[i];

			if (s->batch && (!oldest || s->batch->used < oldest->batch->used)) {
				oldest = s;
				at = i;
			}
		}
		if (!oldest)
			return;
		r->bytes -= bytes_of(oldest->batch);
		r->wasted += !oldest->asked;
		r->ahead -= !oldest->asked;
		if (r->recent[oldest->block % RECENT] == oldest->batch)
			r->recent[oldest->block % RECENT] = NULL;
		r->slots.v[at] = r->slots.v[--r->slots.n];
		free(oldest->batch);
		free(oldest);
	}
}

/* Are more blocks to be made ahead? The caller holds the lock. */
static bool wants_more(const struct spanrows *r)
{
	return r->queue && r->ahead < AHEAD && r->next < r->blocks && r->wasted < WASTED_MAX;
}

/* Make the next block ahead, unless it exists. The caller holds the lock. */
static void make_next(struct spanrows *r, void *maker)
{
	uint64_t block = r->next++;

	if (find_slot(r, block))
		return;
	r->ahead++;
	make_slot(r, block, maker);
}

static void make_ahead(void *arg, const void *request)
{
	struct spanrows *r = arg;

	(void)request;
	pthread_mutex_lock(&r->lock);
	while (wants_more(r) && !queue_is_stopped(r->queue))
		make_next(r, r->makers[1]);
	pthread_mutex_unlock(&r->lock);
}

struct spanrows *spanrows_open(spanrows_make *make_one, void *const makers[2], uint64_t blocks)
{
	struct spanrows *r = mem_zalloc(sizeof(*r));

	r->make = make_one;
	r->makers[0] = makers[0];
	r->makers[1] = makers[1];
	r->blocks = blocks;
	pthread_mutex_init(&r->lock, NULL);
	if (makers[1]) {
		r->queue = queue_open(&(struct queue_options){
			.name = "perfnav/spans", .serve = make_ahead, .arg = r });
		queue_put(r->queue, QUEUE_LATER, 0, NULL);
	}
	return r;
}

void spanrows_close(struct spanrows *r)
{
	if (!r)
		return;
	queue_close(r->queue);
	for (size_t i = 0; i < r->slots.n; i++) {
		free(r->slots.v[i]->batch);
		free(r->slots.v[i]);
	}
	vec_release(&r->slots);
	pthread_mutex_destroy(&r->lock);
	free(r);
}

/* Wait until the other thread has made a block. The lock is released meanwhile. */
static void wait_for_other(struct spanrows *r)
{
	uint32_t heard = bell_heard(BELL_ROWS);

	pthread_mutex_unlock(&r->lock);
	bell_wait(BELL_ROWS, &heard);
	pthread_mutex_lock(&r->lock);
}

/* Get a block. The caller holds the lock. */
static struct batch_slot *get_slot(struct spanrows *r, uint64_t block)
{
	struct batch_slot *slot = find_slot(r, block);

	if (!slot) {
		if (r->made > TIMES * r->blocks + AHEAD)
			return NULL;
		make_room(r);
		/* The thread continues after it. */
		if (r->next <= block)
			r->next = block + 1;
		slot = make_slot(r, block, r->makers[0]);
		slot->asked = true;
		return slot;
	}
	/* While the other thread makes it, make one that comes later. */
	while (!slot->batch)
		if (wants_more(r))
			make_next(r, r->makers[0]);
		else
			wait_for_other(r);
	slot->batch->used = r->made;
	if (!slot->asked) {
		slot->asked = true;
		r->ahead--;
		make_room(r);
		if (wants_more(r))
			queue_put(r->queue, QUEUE_LATER, 0, NULL);
	}
	return slot;
}

const struct spanbatch *spanrows_get(struct spanrows *r, uint64_t block)
{
	struct spanbatch **recent = &r->recent[block % RECENT];
	struct batch_slot *slot;

	if (*recent && (*recent)->block == block) {
		(*recent)->used = r->made;
		return *recent;
	}
	pthread_mutex_lock(&r->lock);
	slot = get_slot(r, block);
	*recent = slot ? slot->batch : NULL;
	pthread_mutex_unlock(&r->lock);
	return *recent;
}
