/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDS_MARK_H
#define RECORDS_MARK_H

#include "term/action.h"

struct view_records;

/* Set a mark, or go to it. The marks A to Z can be in other recordings. */
void records_mark(struct view_records *v, const struct action_call *call);
void records_mark_go(struct view_records *v, const struct action_call *call);

#endif
