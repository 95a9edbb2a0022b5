/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_ANNOTATION_H
#define VIEWS_ANNOTATION_H

#include "query/symbolizer.h"
#include "shell/app.h"

/*
 * A function: its instructions and lines of source with the samples of one event at each. arg:
 * "SYMBOL [compare FILE] [where EXPR]", the name in quotes where it has blanks; EXPR is the filter
 * of the list where it is not given. ERR_PARSE, with the place in arg.
 */
int annotation_open(struct app *app, const char *arg, struct err *err);

/*
 * The function at an address of a row, with the cursor on it: of a frame that is a caller on its
 * call. Where no function is known, the instructions around it (views/code.h).
 */
void annotation_open_at(struct app *app, const struct row_info *row,
			const struct symbolizer_address *address);

/*
 * The same of a name of len bytes, with the filter of the list; chains: samples count at the calls
 * of their stack, too.
 */
void annotation_open_name(struct app *app, const char *name, size_t len, bool chains);

/*
 * Where a function is on top: a column with the shares of its lines in another recording. False:
 * none is.
 */
bool annotation_compare(struct app *app, const char *path);

#endif
