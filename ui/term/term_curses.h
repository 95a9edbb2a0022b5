/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TERM_TERM_CURSES_H
#define TERM_TERM_CURSES_H

#include <stdbool.h>

#include "base/err.h"
#include "term/term.h"

/*
 * The terminal of standard input and output, or /dev/tty where they are not one.
 * There can be one at a time. It has no looks before the first theme(). *instead is the type whose
 * description is used because that of $TERM is missing, else NULL.
 */
int term_curses_open(struct term **out, const char **instead, struct err *err);

/*
 * Restore the terminal from a signal handler, without curses; does nothing if none is open. The
 * program must end soon afterwards.
 */
void term_curses_rescue(void);

#endif
