/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TERM_WRAP_H
#define TERM_WRAP_H

#include "base/buf.h"

/*
 * Append text with its lines broken at blanks so that each has at most cols columns. What follows
 * on the next line is indented as the last column of the first one is: columns are two or more
 * blanks apart. A word longer than a line is broken where the line ends.
 */
void wrap_text(const char *text, int cols, struct buf *out);

/* The same for one line of len bytes. */
void wrap_line(const char *line, size_t len, int cols, struct buf *out);

#endif
