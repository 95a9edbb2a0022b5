/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_HEAT_H
#define VIEWS_HEAT_H

#include "shell/app.h"
#include "widgets/number.h"

/*
 * The records of the list over time as a map, or the sum of a field: a column is a second (or
 * another round time), read from the top down, and what comes again in each second makes a line
 * across. From there to the records of a cell. ERR_PARSE: arg is not what weighing_parse() reads.
 */
int heat_open(struct app *app, const char *arg, struct err *err);
bool view_heat_knows(enum action action);

extern const struct number view_heat_numbers[];

#endif
