/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_VIEW_BRANCHES_H
#define TUI_VIEW_BRANCHES_H

#include "tui/app.h"

/*
 * The branch stack of the record under the cursor, a branch a line, newest first or by any
 * column; Enter leads to the way that it tells. The cursor is on a branch.
 */
void branches_open(struct app *app, uint32_t branch);

#endif
