/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_HISTORY_RUNS_H
#define INDEX_HISTORY_RUNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/vec.h"
#include "index/container.h"

/*
 * The sorted runs of a history (index/history.h), and the storage of their pieces. A run is in a
 * file without a name, or it is the table of a complete index, whose pieces are compressed chunks.
 * All functions are called under the lock of the history, except those with a const struct.
 */
enum {
	HISTORY_CACHE = 16 /* pieces */
};

/* A sorted run: in a complete index, or in the file of the runs. */
struct history_run {
	uint64_t entries, pieces;
	const struct container *container; /* NULL: in the file of the runs */
	const struct history_fence *fences;
	uint64_t offset;       /* in the file of the runs */
	uint8_t *p;	       /* where this run is mapped; NULL: it is read */
	struct moment *firsts; /* first moment of each piece in the file of the runs */
};

struct history_piece;
struct history_store;

struct history_runs {
	size_t entry; /* bytes of one entry */
	const char *spool_dir;
	VEC(struct history_run) list;
	struct history_piece *cache;
	unsigned cache_next;
	unsigned misses;	     /* pieces of a complete index that were read */
	struct history_store *store; /* NULL: only few pieces were read so far */
	int spill;		     /* the file of the runs; -1: none */
	uint64_t spilled;
	struct err err; /* a piece could not be read, or a run could not be written */
};

/* spool_dir: folder for the file of the runs; the string must outlive the runs. */
void history_runs_init(struct history_runs *runs, size_t entry, const char *spool_dir);
void history_runs_release(struct history_runs *runs);

/* Remove all runs. */
void history_runs_clear(struct history_runs *runs);

/* Add the table of a complete index: n fences in order. See history_use(). */
void history_runs_use(struct history_runs *runs, const struct container *container,
		      const struct history_fence *fences, uint64_t n);

/* Add a run of n sorted entries. If that fails, they are lost, and runs->err has the reason. */
void history_runs_add(struct history_runs *runs, const void *entries, size_t n);

/* The size of a full piece in bytes. */
size_t history_runs_piece_bytes(const struct history_runs *runs);

/* The number of entries of a piece. */
size_t history_runs_piece_len(const struct history_run *run, uint64_t number);

/*
 * Return a piece, from the cache or store if possible; it is valid until the next call. NULL: it
 * cannot be read, and runs->err has the reason.
 */
const uint8_t *history_runs_piece(struct history_runs *runs, size_t run, uint64_t number);

/* Read a piece, without the cache. */
bool history_runs_read(const struct history_runs *runs, const struct history_run *run,
		       uint64_t number, uint8_t *to, struct err *err);

/* Check the bytes of a piece of a complete index, without inflating them. */
bool history_runs_whole(const struct history_run *run, uint64_t number);

/* The first moment of a piece. */
static inline const struct moment *history_runs_first(const struct history_run *run, uint64_t piece)
{
	return run->container ? &run->fences[piece].first : &run->firsts[piece];
}

#endif
