/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_ARGS_H
#define VIEWS_ARGS_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"

/*
 * Parse parts at the beginning of the arguments of views. Each function sets *rest to the text
 * after its part, without blanks.
 */

/*
 * The name of a function; a name with blanks is in quotes. The caller frees *symbol, also after an
 * error. ERR_PARSE: the error has its place in arg.
 */
int args_function(const char *arg, char **symbol, const char **rest, struct err *err);

/*
 * "compare FILE", at *rest. Returns the path, which the caller frees. NULL: it is not there, and
 * *rest has not changed.
 */
char *args_compare(const char **rest);

/*
 * "tid N" or "cpu N", whose condition is appended. False: arg begins with something else, and
 * nothing has changed.
 */
bool args_thread(const char *arg, struct buf *condition, const char **rest);

#endif
