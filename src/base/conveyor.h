/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_CONVEYOR_H
#define BASE_CONVEYOR_H

#include <stdbool.h>

#include "base/buf.h"

/*
 * Work that several threads do and whose results, which are bytes, one thread takes
 * in the order in which the work was given out. Results that wait are bounded: a
 * worker that is far ahead of the others waits until its turn comes nearer.
 */
struct conveyor;
struct tray; /* where the results of one piece of work go */

struct conveyor_ops {
	/* Choose the next piece of work for a worker. Never two at a time. False: no more. */
	bool (*take)(void *arg, unsigned worker);
	/* Do it. Called in the thread of the worker, at the same time as for others. */
	void (*work)(void *arg, unsigned worker, struct tray *tray);
};

/*
 * Start so many workers, numbered from 0; at least one. About room bytes of results
 * may wait. NULL when no thread can be started. ops and arg live as long as the conveyor.
 */
struct conveyor *conveyor_open(unsigned workers, size_t room, const struct conveyor_ops *ops,
			       void *arg);

/* Stop the workers, wait for their end, forget what was not taken. */
void conveyor_close(struct conveyor *conveyor);

/*
 * The next bytes, in order; what piece held is gone. Waits for them. False: all was
 * taken. For the thread that opened the conveyor.
 */
bool conveyor_next(struct conveyor *conveyor, struct buf *piece);

/*
 * For the worker that has the tray: hand over bytes, which leaves the buffer empty.
 * May wait. False: nobody wants them any more.
 */
bool conveyor_put(struct tray *tray, struct buf *bytes);

/* Give out no more work. What was given out is still done. */
void conveyor_end(struct tray *tray);

/*
 * What is between these two is done in the order in which the work was given out,
 * by one thread at a time. Once for each piece of work, before its first conveyor_put().
 */
void conveyor_turn(struct tray *tray);
void conveyor_turned(struct tray *tray);

/* Processors that this program may use, at most max. */
unsigned conveyor_workers(unsigned max);

#endif
