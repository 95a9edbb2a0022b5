/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_VIEW_ANNOTATION_H
#define TUI_VIEW_ANNOTATION_H

#include "query/naming.h"
#include "tui/app.h"

/*
 * A function: its instructions and lines of source with the samples of one event at each. arg:
 * "SYMBOL [where EXPR]", the name in quotes where it has blanks; EXPR is the filter of the list
 * where it is not given. ERR_PARSE, with the place in arg.
 */
int annotation_open(struct app *app, const char *arg, struct err *err);

/*
 * The function at an address of a row, with the cursor on it: of a frame that is a caller on its
 * call. Where no function is known, the instructions around it (view_code.h).
 */
void annotation_open_at(struct app *app, const struct row_info *row,
			const struct naming_address *address);

/*
 * The same of a name of len bytes, with the filter of the list; chains: samples count at the calls
 * of their stack, too.
 */
void annotation_open_name(struct app *app, const char *name, size_t len, bool chains);

#endif
