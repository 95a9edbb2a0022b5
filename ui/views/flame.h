/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_FLAME_H
#define VIEWS_FLAME_H

#include "base/err.h"
#include "shell/app.h"
#include "widgets/number.h"

/*
 * Open a flame graph of the stacks of the list's samples. arg: "[compare FILE] [by FIELD] [where
 * EXPR]", see stack_view.h.
 */
int flame_open(struct app *app, const char *arg, struct err *err);

/* The same, compared with the recording at a path. arg has no "compare FILE". */
int flame_open_beside(struct app *app, const char *arg, const char *path, struct err *err);

/* Compare the flame graph on top with the recording at a path. False: another view is on top. */
bool flame_compare(struct app *app, const char *path);

/*
 * The same as flame_open() for off-CPU spans. The stacks of the records that wake the threads are
 * on top.
 */
int flame_open_wakers(struct app *app, const char *arg, struct err *err);

bool view_flame_knows(enum action action);

extern const struct number view_flame_numbers[];
extern const struct view_words view_flame_words[];

#endif
