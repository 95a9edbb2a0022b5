/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_THREAD_H
#define BASE_THREAD_H

#include <pthread.h>
#include <stdbool.h>

/* A thread of this process; all of them begin and end here. All zero: there is none. */
struct thread {
	pthread_t id;
	bool runs; /* it was started, and nobody has waited for its end */
};

/*
 * Let threads that are started from now on have a nice value higher by so much than the thread that
 * calls this, so that they do not delay the one that answers keys. 0: the same; so it is at first.
 */
void thread_set_nicer(int by);

/*
 * Call run(arg) in a thread that tools such as top -H show under a name of at most 15 bytes. False:
 * the system has no room for one more.
 */
bool thread_start(struct thread *thread, const char *name, void *(*run)(void *), void *arg);

/* The same where what calls can do without: then run(arg) is called at once, and has ended. */
void thread_start_or_run(struct thread *thread, const char *name, void *(*run)(void *), void *arg);

/* Wait for its end, if there is one. */
void thread_join(struct thread *thread);

#endif
