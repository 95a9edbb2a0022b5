/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_ANNOTATION_H
#define VIEWS_ANNOTATION_H

#include "query/symbolizer.h"
#include "shell/app.h"

/*
 * Open the view of a function: its instructions and source lines, with the samples of one event at
 * each. arg is "SYMBOL [compare FILE] [where EXPR]". A name with blanks is in quotes. The default
 * EXPR is the list's filter. After ERR_PARSE, the offset of the error is in arg.
 */
int annotation_open(struct app *app, const char *arg, struct err *err);

/*
 * Open the function at an address of a row, with the cursor on the address. For the frame of a
 * caller, put the cursor on the call. If no function is known, show the instructions around the
 * address (views/code.h).
 */
void annotation_open_at(struct app *app, const struct row_info *row,
			const struct symbolizer_address *address);

/*
 * Open the function with a name of len bytes. chains: also count samples at the calls in their
 * stacks. more: "where EXPR", or "" for the list's filter.
 */
void annotation_open_name(struct app *app, const char *name, size_t len, bool chains,
			  const char *more);

/*
 * If the view of a function is on top, add a column with the shares of its lines in another
 * recording. False: another view is on top.
 */
bool annotation_compare(struct app *app, const char *path);

#endif
