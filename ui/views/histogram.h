/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_HISTOGRAM_H
#define VIEWS_HISTOGRAM_H

#include "shell/app.h"
#include "widgets/number.h"

/*
 * Open a bar chart of the number of the list's records over time, or of the sum of a field. The
 * view can show the records of a part of the time, and zoom into it. ERR_PARSE: counted_parse()
 * rejects arg.
 */
int histogram_open(struct app *app, const char *arg, struct err *err);

/* Does the view have the action? */
bool view_histogram_knows(enum action action);

extern const struct number view_histogram_numbers[];
extern const struct view_words view_histogram_words[];

#endif
