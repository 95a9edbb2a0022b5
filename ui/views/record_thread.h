/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_RECORD_THREAD_H
#define VIEWS_RECORD_THREAD_H

#include "recording/reader.h"
#include "shell/app.h"

/* The thread, or the CPU, that a view shows for a record. */

/*
 * Append a condition for the thread, or the CPU, of the record under the list's cursor. If the
 * record has none, use the thread or CPU with the most samples near it. False: these samples have
 * none either.
 */
bool record_thread_condition(const struct app *app, bool cpu, struct buf *condition);

/*
 * Find a sample of the thread, or the CPU, that has the most samples after a row, else before the
 * row. False: there is none near the row.
 */
bool record_thread_busiest(struct session *session, uint64_t row, bool cpu, struct row_info *info);

#endif
