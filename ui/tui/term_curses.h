/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_TERM_CURSES_H
#define TUI_TERM_CURSES_H

#include <stdbool.h>

#include "base/err.h"
#include "tui/term.h"

/*
 * The terminal of standard input and output, or /dev/tty where they are not one.
 * There can be one at a time. theme: the looks at first.
 */
int term_curses_open(struct term **out, const struct theme *theme, struct err *err);

/*
 * Put the terminal back in order from a signal handler, without curses; does
 * nothing when none is open. The program must end soon afterwards.
 */
void term_curses_rescue(void);

#endif
