/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_VIEW_TREE_H
#define TUI_VIEW_TREE_H

#include "base/err.h"
#include "tui/app.h"

/*
 * The call tree of the samples of the list, down from the tasks or, with callers, up from the
 * innermost frames: "[by FIELD] [where EXPR]", see stackview.h.
 */
int tree_open(struct app *app, const char *arg, bool callers, struct err *err);

#endif
