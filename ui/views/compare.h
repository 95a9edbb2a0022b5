/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_COMPARE_H
#define VIEWS_COMPARE_H

#include "analysis/compare.h"
#include "base/err.h"
#include "shell/app.h"

/*
 * Open a comparison with another recording: how both were made, events, rates, mapped files, and
 * how many records of each have which values of some fields. aggregate: a number of these records
 * in place of their count (analysis/aggregate.h), or NULL; unit is that of the number. where: a
 * filter for this view, "": none.
 */
int compare_open(struct app *app, const char *path, const char *by, const char *aggregate,
		 enum compare_unit unit, const char *where, struct err *err);

#endif
