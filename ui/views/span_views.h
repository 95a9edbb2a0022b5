/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_SPAN_VIEWS_H
#define VIEWS_SPAN_VIEWS_H

#include "base/err.h"
#include "shell/app.h"
#include "spans/spanpair.h"

/*
 * Open totals of the list's spans by kind and name: how many there are, how many failed, have no
 * end or may lack records, and how long they are. arg: "[KIND] [where EXPR]". The cursor is on the
 * longest that is certain. ERR_PARSE: the error has its place in arg.
 */
int span_views_table(struct app *app, const char *arg, struct err *err);

/* Warn if the definition of a pair names an event, a type or a task that does not occur. */
void span_views_warn(struct app *app, const struct spanpair *pair);

/*
 * Open a flame graph of the stacks with which threads left their CPU, weighed by how long they were
 * away. arg: "[blocked|runnable|waker|unfinished|STATE] [where EXPR]". blocked and runnable weigh
 * by the time before and after a wakeup, waker puts the stack of the record that wakes the thread
 * on top of blocked; unfinished selects the waits without an end, by how long they lasted at least;
 * STATE (S, D, R+) selects threads in that state.
 */
int span_views_offcpu(struct app *app, const char *arg, struct err *err);

/*
 * Is a filter that of :offcpu, weighed by a field? Returns what else it asks for, which may be "";
 * NULL: it is another filter.
 */
const char *span_views_offcpu_rest(const char *where, const char *field);

#endif
