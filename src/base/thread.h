/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_THREAD_H
#define BASE_THREAD_H

#include <stdbool.h>

/*
 * A function that runs in a thread of the pool. All threads of this process belong to the pool. A
 * thread without work sleeps until it gets the next function. The pool starts another thread if
 * none is idle, because functions wait for one another. A zeroed struct is not started. Not for a
 * child process after fork(), which has no pool.
 */
struct thread {
	bool runs; /* it was started, and not joined yet */
	bool over; /* for the pool: the function has returned */
};

enum {
	THREAD_ALL_MAX = 8 /* see thread_run_all() */
};

/*
 * Raise the nice value of threads that the pool starts from now on, by this much above that of the
 * calling thread. So they do not delay the thread that reacts to keys. 0, the initial value: no
 * difference.
 */
void thread_set_nicer(int by);

/*
 * Call run(arg) in a thread. Tools such as top -H show its name, which has at most 15 bytes and
 * must be valid as long as the program runs. False: the system allows no further thread (errno).
 */
bool thread_start(struct thread *thread, const char *name, void *(*run)(void *), void *arg);

/* The same. If no thread can be started, run(arg) is called before this function returns. */
void thread_start_or_run(struct thread *thread, const char *name, void *(*run)(void *), void *arg);

/* Wait for the end of a function that was started. */
void thread_join(struct thread *thread);

/*
 * Call run() with each of n arguments, at most THREAD_ALL_MAX, at the same time: with the first
 * argument in the calling thread, with the others in other threads. Return when all calls have
 * returned. If no thread can be started for an argument, run() is not called for it: the other
 * calls then do its work.
 */
void thread_run_all(const char *name, void *(*run)(void *), void *const *args, unsigned n);

/* The number of processors that this program may use, at most max. */
unsigned thread_processors(unsigned max);

#endif
