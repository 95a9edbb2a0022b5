/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_VIEW_THREADS_H
#define TUI_VIEW_THREADS_H

#include "tui/app.h"

/* The threads as a tree: who made whom, what is told of each, how many records it has. */
void threads_open(struct app *app);

#endif
