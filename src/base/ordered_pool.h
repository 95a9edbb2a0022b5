/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_ORDERED_POOL_H
#define BASE_ORDERED_POOL_H

#include <stdbool.h>

#include "base/buf.h"

/*
 * Work that several threads do and whose results, which are bytes, one thread takes
 * in the order in which the work was given out. Results that wait are bounded: a
 * worker that is far ahead of the others waits until its turn comes nearer.
 */
struct ordered_pool;
struct ordered_slot; /* where the results of one piece of work go */

struct ordered_pool_ops {
	/* Choose the next piece of work for a worker. Never two at a time. False: no more. */
	bool (*take)(void *arg, unsigned worker);
	/* Do it. Called in the thread of the worker, at the same time as for others. */
	void (*work)(void *arg, unsigned worker, struct ordered_slot *slot);
};

/*
 * Start so many workers, numbered from 0; at least one. About room bytes of results
 * may wait. NULL when no thread can be started. ops and arg live as long as the pool.
 */
struct ordered_pool *ordered_pool_open(unsigned workers, size_t room,
				       const struct ordered_pool_ops *ops, void *arg);

/* Stop the workers, wait for their end, forget what was not taken. */
void ordered_pool_close(struct ordered_pool *pool);

/*
 * The next bytes, in order; what piece held is gone. Waits for them. False: all was
 * taken. For the thread that opened the pool.
 */
bool ordered_pool_next(struct ordered_pool *pool, struct buf *piece);

/*
 * For the worker that has the slot: hand over bytes, which leaves the buffer empty.
 * May wait. False: nobody wants them any more.
 */
bool ordered_pool_put(struct ordered_slot *slot, struct buf *bytes);

/* Give out no more work. What was given out is still done. */
void ordered_pool_end(struct ordered_slot *slot);

/*
 * What is between these two is done in the order in which the work was given out,
 * by one thread at a time. Once for each piece of work, before its first ordered_pool_put().
 */
void ordered_pool_turn(struct ordered_slot *slot);
void ordered_pool_turned(struct ordered_slot *slot);

/* Processors that this program may use, at most max. */
unsigned ordered_pool_workers(unsigned max);

#endif
