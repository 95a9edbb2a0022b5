/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_VIEW_PROBLEMS_H
#define TUI_VIEW_PROBLEMS_H

#include "tui/app.h"

/* What is wrong with the recording, a line each; from there to the record that tells it. */
void problems_open(struct app *app);

#endif
