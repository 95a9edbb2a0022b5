/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_QUEUE_H
#define BASE_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Requests that a thread serves one after the other. The queue takes a thread of the pool
 * (base/thread.h) when a request arrives, and returns the thread when no request is left. So an
 * idle queue has no thread, and nothing waits. All functions except open and close are for any
 * thread. None of them calls the functions of the options. Some functions wait for the end of
 * serve(), as their contracts state; no other function waits. So callers of the others may hold
 * locks that the functions of the options take.
 */
struct queue;

/*
 * Urgent requests are served first. Among requests that are equally urgent, the newest is served
 * first.
 */
enum queue_urgency {
	QUEUE_NOW,  /* a caller waits for it, or the place of its result is on the screen */
	QUEUE_LATER /* it improves a result */
};

struct queue_options {
	const char *name; /* of the thread; it lives as long as the program */
	size_t size;	  /* size of a request in bytes; 0: a request has no contents */
	/* if more requests than this wait, all of them are dropped; 0: no limit */
	size_t max;
	void (*serve)(void *arg, const void *request);
	void (*served)(void *arg); /* called after each request, when it is counted; or NULL */
	void *arg;
};

/* Open a queue without starting anything. */
struct queue *queue_open(const struct queue_options *options);

/* Stop, wait for the request that is being served, and free the queue. queue can be NULL. */
void queue_close(struct queue *queue);

/* Serve no further request. This shortens the wait of the next queue_join() or queue_close(). */
void queue_stop(struct queue *queue);
bool queue_is_stopped(const struct queue *queue);

/* Stop, and wait for the request that is being served. */
void queue_join(struct queue *queue);

/*
 * Add a copy of a request, unless a request with the same key is waiting or being served. A request
 * without contents is also added while another one is being served. Returns false, and adds
 * nothing, if the queue is stopped or no thread can be started.
 */
bool queue_put(struct queue *queue, enum queue_urgency urgency, uint64_t key, const void *request);

/*
 * Return the number of requests that are waiting or being served, and the number of requests that
 * were served since queue_open().
 */
uint32_t queue_pending(struct queue *queue);
uint32_t queue_served(struct queue *queue);

#endif
