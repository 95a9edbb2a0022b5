/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_SYMBOLARG_H
#define VIEWS_SYMBOLARG_H

#include "base/err.h"

/*
 * Parse the name of a function at the beginning of arg; a name with blanks is in quotes. The caller
 * frees *symbol, also after an error. *rest is what follows. ERR_PARSE: the error has its place in
 * arg.
 */
int symbolarg_parse(const char *arg, char **symbol, const char **rest, struct err *err);

#endif
