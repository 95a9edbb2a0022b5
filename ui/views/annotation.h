/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_ANNOTATION_H
#define VIEWS_ANNOTATION_H

#include "query/symbolizer.h"
#include "shell/app.h"

/*
 * Open the view of a function: its instructions and source lines, with the samples of one event at
 * each. arg is "SYMBOL [compare FILE] [where EXPR]"; a name with blanks is in quotes; EXPR is the
 * list's filter if it is missing. ERR_PARSE: the error has its place in arg.
 */
int annotation_open(struct app *app, const char *arg, struct err *err);

/*
 * Open the function at an address of a row, with the cursor on the address; for a caller's frame on
 * its call. If no function is known, show the instructions around it (views/code.h).
 */
void annotation_open_at(struct app *app, const struct row_info *row,
			const struct symbolizer_address *address);

/*
 * Open the function with a name of len bytes, with the list's filter. chains: count samples at the
 * calls of their stack, too.
 */
void annotation_open_name(struct app *app, const char *name, size_t len, bool chains);

/*
 * If a function is on top: add a column with the shares of its lines in another recording. False:
 * no function is on top.
 */
bool annotation_compare(struct app *app, const char *path);

#endif
