/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_CHART_H
#define VIEWS_CHART_H

#include "shell/app.h"
#include "widgets/number.h"

/*
 * Open a chart of a field's numbers over time: the least, the greatest and the mean of each part of
 * the time, with ways to the records of a part, and into it. If arg names no field, it is the field
 * under the cursor if that is an amount, else the period. ERR_PARSE: arg is not what
 * weighing_parse() reads.
 */
int chart_open(struct app *app, const char *arg, struct err *err);

/* Does the view have the action? */
bool view_chart_knows(enum action action);

extern const struct number view_chart_numbers[];

#endif
