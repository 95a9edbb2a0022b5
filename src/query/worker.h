/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_WORKER_H
#define QUERY_WORKER_H

#include <stdatomic.h>

#include "base/thread.h"
#include "query/watcher.h"
#include "recording/recording.h"

/*
 * The life of a thread that looks at a recording, also while its index is still built: what
 * begins, waits, tells and ends it. A part of whoever has such a thread, who looks at stop often,
 * at least between blocks. All zero: no thread was started.
 */
struct worker {
	const struct recording *recording;
	struct watcher *watcher; /* woken when there is something new; NULL: nobody */
	struct thread thread;
	uint32_t heard;	     /* by the thread, of BELL_ROWS */
	_Atomic bool stop;   /* the thread is to end, */
	_Atomic bool rest;   /* or to wait */
	_Atomic bool done;   /* all blocks of a complete index, or so far of one that grows */
	_Atomic bool ended;  /* the thread has come to its end */
	_Atomic bool failed; /* a block of the index is damaged */
	_Atomic uint64_t rows_done;
};

struct job_progress {
	uint64_t rows_done, rows_total; /* published so far; more may come */
	bool done;			/* all blocks of a complete index */
	bool failed;			/* a block of the index is damaged */
};

/* Run a function in a thread, here where there is none. */
void worker_start(struct worker *worker, const struct recording *recording, struct watcher *watcher,
		  void *(*run)(void *), void *ctx);

/* Have the thread end, without waiting for it. */
void worker_stop(struct worker *worker);

/* The same, and wait for it; what it found stays. */
void worker_cancel(struct worker *worker);

/* Let the thread wait as it does while its watcher looks elsewhere, or go on. */
void worker_rest(struct worker *worker, bool rest);

/*
 * From the thread, between two pieces of work: wait as long as nobody looks at what it does. False:
 * it is to end. worker_block_done() and the functions that wait do that, too.
 */
bool worker_pass(struct worker *worker);

/* Wait until the thread has ended by itself. */
void worker_join(struct worker *worker);

/*
 * From the thread: wait until the indexes of n recordings are complete, as only then all is known
 * that is derived of several records. percent, unless it is NULL, is how much of their
 * bytes is in them; who waits is woken when it changes. False: the thread is to end.
 */
bool worker_wait_complete(struct worker *worker, const struct recording *const *recordings,
			  size_t n, _Atomic int *percent);

/* From the thread: a block has been looked at; false: it is damaged. */
void worker_block_done(struct worker *worker, uint64_t block, bool whole);

/* From the thread: all blocks are looked at once more. */
void worker_again(struct worker *worker);

/*
 * From the thread, when it has looked at all blocks that there are: wait for more. False:
 * no more will come, by the state that was read before the number of blocks was.
 */
bool worker_wait(struct worker *worker, enum index_state state);

/* From the thread, at its end. */
void worker_end(struct worker *worker);

void worker_progress(const struct worker *worker, struct job_progress *progress);

#endif
