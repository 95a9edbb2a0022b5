/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_CHART_H
#define VIEWS_CHART_H

#include "shell/app.h"
#include "widgets/number.h"

/*
 * Open a chart of a field over time: minimum, mean and maximum in each part of the time. The view
 * can show the records of a part, and zoom into it. If arg names no field, the chart shows the
 * field under the cursor if it is an amount, else the period. ERR_PARSE: counted_parse() rejects
 * arg.
 */
int chart_open(struct app *app, const char *arg, struct err *err);

/* Does the view have the action? */
bool view_chart_knows(enum action action);

extern const struct number view_chart_numbers[];
extern const struct view_words view_chart_words[];

#endif
