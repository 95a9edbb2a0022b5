/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_VIEW_OPTIONS_H
#define TUI_VIEW_OPTIONS_H

#include "tui/app.h"

/* What :set sets, as a list to be changed in. */
void options_open(struct app *app);

#endif
