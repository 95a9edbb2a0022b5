/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TERM_TERM_CURSES_H
#define TERM_TERM_CURSES_H

#include <stdbool.h>

#include "base/err.h"
#include "term/term.h"

/*
 * Open the terminal of standard input and output, or /dev/tty if they are no terminal. Only one can
 * be open. Styles have no appearance until theme() is called for the first time. If the description
 * of $TERM is missing, *instead is the type whose description is used, else NULL.
 */
int term_curses_open(struct term **out, const char **instead, struct err *err);

#endif
