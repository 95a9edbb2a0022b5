/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_TREE_H
#define VIEWS_TREE_H

#include "base/err.h"
#include "shell/app.h"

/*
 * Open the call tree of the list's samples. It begins at the tasks or, with callers, at the
 * innermost frames. arg: "[by FIELD] [where EXPR]", see stack_view.h.
 */
int tree_open(struct app *app, const char *arg, bool callers, struct err *err);

#endif
