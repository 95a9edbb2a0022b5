/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/queue.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/thread.h"

enum {
	URGENCIES = QUEUE_LATER + 1
};

struct queue {
	struct queue_options options;
	_Atomic bool stop; /* set under lock */

	pthread_mutex_t lock;	       /* guards the members below */
	struct buf waiting[URGENCIES]; /* requests, each with its key before it */
	size_t n;		       /* all of them */
	struct map keys;	       /* 1: a request with the key waits, or is served */
	bool active;		       /* the thread serves requests */
	bool busy;		       /* ... and is in serve() */
	uint32_t served;
	struct thread thread;
};

struct queue *queue_open(const struct queue_options *options)
{
	struct queue *q = mem_zalloc(sizeof(*q));

	q->options = *options;
	for (unsigned i = 0; i < URGENCIES; i++)
		buf_init(&q->waiting[i]);
	pthread_mutex_init(&q->lock, NULL);
	return q;
}

/* Drop all requests that wait. The caller holds the lock. */
static void drop(struct queue *q)
{
	for (unsigned i = 0; i < URGENCIES; i++)
		buf_reset(&q->waiting[i]);
	map_release(&q->keys);
	q->n = 0;
}

void queue_stop(struct queue *q)
{
	pthread_mutex_lock(&q->lock);
	atomic_store(&q->stop, true);
	drop(q);
	pthread_mutex_unlock(&q->lock);
}

bool queue_is_stopped(const struct queue *q)
{
	return atomic_load(&q->stop);
}

void queue_join(struct queue *q)
{
	queue_stop(q);
	thread_join(&q->thread);
}

void queue_close(struct queue *q)
{
	if (!q)
		return;
	queue_join(q);
	for (unsigned i = 0; i < URGENCIES; i++)
		buf_release(&q->waiting[i]);
	pthread_mutex_destroy(&q->lock);
	free(q);
}

/* Take the next request and its key. The caller holds the lock. Returns false if there is none. */
static bool take_request(struct queue *q, void *request, uint64_t *key)
{
	struct buf *from = &q->waiting[q->waiting[QUEUE_NOW].len ? QUEUE_NOW : QUEUE_LATER];
	size_t at;

	if (!q->n)
		return false;
	at = from->len - q->options.size;
	memcpy(request, from->p + at, q->options.size);
	memcpy(key, from->p + at - sizeof(*key), sizeof(*key));
	buf_truncate(from, at - sizeof(*key));
	q->n--;
	return true;
}

/*
 * Forget a key, so that a request with it is added again. The map grows until no request waits. The
 * caller holds the lock.
 */
static void forget(struct queue *q, uint64_t key)
{
	bool fresh;

	if (q->n)
		*map_put(&q->keys, key, &fresh) = 0;
	else
		map_release(&q->keys);
}

static void *run(void *arg)
{
	struct queue *q = arg;
	void *request = mem_alloc(q->options.size + 1);
	uint64_t key;

	pthread_mutex_lock(&q->lock);
	while (take_request(q, request, &key)) {
		if (!q->options.size)
			forget(q, key);
		q->busy = true;
		pthread_mutex_unlock(&q->lock);
		q->options.serve(q->options.arg, request);
		pthread_mutex_lock(&q->lock);
		if (q->options.size)
			forget(q, key);
		q->busy = false;
		q->served++;
		pthread_mutex_unlock(&q->lock);
		if (q->options.served)
			q->options.served(q->options.arg);
		pthread_mutex_lock(&q->lock);
	}
	q->active = false;
	pthread_mutex_unlock(&q->lock);
	free(request);
	return NULL;
}

/* Add a request. The caller holds the lock. */
static void add_request(struct queue *q, struct buf *to, uint64_t key, const void *request)
{
	uint32_t *waits;
	bool fresh;

	if (q->options.max && q->n == q->options.max)
		drop(q);
	waits = map_put(&q->keys, key, &fresh);
	if (*waits)
		return;
	*waits = 1;
	buf_add(to, &key, sizeof(key));
	buf_add(to, request, q->options.size);
	q->n++;
}

/* Make sure that the thread serves requests. The caller holds the lock. */
static bool start(struct queue *q)
{
	if (!q->active) {
		thread_join(&q->thread);
		q->active = thread_start(&q->thread, q->options.name, run, q);
	}
	return q->active;
}

bool queue_put(struct queue *q, enum queue_urgency urgency, uint64_t key, const void *request)
{
	bool ok;

	pthread_mutex_lock(&q->lock);
	ok = !q->stop && start(q);
	if (ok)
		add_request(q, &q->waiting[urgency], key, request);
	pthread_mutex_unlock(&q->lock);
	return ok;
}

uint32_t queue_pending(struct queue *q)
{
	uint32_t n;

	pthread_mutex_lock(&q->lock);
	n = (uint32_t)q->n + q->busy;
	pthread_mutex_unlock(&q->lock);
	return n;
}

uint32_t queue_served(struct queue *q)
{
	uint32_t n;

	pthread_mutex_lock(&q->lock);
	n = q->served;
	pthread_mutex_unlock(&q->lock);
	return n;
}
