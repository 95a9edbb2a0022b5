/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_SANDWICH_H
#define VIEWS_SANDWICH_H

#include "base/err.h"
#include "shell/app.h"
#include "widgets/number.h"

/*
 * Open a view of a function between its callers and its callees. arg: "[SYMBOL] [by FIELD] [where
 * EXPR]". A name with blanks is in quotes. Without a name, show the function of the record under
 * the cursor, else the function with the most samples.
 */
int sandwich_open(struct app *app, const char *arg, struct err *err);

/*
 * Open the view for the function with a name of len bytes. more: the other arguments of
 * sandwich_open(); "": the list's filter.
 */
void sandwich_open_name(struct app *app, const char *name, size_t len, const char *more);

bool view_sandwich_knows(enum action action);

extern const struct number view_sandwich_numbers[];
extern const struct view_words view_sandwich_words[];

#endif
