/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_THREAD_H
#define BASE_THREAD_H

#include <pthread.h>
#include <stdbool.h>

/* A thread of this process. All threads begin and end here. A zeroed one is not started. */
struct thread {
	pthread_t id;
	bool runs; /* it was started, and nobody has joined it */
};

/*
 * Give threads that start from now on a nice value higher by so much than the calling thread's, so
 * that they do not delay the thread that answers keys. 0, the initial value: no difference.
 */
void thread_set_nicer(int by);

/*
 * Call run(arg) in a thread with a name of at most 15 bytes, which tools such as top -H show.
 * False: the system has no room for another thread.
 */
bool thread_start(struct thread *thread, const char *name, void *(*run)(void *), void *arg);

/*
 * As thread_start(). If no thread can be started, run(arg) is called directly before this returns.
 */
void thread_start_or_run(struct thread *thread, const char *name, void *(*run)(void *), void *arg);

/* Wait for the end of a thread that was started. */
void thread_join(struct thread *thread);

#endif
