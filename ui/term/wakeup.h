/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TERM_WAKEUP_H
#define TERM_WAKEUP_H

#include <stdbool.h>

/*
 * What ends the wait for a key: signals and background threads, both as bytes in
 * a pipe, so that one poll() waits for everything. The bytes: WAKE_WORK, or the
 * number of a signal.
 */
#define WAKE_WORK 0

int wakeup_init(void); /* 0, or -1 with errno */
int wakeup_fd(void);   /* to poll, readable when something waits */
void wakeup_post(unsigned char what);

/* Wait for something, for so many milliseconds at most. */
void wakeup_wait(int ms);

/* The next byte; false when there is none. Any number of WAKE_WORK count as one. */
bool wakeup_next(unsigned char *what);

/*
 * Catch the signals that the browser handles (into the pipe) and those of a
 * crash, on which rescue() is called before the signal does what it always did.
 */
void wakeup_catch_signals(void (*rescue)(void));
void wakeup_release_signals(void);

/* Stop the program as Ctrl-Z would have; returns when it is continued. */
void wakeup_stop(void);

#endif
