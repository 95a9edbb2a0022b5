/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDS_COPY_H
#define RECORDS_COPY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"
#include "term/action.h"

struct app;
struct view_records;

/* Handle ACTION_COPY_*. */
void records_copy(struct view_records *v, const struct action_call *call);

/*
 * Copy something by name, such as "line", "field" or "json". The second function returns the i-th
 * name; NULL after the last one.
 */
int records_copy_what(struct app *app, const char *what, struct err *err);
const char *records_copy_name(size_t i);

/* Append the record under the cursor in the form of print. Returns false if there is none. */
bool records_line(struct app *app, struct buf *out);

#endif
