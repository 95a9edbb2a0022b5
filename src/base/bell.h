/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_BELL_H
#define BASE_BELL_H

#include <stdint.h>

#include "base/bell.h"

/*
 * How threads of this process hear that something went on, so that none looks again and again. Who
 * changes what others may wait for rings afterwards, whether somebody waits or not. Who waits keeps
 * what it has heard, 0 at first, and looks at what it waits for after each wait: it hears also what
 * rang while it looked. It can hear what is none of its business.
 */
enum bell {
	BELL_STATE, /* an index is complete or grows no more, symbols are there, a job is to end */
	BELL_ROWS   /* that, or an index has more rows, or a job has looked at more of them */
};

/* Before the first look of somebody who keeps nothing from one wait to the next. */
uint32_t bell_heard(enum bell bell);

/* Wait until a bell has rung that was not heard. */
void bell_wait(enum bell bell, uint32_t *heard);

/* The same, but for so many milliseconds at most. */
void bell_wait_for(enum bell bell, uint32_t *heard, unsigned ms);

/* For any thread, and for a handler of signals. */
void bell_ring(enum bell bell);

#endif
