/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_INFO_H
#define TUI_INFO_H

#include "tui/app.h"

/* Open a view of what the recording says about itself: the text of "perfnav info". */
void info_open(struct app *app);

#endif
