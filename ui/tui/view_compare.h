/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_VIEW_COMPARE_H
#define TUI_VIEW_COMPARE_H

#include "base/err.h"
#include "query/compare.h"
#include "tui/app.h"

/*
 * The recording beside another one: how they were made, events, rates, what was mapped, and how
 * many records of each have which values of some fields; aggregate: a number of them in place of
 * that (query/aggregate.h), or NULL; unit: what these numbers are. where: a filter of its own, "":
 * none.
 */
int compare_open(struct app *app, const char *path, const char *by, const char *aggregate,
		 enum compare_unit unit, const char *where, struct err *err);

#endif
