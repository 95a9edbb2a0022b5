/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_VIEW_FILTERS_H
#define TUI_VIEW_FILTERS_H

#include "tui/app.h"

/* The conditions of the filter, a line each, to be turned off and on, changed and dropped. */
void filters_open(struct app *app);

#endif
