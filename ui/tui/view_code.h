/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_VIEW_CODE_H
#define TUI_VIEW_CODE_H

#include "query/naming.h"
#include "tui/app.h"

/*
 * The instructions around an address of a row: those of its function, or from the address on. The
 * cursor is on the address.
 */
void code_open(struct app *app, const struct row_info *row, const struct naming_address *address);

#endif
