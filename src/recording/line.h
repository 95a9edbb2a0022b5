/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_LINE_H
#define RECORDING_LINE_H

#include "base/shape.h"
#include "recording/reader.h"

/*
 * Append the line of a row as lists show it, escaped: number, time, CPU, pid, tid, task name, event
 * or type, and summary, those that it has, separated by blanks.
 */
void line_text(struct reader *reader, const struct row_info *info, struct buf *out);

/*
 * Append the shape (base/shape.h) of the second part of a line, after the task name, for the rows
 * of a kind. The part before the name has only numbers. For strings and raw see
 * reader_summary_shape().
 */
void line_shape(struct reader *reader, const struct row_info *info, const struct buf *strings,
		struct shape *shape, size_t *raw);

#endif
