/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_SANDWICH_H
#define VIEWS_SANDWICH_H

#include "base/err.h"
#include "shell/app.h"
#include "widgets/number.h"

/*
 * A function between its callers and its callees: "[SYMBOL] [by FIELD] [where EXPR]", the name in
 * quotes where it has blanks. Without a name it is the function of the record under the cursor,
 * else the one that most samples are in.
 */
int sandwich_open(struct app *app, const char *arg, struct err *err);

/*
 * The sandwich of a name of len bytes. more: what else sandwich_open() reads, "": the filter of the
 * list.
 */
void sandwich_open_name(struct app *app, const char *name, size_t len, const char *more);

bool view_sandwich_knows(enum action action);

extern const struct number view_sandwich_numbers[];

#endif
