/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TERM_WAKEUP_H
#define TERM_WAKEUP_H

#include <stdbool.h>

/*
 * Wake the browser while it waits for a key. Signals and background threads write bytes to a
 * pipe, so one poll() waits for all of them. A byte is WAKE_WORK or the number of a signal.
 */
#define WAKE_WORK 0

int wakeup_init(void); /* 0, or -1 with errno */
int wakeup_fd(void);   /* for poll(): readable if something is waiting */
/* Post a byte. For any thread and for signal handlers. */
void wakeup_post(unsigned char what);

/* Wait for something, for at most ms milliseconds; -1: without limit. */
void wakeup_wait(int ms);

/* Get the next byte; false if there is none. Several WAKE_WORK count as one. */
bool wakeup_next(unsigned char *what);

/* After WAKE_WORK, before one looks at the work: only then is WAKE_WORK posted again. */
void wakeup_take_work(void);

/*
 * Catch the signals that the browser handles (they are written to the pipe), and those of a crash,
 * for which rescue() is called before the signal has its normal effect.
 */
void wakeup_catch_signals(void (*rescue)(void));

/* Restore the handlers from before wakeup_catch_signals(). */
void wakeup_release_signals(void);

/* Stop the program as Ctrl-Z does. Returns when it is continued. */
void wakeup_stop(void);

#endif
