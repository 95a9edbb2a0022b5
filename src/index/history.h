/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_HISTORY_H
#define INDEX_HISTORY_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "index/container.h"

/*
 * What happened to things that have a number (threads, processes), ordered by
 * number, time and row, so that the state of one at any moment is found by
 * bisection. Entries are of one size and begin with a struct moment.
 *
 * Memory stays bounded however many there are: what is new is in memory, up to
 * HISTORY_RUN entries; then it is sorted and goes to a file without a name as a
 * run. Of a run only the first moment of each piece of HISTORY_PIECE entries stays in memory: a
 * look-up bisects these and reads one piece of each run, of which the last few are kept.
 * In a complete index all entries are one run, whose pieces are compressed chunks. Of that,
 * whoever asks much and in disorder has the pieces in a file without a name, inflated, as far
 * as 64 MB go.
 *
 * One thread adds, any thread asks.
 */
enum {
	HISTORY_RUN = 32768,
	HISTORY_CACHE = 16 /* pieces */
};

struct history_run;
struct history_piece;
struct history_store;

struct history {
	size_t entry; /* bytes of one */
	const char *spool_dir;
	_Atomic uint64_t version; /* grows with each change */
	pthread_mutex_t lock;	  /* of all below */
	uint8_t *recent;	  /* not yet a run; NULL: nothing was added */
	size_t recent_n;
	VEC(struct history_run) runs;
	struct history_piece *cache;
	unsigned cache_next;
	unsigned misses;	     /* pieces that were read, of a complete index */
	struct history_store *store; /* NULL: few pieces were wanted */
	int spill;		     /* the file of the runs, -1: none */
	uint64_t spilled;
	struct err err; /* a piece could not be read, or a run not written */
};

/* spool_dir is where runs go; it stays the caller's. */
void history_init(struct history *history, size_t entry, const char *spool_dir);
void history_release(struct history *history);

/*
 * Use what a complete index has: n fences in order, which stay where they are, as the
 * container does. Sound ones name no more than HISTORY_PIECE entries each.
 */
void history_use(struct history *history, const struct container *container,
		 const struct history_fence *fences, uint64_t n);
bool history_fences_sound(const struct history_fence *fences, uint64_t n);

/* Are all pieces of the complete index undamaged? Reads all of them. */
bool history_whole(const struct history *history);

/* Remove everything. */
void history_clear(struct history *history);

void history_add(struct history *history, const void *entry);

uint64_t history_count(struct history *history);

/* Earlier results stay valid as long as this does not change. For any thread, without a lock. */
static inline uint64_t history_version(const struct history *history)
{
	return atomic_load_explicit(&history->version, memory_order_acquire);
}

/* Set the last entry of an id at or before a time and row. Returns false if there is none. */
bool history_before(struct history *history, uint32_t id, uint64_t time, uint64_t row, void *entry);

/* Set the first entry of an id at or after a time and row. */
bool history_from(struct history *history, uint32_t id, uint64_t time, uint64_t row, void *entry);

/*
 * Give all entries of an id to a function: those of each run in their order, run by run, of
 * which a complete index has but one; then what is recent, as it was added. The function calls
 * nothing of the history.
 */
void history_each(struct history *history, uint32_t id, void (*each)(void *arg, const void *entry),
		  void *arg);

/* The same with all entries of all ids. */
void history_all(struct history *history, void (*each)(void *arg, const void *entry), void *arg);

/*
 * Write all entries in their order as pieces, and append their fences. For the thread that
 * adds; others are not kept waiting. ERR_IO or ERR_STALE when some were lost.
 */
int history_write(struct history *history, struct container *container, struct buf *fences,
		  struct err *err);

/* The error if an entry could not be read or stored. 0: none. */
int history_error(struct history *history, struct err *err);

#endif
