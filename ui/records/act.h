/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDS_ACT_H
#define RECORDS_ACT_H

#include <stdbool.h>

#include "term/action.h"

struct view;
struct view_records;

/*
 * The actions of the view of records (struct view_ops). Those of the focused pane come first. An
 * action for a record that the cursor has not reached yet is stored (records/later.h).
 */
bool records_act(struct view *view, const struct action_call *call);

/* Does the view, or any of its panes, have the action? */
bool view_records_knows(enum action action);

/* Flag the record under the cursor; set time zero to its time. */
void records_flag(struct view_records *v, const struct action_call *call);
void records_zero(struct view_records *v, const struct action_call *call);

#endif
