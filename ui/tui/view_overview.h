/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_VIEW_OVERVIEW_H
#define TUI_VIEW_OVERVIEW_H

#include "tui/app.h"

/*
 * The recording on one screen: how it was made, its events over time, the busiest threads and
 * functions, problems, and what can be asked of it. Each line opens what it is about. The lines are
 * filled in while the index is built.
 */
void overview_open(struct app *app);

bool overview_is(const struct view *view);

#endif
