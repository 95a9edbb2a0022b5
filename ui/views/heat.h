/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_HEAT_H
#define VIEWS_HEAT_H

#include "shell/app.h"
#include "widgets/number.h"

/*
 * Open a map of the list's records over time, or of the sum of a field. Enter shows the records of
 * a cell. A column stands for a second (or another round time), which runs from the top down, so
 * periodic events draw a horizontal line. ERR_PARSE: counted_parse() rejects arg.
 */
int heat_open(struct app *app, const char *arg, struct err *err);
bool view_heat_knows(enum action action);

extern const struct number view_heat_numbers[];
extern const struct view_words view_heat_words[];

#endif
