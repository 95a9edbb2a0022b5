/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILTER_PERFOPTS_H
#define FILTER_PERFOPTS_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"

/* Options of perf script, as users type them by habit in place of a filter. */

/* Does the line begin with an option? */
bool perfopts_is_line(const char *text);

/*
 * Append the expression that a line of options (--pid 4312 --time 10%-20% -C 0-3) means. Returns
 * ERR_PARSE with the column.
 */
int perfopts_expression(const char *text, struct buf *out, struct err *err);

#endif
