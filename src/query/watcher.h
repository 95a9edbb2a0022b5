/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_WATCHER_H
#define QUERY_WATCHER_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

/*
 * Who looks at what jobs in the background find, one view for instance: it is woken when there is
 * something new, and jobs pause while it looks elsewhere. It outlives its jobs. NULL where a
 * function takes one: nobody is woken, and nothing pauses.
 */
struct watcher {
	void (*wake)(void *arg); /* called from threads of jobs; NULL: nothing to do */
	void *arg;
	_Atomic bool away; /* changed under lock; jobs pause */
	pthread_mutex_t lock;
	pthread_cond_t changed;
};

#define WATCHER_INIT(wake, arg)                                                                    \
	{                                                                                          \
		wake, arg, false, PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER              \
	}

/* There is something new. For any thread. */
void watcher_wake(struct watcher *watcher);

/* It looks elsewhere, or here again. */
void watcher_look(struct watcher *watcher, bool away);

/* Whoever waits looks at *stop and *rest again, which have changed. */
void watcher_nudge(struct watcher *watcher);

/*
 * From a job, between two pieces of work: wait as long as nobody looks, or *rest is true (NULL: it
 * is not), and *stop is false.
 */
void watcher_pass(struct watcher *watcher, const _Atomic bool *stop, const _Atomic bool *rest);

#endif
