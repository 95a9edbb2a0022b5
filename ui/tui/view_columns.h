/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_VIEW_COLUMNS_H
#define TUI_VIEW_COLUMNS_H

#include "tui/app.h"

/*
 * The columns of the list, and the fields that could be: those of the record under the
 * cursor first. Enter takes one in or out.
 */
void columns_open(struct app *app);

#endif
