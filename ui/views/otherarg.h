/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_OTHERARG_H
#define VIEWS_OTHERARG_H

/*
 * Parse "compare FILE" at the beginning of *rest, and move *rest after it. Returns the path, which
 * the caller frees. NULL: it is not there.
 */
char *otherarg_parse(const char **rest);

#endif
