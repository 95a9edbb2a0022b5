/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_CPU_H
#define VIEWS_CPU_H

#include "shell/app.h"

/*
 * Open the threads that were on the CPU of the record under the cursor, before and after it, one
 * after the other. arg is "[cpu N] [MS]": another CPU, another time before and after the record.
 * ERR_PARSE: it is not.
 */
int cpu_open(struct app *app, const char *arg, struct err *err);

#endif
