/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_CHART_H
#define VIEWS_CHART_H

#include "shell/app.h"
#include "widgets/number.h"

/*
 * The numbers that the records of the list have in a field over time: of each stretch the least,
 * the greatest and the mean; from there to the records of a stretch, and into it. Where arg names
 * no field it is that under the cursor of the records, if it says how much, else the period.
 * ERR_PARSE: arg is not what weighing_parse() reads.
 */
int chart_open(struct app *app, const char *arg, struct err *err);

/* The actions of its own. */
bool view_chart_knows(enum action action);

extern const struct number view_chart_numbers[];

#endif
