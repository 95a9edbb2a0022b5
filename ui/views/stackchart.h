/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_STACKCHART_H
#define VIEWS_STACKCHART_H

#include "base/err.h"
#include "shell/app.h"
#include "widgets/number.h"

/*
 * Open the samples of a thread or a CPU in time order, with stacks that grow downwards. arg: "[tid
 * N|cpu N] [where EXPR]". Without a number, show the thread of the record under the cursor.
 */
int stackchart_open(struct app *app, const char *arg, struct err *err);

/* Open the chart of a thread for records that pass the list's filter. */
void stackchart_open_thread(struct app *app, uint32_t pid, uint32_t tid);

bool view_stackchart_knows(enum action action);

extern const struct number view_stackchart_numbers[];
extern const struct view_words view_stackchart_words[];

#endif
