/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_BUILD_POOL_H
#define INDEX_BUILD_POOL_H

#include <pthread.h>
#include <stdbool.h>

#include "base/thread.h"

/*
 * The threads of a build. They scan pieces, pack blocks and compress histories, whatever is next.
 * The builder, the thread that opens the pool, is one of them: it does such work instead of
 * waiting. As many threads are at work as there are processors; there are more of them, which work
 * while others wait.
 *
 * The lock of the pool guards everything that the threads share.
 */
enum build_work {
	BUILD_PACK, /* is done first */
	BUILD_SCAN,
	BUILD_HISTORY,
	BUILD_WORKS
};

enum {
	BUILD_PROCESSORS = 16,		     /* maximum; more would wait for the disk */
	BUILD_THREADS = 2 * BUILD_PROCESSORS /* with the builder */
};

struct build_pool;

struct build_thread {
	struct build_pool *pool;
	struct thread thread;
	unsigned number;
};

struct build_pool {
	pthread_mutex_t lock;
	/* The following members are guarded by lock. */
	pthread_cond_t work;	/* a thread can do work, or must end */
	pthread_cond_t changed; /* see build_pool_notify() */
	/*
	 * Do the next piece of such work; the lock is released meanwhile. False: there is none now.
	 * NULL: there will be none.
	 */
	bool (*run[BUILD_WORKS])(void *arg, unsigned thread);
	void *arg[BUILD_WORKS];
	int busy, limit; /* threads that work, and how many should, besides the builder */
	bool closing;

	unsigned threads_n; /* also the number of the builder; 0: it works alone */
	struct build_thread threads[BUILD_THREADS];
};

/* processors: how many threads should work at a time; 1: only the builder. */
void build_pool_open(struct build_pool *pool, unsigned processors);
void build_pool_close(struct build_pool *pool);

/* For the builder: from now on there is such work, or none if run is NULL. */
void build_pool_set(struct build_pool *pool, enum build_work work,
		    bool (*run)(void *arg, unsigned thread), void *arg);

/* Call these with the lock. */

/* There is more work. */
void build_pool_wake(struct build_pool *pool);

/* Something has happened for which the builder may wait. */
void build_pool_notify(struct build_pool *pool);

/* For the builder: do the next piece of work. If there is none, wait until build_pool_notify(). */
void build_pool_wait(struct build_pool *pool);

/* Call these without the lock: this thread waits for the disk, and does not any more. */
void build_pool_pause(struct build_pool *pool);
void build_pool_resume(struct build_pool *pool);

#endif
