/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_NUMBERS_H
#define VIEWS_NUMBERS_H

#include <stdbool.h>

#include "base/buf.h"

/*
 * Append a table of all numbers in all views: view, number, unit, filter, event, and what is
 * counted.
 */
void numbers_add(struct buf *out);

/* Append the same for a screen of any width: the numbers of each view below its name. */
void numbers_add_by_view(struct buf *out);

/* Append a line about the number of a view with this name. False: the view has none. */
bool numbers_add_one(const char *view, const char *name, struct buf *out);

#endif
