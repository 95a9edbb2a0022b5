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
	BELL_STATE, /* an index is complete or grows no more, symbols are there, a job is to end */
	BELL_ROWS   /* that, or an index has more rows, or a job has looked at more of them */
};

/* The rings so far: for a caller that keeps no count from one wait to the next. */
uint32_t bell_heard(enum bell bell);

/* Waits for a ring that is not in *heard, and counts it there. */
void bell_wait(enum bell bell, uint32_t *heard);

/* The same, but for at most ms milliseconds. */
void bell_wait_for(enum bell bell, uint32_t *heard, unsigned ms);

/* Any thread may ring, and so may a signal handler. */
void bell_ring(enum bell bell);

#endif
