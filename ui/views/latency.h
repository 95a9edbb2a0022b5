/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_LATENCY_H
#define VIEWS_LATENCY_H

#include "shell/app.h"
#include "widgets/number.h"

/*
 * How long something took over time, as a map: time across, the logarithm of the duration upwards,
 * how many records in each cell; from there to them. Of a field that is a duration, such as
 * span.dur: "FIELD [where EXPR]".
 */
int latency_open(struct app *app, const char *arg, struct err *err);

/* Does an argument begin with such a field? */
bool latency_is_field(const char *arg);

bool view_latency_knows(enum action action);

extern const struct number view_latency_numbers[];

#endif
