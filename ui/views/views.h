/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_VIEWS_H
#define VIEWS_VIEWS_H

#include <stddef.h>

#include "term/action.h"
#include "widgets/number.h"

struct app;
struct err;
struct table_ops;

/*
 * Functions that open the views that have keys. If such a view is already open, it moves to the
 * top.
 */
#define VIEW(id, name, keys, hint, open, help) void open(struct app *app);
#define VIEW_OF(id, name, keys, hint, open, help)                                                  \
	int open(struct app *app, const char *arg, struct err *err);
#include "views.def"

/* The tables. */
#define TABLE(name, ops) extern const struct table_ops ops;
#include "views.def"

/* The names of the kinds of views: the names in struct view_ops without their article ("the"). */
const char *views_name(size_t i); /* NULL after the last one */

/* Return the same name as views_name(). NULL: no view has this name. */
const char *views_find(const char *name);

/* The action that opens a view of this name; ACTION_NONE: no key opens such views. */
enum action views_action(const char *name);

/* Does kind i have the action, and not only the keys of all views? */
bool views_know(size_t i, enum action action);

/* The help of an action that has another effect in view i than in most views; NULL: it has not. */
const char *views_help(size_t i, enum action action);

/* Get number k of kind i. False: kind i has fewer numbers. */
bool views_number(size_t i, size_t k, struct number *number);

/* The short name of a view for the screen. */
const char *views_short(const char *name);

#endif
