/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_QUEUE_H
#define BASE_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Requests that a thread serves one after the other. The queue takes a thread of the pool
 * (base/thread.h) when a request comes, and gives it back when none is left. So an idle queue has
 * no thread, and nothing waits.
 *
 * All functions but open and close are for any thread. None of them calls the functions of the
 * options. None waits, except the functions whose contract says that they wait for the end of
 * serve(). So callers of the others may hold locks that those functions take.
 */
struct queue;

/* The urgent requests are served first; of requests that are equally urgent, the newest. */
enum queue_urgency {
	QUEUE_NOW,  /* somebody waits for it, or looks at the place where its result belongs */
	QUEUE_LATER /* it improves a result */
};

struct queue_options {
	const char *name; /* of the thread; it lives as long as the program */
	size_t size;	  /* bytes of a request; 0: it says only that there is work */
	size_t max;	  /* waiting requests; when it is exceeded, all are dropped; 0: no limit */
	void (*serve)(void *arg, const void *request);
	void (*served)(void *arg); /* called after each request, when it is counted; or NULL */
	void *arg;
};

/* Open a queue without starting anything. */
struct queue *queue_open(const struct queue_options *options);

/* Stop, wait for the request that is being served, and free the queue. NULL is allowed. */
void queue_close(struct queue *queue);

/* Serve no further request; the next call of queue_join() or queue_close() waits less. */
void queue_stop(struct queue *queue);
bool queue_is_stopped(const struct queue *queue);

/* Stop, and wait for the request that is being served. */
void queue_join(struct queue *queue);

/*
 * Add a copy of a request, unless one with its key waits or is being served; requests without bytes
 * are added while one is being served. Returns false if the queue is stopped, or if no thread can
 * be started; then the request is not added.
 */
bool queue_put(struct queue *queue, enum queue_urgency urgency, uint64_t key, const void *request);

/* Numbers of requests that wait or are being served, and of requests that were served. */
uint32_t queue_pending(struct queue *queue);
uint32_t queue_served(struct queue *queue);

#endif
