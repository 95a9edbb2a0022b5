/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_FLAME_H
#define VIEWS_FLAME_H

#include "base/err.h"
#include "shell/app.h"
#include "widgets/number.h"

/*
 * Open a flame graph of the stacks of the list's samples. arg: "[by FIELD] [where EXPR]", see
 * stackview.h.
 */
int flame_open(struct app *app, const char *arg, struct err *err);

bool view_flame_knows(enum action action);

extern const struct number view_flame_numbers[];

#endif
