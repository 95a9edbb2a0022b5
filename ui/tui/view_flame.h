/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_VIEW_FLAME_H
#define TUI_VIEW_FLAME_H

#include "base/err.h"
#include "tui/app.h"
#include "tui/number.h"

/*
 * The stacks of the samples of the list as a flame graph: "[by FIELD] [where EXPR]", see
 * stackview.h.
 */
int flame_open(struct app *app, const char *arg, struct err *err);

bool view_flame_knows(enum action action);

extern const struct number view_flame_numbers[];

#endif
