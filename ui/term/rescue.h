/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TERM_RESCUE_H
#define TERM_RESCUE_H

#include <stdbool.h>

/*
 * Restores the terminal if the program is killed. What it needs is prepared in advance, because a
 * signal handler can do little.
 */

/* Note the settings of the terminal, which nothing has changed yet. */
void rescue_begin(int fd);

/* Add a sequence that is sent to it, without delays for old terminals, such as "$<5>". */
void rescue_add(const char *text);

/* Does the terminal need to be restored? At first it does not. */
void rescue_arm(bool on);

/* Restore it, if it needs that. For a signal handler: the program must end soon afterwards. */
void rescue_run(void);

#endif
