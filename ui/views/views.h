/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_VIEWS_H
#define VIEWS_VIEWS_H

#include <stddef.h>

#include "term/action.h"
#include "widgets/number.h"

struct app;
struct err;
struct table_ops;

/* Functions that open the views with keys. A view that is open already comes to the top. */
#define VIEW(id, name, keys, hint, open, help) void open(struct app *app);
#define VIEW_OF(id, name, keys, hint, open, help)                                                  \
	int open(struct app *app, const char *arg, struct err *err);
#include "views.def"

/* The tables. */
#define TABLE(name, ops) extern const struct table_ops ops;
#include "views.def"

/* The kinds of views by their names: those of struct view_ops without "the ". */
const char *views_name(size_t i); /* NULL after the last one */

/* The name as views_name() has it. NULL: no view has it. */
const char *views_find(const char *name);

/* Has kind i the action as its own? */
bool views_know(size_t i, enum action action);

/* Get number k that kind i shows. False: there are not so many. */
bool views_number(size_t i, size_t k, struct number *number);

/* The short name of a view on the screen. */
const char *views_short(const char *name);

#endif
