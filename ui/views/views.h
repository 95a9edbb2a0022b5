/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_VIEWS_H
#define VIEWS_VIEWS_H

#include <stddef.h>

#include "term/action.h"
#include "widgets/number.h"

struct app;
struct table_ops;

/* The views that have keys are opened by these. One that is open already comes to the top. */
#define VIEW(id, name, keys, hint, open, help) void open(struct app *app);
#include "views.def"

/* What the tables are. */
#define TABLE(name, ops) extern const struct table_ops ops;
#include "views.def"

/* The kinds of views by their names, which are those of struct view_ops without "the ". */
const char *views_name(size_t i); /* NULL behind the last one */

/* The same name from views_name(); NULL: there is no such view. */
const char *views_find(const char *name);

/* Has kind i an action of its own? */
bool views_know(size_t i, enum action action);

/* Number k of those that kind i shows; false: there are no more. */
bool views_number(size_t i, size_t k, struct number *number);

/* The name of a view on the screen. */
const char *views_short(const char *name);

#endif
