/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_HISTORY_H
#define INDEX_HISTORY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "index/container.h"

struct build_pool;

/*
 * Changes of the state of numbered objects (threads, processes), ordered by number, time and row,
 * so that bisection finds the state of an object at any moment. All entries have the same size and
 * begin with a struct moment.
 *
 * Memory is bounded for any number of entries:
 * - Up to HISTORY_RUN recent entries are in memory (index/history_recent.h). They are then written
 *   to a file without a name as a run.
 * - For each piece of HISTORY_PIECE entries of a run, only its first moment stays in memory. A
 *   look-up bisects these moments and reads one piece of each run; the last few pieces are cached.
 * - In a complete index all entries are one run, whose pieces are compressed chunks. After many
 *   look-ups in random order, up to 64 MB of inflated pieces are kept in a file without a name.
 *
 * One thread adds entries; any thread can look them up.
 */
enum {
	HISTORY_VERSIONS = 4096
};

/* Its members are for the functions of versions below and history.c only. */
struct history {
	_Atomic uint64_t version; /* grows with each change */
	/* The same for the ids that have a remainder in common; HISTORY_VERSIONS of them. */
	_Atomic uint32_t *of_ids;
	struct history_entries *entries;
};

/* spool_dir: folder for the runs; the string must outlive the history. */
void history_init(struct history *history, size_t entry, const char *spool_dir);
void history_release(struct history *history);

/*
 * Use the table of a complete index: n fences in order. A fence (struct history_fence) describes a
 * piece: its first moment and its place in the file. The fences and the container must outlive the
 * history. The caller has checked that no piece has more than HISTORY_PIECE entries.
 */
void history_use(struct history *history, const struct container *container,
		 const struct history_fence *fences, uint64_t n);
bool history_fences_sound(const struct history_fence *fences, uint64_t n);

/* Check the bytes of all pieces of the complete index. Returns false if one is damaged. */
bool history_whole(const struct history *history);

/* Remove everything. */
void history_clear(struct history *history);

void history_add(struct history *history, const void *entry);

uint64_t history_count(struct history *history);

/*
 * A counter of changes: earlier results are valid as long as it stays the same. For any thread,
 * without a lock.
 */
static inline uint64_t history_version(const struct history *history)
{
	return atomic_load_explicit(&history->version, memory_order_acquire);
}

/*
 * The same for one id. It is up to date with any history_version() that the thread has read before;
 * changes of other ids can change it, too.
 */
static inline uint32_t history_version_of(const struct history *history, uint32_t id)
{
	return atomic_load_explicit(&history->of_ids[id % HISTORY_VERSIONS], memory_order_acquire);
}

/*
 * Set *entry to the last entry of an id at or before a time and row. Returns false if there is
 * none.
 */
bool history_before(struct history *history, uint32_t id, uint64_t time, uint64_t row, void *entry);

enum {
	HISTORY_BEFORE = 1,
	HISTORY_AFTER = 2
};

/*
 * Set *before to the last entry of an id at or before a time, and *after to the first one after it.
 * Returns bits: which of them there are.
 */
unsigned history_around(struct history *history, uint32_t id, uint64_t time, void *before,
			void *after);

/*
 * Pass all entries of an id to a function: run by run, the entries of each run in order, and then
 * the recent entries in the order in which they were added. A complete index has one run. The
 * function must not call functions of the history.
 */
void history_each(struct history *history, uint32_t id, void (*each)(void *arg, const void *entry),
		  void *arg);

/* Pass all entries of all ids to a function, in the same order, until it returns false. */
void history_all(struct history *history, bool (*each)(void *arg, const void *entry), void *arg);

/*
 * Write all entries in order as pieces, and append their fences. For the thread that adds entries,
 * which is the builder of the pool; other threads are not blocked. Returns ERR_IO or ERR_STALE if
 * entries were lost.
 */
int history_write(struct history *history, struct container *container, struct buf *fences,
		  struct build_pool *pool, struct err *err);

/* Return the error if an entry could not be read or stored; 0: none. */
int history_error(struct history *history, struct err *err);

#endif
