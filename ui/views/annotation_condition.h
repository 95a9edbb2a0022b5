/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_ANNOTATION_CONDITION_H
#define VIEWS_ANNOTATION_CONDITION_H

#include "views/annotation_lines.h"

/*
 * Append the condition of a filter for the samples at the instructions of a line in a function.
 * chains: also for those whose stack has a call there.
 */
void annotation_condition_add(const struct annotation_line *line, const char *symbol, bool chains,
			      struct buf *out);

#endif
