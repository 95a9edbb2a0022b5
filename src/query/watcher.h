/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_WATCHER_H
#define QUERY_WATCHER_H

#include <stdatomic.h>
#include <stdbool.h>

/*
 * The user of the results of background jobs, for instance a view. It is woken when there are new
 * results, and its jobs pause while it is not on the screen. It outlives its jobs. All functions
 * accept NULL: then nothing is woken or paused.
 */
struct watcher {
	void (*wake)(void *arg); /* called from threads of jobs; NULL: nothing is called */
	void *arg;
	_Atomic bool away; /* jobs pause while it is true */
};

#define WATCHER_INIT(wake, arg)                                                                    \
	{                                                                                          \
		wake, arg, false                                                                   \
	}

/* Report new results. For any thread. */
void watcher_wake(struct watcher *watcher);

/* Note that the user is away, or back. */
void watcher_set_away(struct watcher *watcher, bool away);

/*
 * For a job, between two pieces of work: wait while the watcher is away or *rest is true (NULL:
 * false), and *stop is false. A thread that changes *stop or *rest rings BELL_STATE.
 */
void watcher_pass(const struct watcher *watcher, const _Atomic bool *stop,
		  const _Atomic bool *rest);

#endif
