/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDS_FILTER_H
#define RECORDS_FILTER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "term/action.h"

struct app;
struct view_records;

/* Handle ACTION_FILTER, _TOGGLE and _DROP. A count selects a condition by its number. */
void records_filter_key(struct view_records *v, const struct action_call *call);

/* Turn the filter off, or on again. */
void records_filter_escape(struct view_records *v);

/*
 * Add a condition on the field under the cursor: and, and not, only. Or show the name of the field.
 */
void records_filter_field(struct view_records *v, const struct action_call *call);
void records_around_key(struct view_records *v, const struct action_call *call);
void records_filter_count(struct view_records *v, const struct action_call *call);

/* Append the field under the cursor as a condition, or its name. Returns false if there is none. */
bool records_field_condition(struct view_records *v, struct buf *out);
bool records_field_name(struct app *app, struct buf *out);

/* Open the prompt for the filter, or for one condition (i < conditions.list.n). */
void records_filter_prompt(struct app *app);
void records_filter_edit(struct app *app, size_t i);

#endif
