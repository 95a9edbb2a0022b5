/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_NUMBERS_H
#define VIEWS_NUMBERS_H

#include "base/buf.h"

/*
 * Append a table of all numbers in all views: view, number, unit, filter, event, and what is
 * counted.
 */
void numbers_add(struct buf *out);

#endif
