/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_VIEW_MARKS_H
#define TUI_VIEW_MARKS_H

#include "tui/app.h"

/* The marks, and the records that are flagged or have a note. */
void marks_open_view(struct app *app);

#endif
