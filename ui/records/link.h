/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDS_LINK_H
#define RECORDS_LINK_H

#include <stdbool.h>

#include "term/action.h"

struct view_records;

/* Enter: open the view of the field under the cursor. False: the field has none. */
bool records_link(struct view_records *v, const struct action_call *call);

/* Explain the field under the cursor. */
void records_explain(struct view_records *v, const struct action_call *call);

/* Show the instructions, or the lines of source, around the sample's address. */
void records_code(struct view_records *v, const struct action_call *call);
void records_source(struct view_records *v, const struct action_call *call);

#endif
