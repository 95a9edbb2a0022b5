/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TERM_WRAP_H
#define TERM_WRAP_H

#include "base/buf.h"

/*
 * Append text with lines broken at blanks, so that each has at most cols columns. Continuation
 * lines are indented like the last column of the first line; columns are separated by two or more
 * blanks. A word that is longer than a line is broken after a bar (|), or at the end of the line.
 */
void wrap_text(const char *text, int cols, struct buf *out);

/* The number of lines of wrapped text. */
int wrap_rows(const struct buf *wrapped);

/* Wrap one line of len bytes in the same way. */
void wrap_line(const char *line, size_t len, int cols, struct buf *out);

#endif
