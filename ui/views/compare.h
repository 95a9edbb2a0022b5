/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_COMPARE_H
#define VIEWS_COMPARE_H

#include "analysis/compare.h"
#include "base/err.h"
#include "shell/app.h"

/*
 * Open a comparison with another recording: how both were made, their events, rates and mapped
 * files, and the number of records for each value of some fields. aggregate: a number to compare
 * instead of the number of records (analysis/aggregate.h), or NULL. unit: the unit of this number.
 * where: a filter for this view; "": none.
 */
int compare_open(struct app *app, const char *path, const char *by, const char *aggregate,
		 enum compare_unit unit, const char *where, struct err *err);

#endif
