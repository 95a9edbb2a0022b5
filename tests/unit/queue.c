/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Requests that are served one after the other. */
#include "base/queue.h"

#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "base/bell.h"
#include "base/thread.h"
#include "tap.h"

enum {
	MAX = 5,
	PUTTERS = 4,
	EACH = 5000
};

struct log {
	struct queue *queue;
	_Atomic bool open; /* otherwise serve() waits */
	_Atomic unsigned n, served, inside;
	char text[64];
	_Atomic bool overlaps;
};

static void wait_until(const _Atomic bool *open, const struct queue *queue)
{
	uint32_t heard = 0;

	while (!atomic_load(open) && !queue_is_stopped(queue))
		bell_wait(BELL_STATE, &heard);
}

static void serve(void *arg, const void *request)
{
	struct log *log = arg;

	if (atomic_fetch_add(&log->inside, 1))
		atomic_store(&log->overlaps, true);
	wait_until(&log->open, log->queue);
	if (request && log->n < sizeof(log->text) - 1)
		log->text[log->n] = *(const char *)request;
	atomic_fetch_add(&log->n, 1);
	atomic_fetch_sub(&log->inside, 1);
}

static void served(void *arg)
{
	struct log *log = arg;

	atomic_fetch_add(&log->served, 1);
	bell_ring(BELL_STATE);
}

static void start(struct log *log, size_t size, size_t max)
{
	*log = (struct log){ .open = false };
	log->queue = queue_open(&(struct queue_options){ "queue", size, max, serve, served, log });
}

/* Serve what waits. */
static void drain(struct log *log)
{
	uint32_t heard = 0;

	atomic_store(&log->open, true);
	bell_ring(BELL_STATE);
	while (queue_pending(log->queue) || log->served < queue_served(log->queue))
		bell_wait(BELL_STATE, &heard);
}

/* Put requests, and wait until the first one is being served. */
static void put(struct log *log, enum queue_urgency urgency, const char *letters)
{
	for (const char *p = letters; *p; p++) {
		queue_put(log->queue, urgency, (uint64_t)*p, p);
		while (!log->inside)
			usleep(100);
	}
}

static void test_order(void)
{
	struct log log;

	start(&log, 1, 0);
	put(&log, QUEUE_NOW, "0");
	put(&log, QUEUE_LATER, "ab");
	put(&log, QUEUE_NOW, "12");
	put(&log, QUEUE_LATER, "c");
	is_uint(queue_pending(log.queue), 6, "all wait");
	drain(&log);
	is_str(log.text, "021cba", "the newest of the urgent ones is served first");
	ok(queue_served(log.queue) == 6 && !queue_pending(log.queue), "... all are counted");
	queue_close(log.queue);
}

static void test_keys(void)
{
	struct log log;

	start(&log, 1, 0);
	put(&log, QUEUE_NOW, "0");
	put(&log, QUEUE_NOW, "1010");
	drain(&log);
	is_str(log.text, "01", "a request is not added while it waits or is served");
	put(&log, QUEUE_NOW, "");
	queue_put(log.queue, QUEUE_NOW, '1', "1");
	drain(&log);
	is_str(log.text, "011", "... but afterwards");
	queue_close(log.queue);

	start(&log, 0, 0);
	put(&log, QUEUE_NOW, "0");
	queue_put(log.queue, QUEUE_NOW, 0, NULL);
	queue_put(log.queue, QUEUE_NOW, 0, NULL);
	drain(&log);
	is_uint(log.n, 2, "work that comes meanwhile is begun once more");
	queue_close(log.queue);
}

static void test_limit(void)
{
	struct log log;

	start(&log, 1, MAX);
	put(&log, QUEUE_NOW, "0");
	put(&log, QUEUE_NOW, "123456");
	drain(&log);
	is_str(log.text, "06", "too many requests are dropped");
	put(&log, QUEUE_NOW, "");
	queue_put(log.queue, QUEUE_NOW, '1', "1");
	drain(&log);
	is_str(log.text, "061", "... and can be made again");
	queue_close(log.queue);
}

static void test_stop(void)
{
	struct log log;

	start(&log, 1, 0);
	put(&log, QUEUE_NOW, "012");
	queue_stop(log.queue);
	bell_ring(BELL_STATE);
	queue_join(log.queue);
	is_str(log.text, "0", "a queue that is stopped ends its request, and serves no other");
	ok(!queue_put(log.queue, QUEUE_NOW, '3', "3"), "... and takes none");
	queue_close(log.queue);
	queue_close(NULL);
	start(&log, 1, 0);
	queue_close(log.queue);
	is_uint(log.n, 0, "a queue without requests is closed");
}

struct putter {
	struct thread thread;
	struct log *log;
	uint64_t from;
};

static void *put_many(void *arg)
{
	const struct putter *putter = arg;

	for (uint64_t i = 0; i < EACH; i++)
		queue_put(putter->log->queue, i % 2 ? QUEUE_NOW : QUEUE_LATER, putter->from + i,
			  "x");
	return NULL;
}

static void test_threads(void)
{
	struct putter putters[PUTTERS];
	struct log log;

	start(&log, 1, 0);
	atomic_store(&log.open, true);
	for (unsigned i = 0; i < PUTTERS; i++) {
		putters[i] = (struct putter){ .log = &log, .from = (uint64_t)i * EACH };
		thread_start(&putters[i].thread, "put", put_many, &putters[i]);
	}
	for (unsigned i = 0; i < PUTTERS; i++)
		thread_join(&putters[i].thread);
	drain(&log);
	is_uint(log.n, PUTTERS * EACH, "requests of several threads are all served");
	ok(!log.overlaps, "... one after the other");
	queue_close(log.queue);
}

int main(void)
{
	test_order();
	test_keys();
	test_limit();
	test_stop();
	test_threads();
	done_testing();
}
