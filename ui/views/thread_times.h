/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_THREAD_TIMES_H
#define VIEWS_THREAD_TIMES_H

#include "shell/app.h"
#include "widgets/number.h"

/*
 * Open the threads of the list over time: a row for each thread, whose cells show how much of their
 * time it was on a CPU. arg is "[where EXPR]"; ERR_PARSE: it is not.
 */
int thread_times_open(struct app *app, const char *arg, struct err *err);

/* Does the view have the action? */
bool view_thread_times_knows(enum action action);

extern const struct number view_thread_times_numbers[];
extern const struct view_words view_thread_times_words[];

#endif
