/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDS_LATER_H
#define RECORDS_LATER_H

#include <stdbool.h>

#include "term/action.h"

struct view_records;

/*
 * Keys that flag, mark or count from the record under the cursor, typed before the cursor has
 * reached its place.
 */

/* Store such a key. Returns false for other keys. */
bool records_later_add(struct view_records *v, const struct action_call *call);

/* Run the stored keys. Returns true if there were any. */
bool records_later_resume(struct view_records *v);

/* Report that the stored keys will not run. */
void records_later_drop(struct view_records *v);

#endif
