/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_LATENCY_H
#define VIEWS_LATENCY_H

#include "shell/app.h"
#include "widgets/number.h"

/*
 * Open a map of durations over time. Time runs to the right, and the logarithm of the duration
 * upwards. Each cell shows a number of records; Enter opens them. arg: "FIELD [where EXPR]"; the
 * field is a duration, such as span.dur.
 */
int latency_open(struct app *app, const char *arg, struct err *err);

/* Does an argument begin with such a field? */
bool latency_is_field(const char *arg);

bool view_latency_knows(enum action action);

extern const struct number view_latency_numbers[];
extern const struct view_words view_latency_words[];

#endif
