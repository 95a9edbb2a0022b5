/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_TREE_H
#define VIEWS_TREE_H

#include "base/err.h"
#include "shell/app.h"

/*
 * The call tree of the samples of the list, down from the tasks or, with callers, up from the
 * innermost frames: "[by FIELD] [where EXPR]", see stackview.h.
 */
int tree_open(struct app *app, const char *arg, bool callers, struct err *err);

#endif
