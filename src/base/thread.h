/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_THREAD_H
#define BASE_THREAD_H

#include <stdbool.h>

/*
 * A function that runs in a thread of the pool. All threads of this process are threads of the
 * pool: one that has no function to run waits for the next, without waking up. The pool starts
 * another thread when none is idle, because functions wait for one another. A zeroed struct is not
 * started. Not for a child process after fork(), which has no pool.
 */
struct thread {
	bool runs; /* it was started, and nobody has joined it */
	bool over; /* for the pool: the function has returned */
};

enum {
	THREAD_ALL_MAX = 8 /* see thread_run_all() */
};

/*
 * Give threads that the pool starts from now on a nice value higher by so much than the calling
 * thread's, so that they do not delay the thread that answers keys. 0, the initial value: no
 * difference.
 */
void thread_set_nicer(int by);

/*
 * Call run(arg) in a thread. Tools such as top -H show its name, of at most 15 bytes; the name
 * lives as long as the program. False: the system has no room for another thread.
 */
bool thread_start(struct thread *thread, const char *name, void *(*run)(void *), void *arg);

/*
 * As thread_start(). If no thread can be started, run(arg) is called directly before this returns.
 */
void thread_start_or_run(struct thread *thread, const char *name, void *(*run)(void *), void *arg);

/* Wait for the end of a function that was started. */
void thread_join(struct thread *thread);

/*
 * Call run() with each of n arguments, at most THREAD_ALL_MAX, at the same time: with the first one
 * in the calling thread, with the others in threads. Return after all calls. An argument for which
 * no thread can be started is left out: the other calls do its work.
 */
void thread_run_all(const char *name, void *(*run)(void *), void *const *args, unsigned n);

/* The number of processors that this program may use, at most max. */
unsigned thread_processors(unsigned max);

#endif
