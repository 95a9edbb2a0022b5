/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_BELL_H
#define BASE_BELL_H

#include <stdint.h>

/*
 * Bells wake threads that wait for a change. A thread that makes a change rings the bell
 * afterwards, even if no thread waits. A waiting thread keeps a count of the rings that it has
 * heard, 0 at first. After each wait, it checks its condition again. A ring during this check is
 * not lost, because the next wait then returns at once. A bell can also ring for a change that does
 * not concern the waiting thread.
 */
enum bell {
	/* An index is complete or stops growing, symbols were read, a job ends or continues. */
	BELL_STATE,
	/* The same changes; also: an index or spans have more rows, a job has made progress. */
	BELL_ROWS,
	BELLS
};

/* The number of rings so far, for a caller that does not keep its own count. */
uint32_t bell_heard(enum bell bell);

/* Wait for a ring that *heard does not include yet, and add it to *heard. */
void bell_wait(enum bell bell, uint32_t *heard);

/* The same, for at most ms milliseconds. */
void bell_wait_for(enum bell bell, uint32_t *heard, unsigned ms);

/*
 * Wait for BELL_ROWS, but pause first, unless BELL_STATE rings. Rows come one block after the
 * other, and a thread that wakes for each block slows down the thread that makes them. After ms
 * milliseconds the wait ends; 0: without limit.
 */
void bell_wait_calmly(uint32_t *heard, unsigned ms);

/* Ring a bell, and those after it in the list. For any thread, and for signal handlers. */
void bell_ring(enum bell bell);

#endif
