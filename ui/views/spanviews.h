/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_SPANVIEWS_H
#define VIEWS_SPANVIEWS_H

#include "base/err.h"
#include "shell/app.h"

/*
 * Totals of the spans of the list by kind and name, "[KIND] [where EXPR]": how many, how many
 * failed, have no end or may lack records, how long they are. The cursor is where the longest is.
 * ERR_PARSE tells what is wrong, with its place in arg.
 */
int spanviews_table(struct app *app, const char *arg, struct err *err);

/*
 * A flame graph of the stacks with which threads went off their CPU, weighed by how long they were
 * away, "[blocked|runnable|STATE] [where EXPR]": blocked and runnable weigh by the time before and
 * after somebody woke them, a state (S, D, R+) is that of the threads.
 */
int spanviews_offcpu(struct app *app, const char *arg, struct err *err);

#endif
