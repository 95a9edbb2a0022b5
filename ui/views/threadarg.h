/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_THREADARG_H
#define VIEWS_THREADARG_H

#include "recording/reader.h"
#include "shell/app.h"

/*
 * Parse "tid N" or "cpu N" at the beginning of arg, and append a condition for its records. *rest
 * points to the text after it. False: arg begins with something else, and nothing has changed.
 */
bool threadarg_parse(const char *arg, struct buf *condition, const char **rest);

/*
 * Append a condition for the thread, or the CPU, of the record under the list's cursor. If the
 * record has none, use the thread or CPU with the most samples near it. False: these samples have
 * none either.
 */
bool threadarg_of_record(const struct app *app, bool cpu, struct buf *condition);

/*
 * Find a sample of the thread, or the CPU, that has the most samples after a row, else before the
 * row. False: there is none near the row.
 */
bool threadarg_busiest(struct session *session, uint64_t row, bool cpu, struct row_info *info);

#endif
