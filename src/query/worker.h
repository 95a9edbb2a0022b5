/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_WORKER_H
#define QUERY_WORKER_H

#include <stdatomic.h>

#include "base/thread.h"
#include "query/watcher.h"
#include "recording/recording.h"

/*
 * The state of a thread that processes a recording, also while its index is being built: start,
 * pause, progress and end. Embedded in the struct of its owner, whose thread checks stop often, at
 * least between blocks. A zeroed worker was not started.
 */
struct worker {
	const struct recording *recording;
	struct watcher *watcher; /* woken when there are new results; NULL: none */
	struct thread thread;
	uint32_t heard;	     /* used by the thread, for BELL_ROWS */
	_Atomic bool stop;   /* the thread has to end */
	_Atomic bool rest;   /* the thread has to pause */
	_Atomic bool done;   /* all blocks of a complete index, or all blocks so far of a growing
			      * one, are done */
	_Atomic bool ended;  /* the thread has ended */
	_Atomic bool failed; /* a block of the index is damaged */
	_Atomic uint64_t rows_done;
};

struct worker_progress {
	uint64_t rows_done, rows_total; /* published so far; more may come */
	bool done;			/* all blocks of a complete index are done */
	bool failed;			/* a block of the index is damaged */
};

/* Run a function in a thread, or in the calling thread if none can be started. */
void worker_start(struct worker *worker, const struct recording *recording, struct watcher *watcher,
		  void *(*run)(void *), void *ctx);

/* Ask the thread to end, without waiting for it. */
void worker_stop(struct worker *worker);

/* The same, and wait for it; the results stay. */
void worker_cancel(struct worker *worker);

/* Pause the thread, as when its watcher is away, or resume it. */
void worker_rest(struct worker *worker, bool rest);

/*
 * For the thread, between two pieces of work: wait while the watcher is away or the worker is
 * paused. Returns false if the thread has to end. worker_block_done() and the functions that wait
 * call it, too.
 */
bool worker_pass(struct worker *worker);

/* Wait until the thread has ended by itself. */
void worker_join(struct worker *worker);

/*
 * For the thread: wait until the indexes of n recordings are complete, because values that depend
 * on several records are only known then. *percent (or NULL) is the indexed part of their bytes;
 * the watcher is woken when it changes. Returns false if the thread has to end.
 */
bool worker_wait_complete(struct worker *worker, const struct recording *const *recordings,
			  size_t n, _Atomic int *percent);

/*
 * For the thread: wait until all rows, and thus all mappings, are known. The index may still be
 * being saved then. Returns false if the thread has to end.
 */
bool worker_wait_whole(struct worker *worker);

/* For the thread: a block is done. whole false: it is damaged. */
void worker_block_done(struct worker *worker, uint64_t block, bool whole);

/* For the thread: all blocks are processed again. */
void worker_again(struct worker *worker);

/*
 * For the thread, when all existing blocks are done: wait for more. state was read before the
 * number of blocks. Returns false if no more blocks will come.
 */
bool worker_wait(struct worker *worker, enum index_state state);

/* For the thread, at its end. */
void worker_end(struct worker *worker);

void worker_progress(const struct worker *worker, struct worker_progress *progress);

#endif
