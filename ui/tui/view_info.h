/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_VIEW_INFO_H
#define TUI_VIEW_INFO_H

#include "tui/app.h"

/*
 * Open a view of what the recording says about itself: the text of "perfnav info", whose
 * sections, events and features unfold. Where it is on top it is closed.
 */
void info_open(struct app *app);

/* The same, where one is open it comes to the top. */
void info_show(struct app *app);

#endif
