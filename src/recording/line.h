/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_LINE_H
#define RECORDING_LINE_H

#include "recording/reader.h"

/*
 * Append what people see of a row in one line, escaped: number, time, CPU, pid, tid, name of
 * the task, event or type, summary, as far as it has them, with a blank between two.
 */
void line_text(struct reader *reader, const struct row_info *info, struct buf *out);

#endif
