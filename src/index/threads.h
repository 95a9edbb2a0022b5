/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_THREADS_H
#define INDEX_THREADS_H

#include "base/hash.h"
#include "base/pages.h"

/*
 * The numbers of threads by pid and tid, for the builder of an index: 4 bytes for each place of a
 * hash table, as the keys are in the table of the threads. A zeroed one is empty.
 */
struct threads {
	struct hash numbers; /* number 0, of records without a thread, is not in it */
};

enum {
	/* The most threads that Linux can have at a time (PID_MAX_LIMIT). */
	THREADS_MAX = 1 << 22
};

#define THREADS_FULL UINT32_MAX

/*
 * The number of a thread in a table of struct thread_entry, where it is added if it is new;
 * THREADS_FULL if it is one too many. Entry 0 of the table is there.
 */
uint32_t threads_number(struct threads *threads, struct pages *table, uint32_t pid, uint32_t tid);

/* Add all numbers of a table. */
void threads_know(struct threads *threads, const struct pages *table);

void threads_release(struct threads *threads);

#endif
