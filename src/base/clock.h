/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

/*
 * The monotonic clock of this machine: it never goes back, and its zero has no meaning. All times
 * that this process compares come from here. Any thread may call these.
 */

/* The present time in nanoseconds. */
int64_t clock_ns(void);

/* The present time in milliseconds. */
int64_t clock_ms(void);

/* The moment ms milliseconds from now, as a wait on CLOCK_MONOTONIC takes it. */
struct timespec clock_after(int64_t ms);

#endif
