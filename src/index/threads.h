/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_THREADS_H
#define INDEX_THREADS_H

#include "base/hash.h"
#include "base/pages.h"

/*
 * The numbers of threads by pid and tid, for the builder of an index. A place of the hash table
 * needs 4 bytes, because the keys are in the table of the threads. A zeroed struct is empty.
 */
struct threads {
	struct hash numbers; /* without number 0, which is for records without a thread */
};

enum {
	NO_THREAD = 0, /* number of the entry for records without a thread */
	/* The most threads that Linux can have at a time (PID_MAX_LIMIT). */
	THREADS_MAX = 1 << 22
};

#define THREADS_FULL UINT32_MAX

/*
 * Return the number of a thread in a table of struct thread_entry, and add the thread if it is new.
 * THREADS_FULL: there are too many threads. The table must have entry 0.
 */
uint32_t threads_number(struct threads *threads, struct pages *table, uint32_t pid, uint32_t tid);

/* Add all threads of a table. */
void threads_know(struct threads *threads, const struct pages *table);

void threads_release(struct threads *threads);

#endif
