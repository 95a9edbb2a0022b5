/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_ORDERED_POOL_H
#define BASE_ORDERED_POOL_H

#include <stdbool.h>

#include "base/buf.h"

/*
 * Several threads work, and one thread takes their results, which are bytes, in the order in which
 * the work was given out. The number of waiting bytes is bounded: a worker far ahead of the others
 * waits until its turn is nearer.
 */
struct ordered_pool;
struct ordered_slot; /* receives the results of one piece of work */

struct ordered_pool_ops {
	/*
	 * Choose the next piece of work for a worker. Calls never overlap. False: there is no more
	 * work.
	 */
	bool (*take)(void *arg, unsigned worker);
	/* Do the work. Called in the worker's thread, while other workers work, too. */
	void (*work)(void *arg, unsigned worker, struct ordered_slot *slot);
};

/*
 * Start workers, at least one, numbered from 0. About room bytes of results may wait. NULL: no
 * thread can be started (errno). ops and arg must live as long as the pool.
 */
struct ordered_pool *ordered_pool_open(unsigned workers, size_t room,
				       const struct ordered_pool_ops *ops, void *arg);

/* Stop the workers, wait for their end, and drop results that were not taken. */
void ordered_pool_close(struct ordered_pool *pool);

/*
 * Wait for the next bytes in order, and get them. The old contents of piece are dropped. False: all
 * results were taken. Only for the thread that opened the pool.
 */
bool ordered_pool_next(struct ordered_pool *pool, struct buf *piece);

/*
 * For the worker that has the slot: deliver the bytes of a buffer, which is empty afterwards. This
 * call may wait. False: the pool is being closed.
 */
bool ordered_pool_put(struct ordered_slot *slot, struct buf *bytes);

/* Give out no more work. The work that was given out is finished. */
void ordered_pool_end(struct ordered_slot *slot);

/*
 * The work between these two calls is done by one worker at a time, in the order in which it was
 * given out. Call each of them once for each piece of work, before the first ordered_pool_put() of
 * the piece.
 */
void ordered_pool_begin_turn(struct ordered_slot *slot);
void ordered_pool_end_turn(struct ordered_slot *slot);

#endif
