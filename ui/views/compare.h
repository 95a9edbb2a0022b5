/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_COMPARE_H
#define VIEWS_COMPARE_H

#include "analysis/compare.h"
#include "base/err.h"
#include "shell/app.h"

/*
 * The recording beside another one: how they were made, events, rates, what was mapped, and how
 * many records of each have which values of some fields; aggregate: a number of them in place of
 * that (analysis/aggregate.h), or NULL; unit: what these numbers are. where: a filter of its own,
 * "": none.
 */
int compare_open(struct app *app, const char *path, const char *by, const char *aggregate,
		 enum compare_unit unit, const char *where, struct err *err);

#endif
