/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_VIEW_MEMORY_H
#define TUI_VIEW_MEMORY_H

#include "tui/app.h"

/*
 * The memory access of the record under the cursor: where the data came from, in words, how long
 * it took, which address it was.
 */
void memory_open(struct app *app);

#endif
