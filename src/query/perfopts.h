/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_PERFOPTS_H
#define QUERY_PERFOPTS_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"

/* Options of perf script, typed from habit where a filter is wanted. */

/* Does the line begin with an option? */
bool perfopts_is_line(const char *text);

/*
 * Append the expression that a line of options (--pid 4312 --time 10%-20% -C 0-3)
 * means. ERR_PARSE with the column.
 */
int perfopts_expression(const char *text, struct buf *out, struct err *err);

#endif
