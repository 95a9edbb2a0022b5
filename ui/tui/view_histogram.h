/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_VIEW_HISTOGRAM_H
#define TUI_VIEW_HISTOGRAM_H

#include "tui/app.h"

/*
 * How many records of the list there are over time, as bars; from there to the records of a
 * stretch of time, and into it.
 */
void histogram_open(struct app *app);

/* The actions of its own. */
bool view_histogram_knows(enum action action);

#endif
