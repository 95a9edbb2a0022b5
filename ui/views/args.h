/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_ARGS_H
#define VIEWS_ARGS_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"

struct app;

/*
 * Parts of the arguments of views. Each function that parses a part at the beginning sets *rest to
 * the text after it, without blanks.
 */

/*
 * The name of a function; a name with blanks is in quotes. The caller frees *symbol, also after an
 * error. ERR_PARSE: the error has its place in arg.
 */
int args_function(const char *arg, char **symbol, const char **rest, struct err *err);

/*
 * Check that a file begins as a recording does, so that the prompt can report an error. Pipes and
 * folders are not checked.
 */
int args_check_recording(const char *path, struct err *err);

/*
 * "compare FILE", at *rest. The caller frees *path. NULL: it is not there, and *rest has not
 * changed. ERR_PARSE: --secure forbids it. Other errors are those of args_check_recording().
 */
int args_compare(const struct app *app, const char **rest, char **path, struct err *err);

/*
 * "tid N" or "cpu N", whose condition is appended. False: arg begins with something else, and
 * nothing has changed.
 */
bool args_thread(const char *arg, struct buf *condition, const char **rest);

/* Append "where EXPR", the last part of an argument. Nothing is appended if the filter is "". */
void args_add_where(const char *filter, struct buf *out);

#endif
