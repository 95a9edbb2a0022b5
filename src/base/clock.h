/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

/*
 * The monotonic clock of this machine. It never goes back, and its zero has no meaning. All times
 * that this process compares are times of this clock, except processor times. Any thread may call
 * these functions.
 */

/* The current time in nanoseconds. */
int64_t clock_ns(void);

/* The current time in milliseconds. */
int64_t clock_ms(void);

/* The processor time of the calling thread, or of the process, in nanoseconds. */
int64_t clock_thread_ns(void);
int64_t clock_process_ns(void);

/* The time ms milliseconds from now, for a wait on CLOCK_MONOTONIC. */
struct timespec clock_after(int64_t ms);

#endif
