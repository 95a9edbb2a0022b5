/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDS_HINTS_H
#define RECORDS_HINTS_H

#include "term/action.h"

struct view;

/* What the bottom line offers in the view of records (struct view_ops). */

const char *records_hint(struct view *view, enum action action);
const enum action *records_hints(const struct view *view);

#endif
