/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_BELL_H
#define BASE_BELL_H

#include <stdint.h>

/*
 * Bells wake threads that wait for a change. A thread that makes a change rings the bell
 * afterwards, even if no thread waits. A thread that waits keeps the count of rings it has heard,
 * 0 at first, and checks its condition again after each wait. A ring during that check is not
 * lost: the next wait returns at once. A bell may ring for a change that the waiting thread does
 * not care about.
 */
enum bell {
	/* An index is complete or stops growing, symbols have come, a job ends or continues. */
	BELL_STATE,
	/* BELL_STATE's changes; also more rows of an index or of spans, or progress of a job. */
	BELL_ROWS
};

/* The rings so far: for a caller that keeps no count from one wait to the next. */
uint32_t bell_heard(enum bell bell);

/* Wait for a ring that *heard does not count, and add it to *heard. */
void bell_wait(enum bell bell, uint32_t *heard);

/* As bell_wait(), for at most ms milliseconds. */
void bell_wait_for(enum bell bell, uint32_t *heard, unsigned ms);

/* Any thread may ring, and so may a signal handler. */
void bell_ring(enum bell bell);

#endif
