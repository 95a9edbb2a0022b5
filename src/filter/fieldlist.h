/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILTER_FIELDLIST_H
#define FILTER_FIELDLIST_H

#include "base/err.h"
#include "field/field.h"

/*
 * Parse the fields that group rows: names with commas or blanks between them. A field can be made
 * coarser: addr & ~63, step(time, 10ms), log2(weight).
 *
 * At most max are stored in fields, which the caller releases, also after an error. ERR_PARSE: the
 * error has its place in the text.
 */
int fieldlist_parse(const char *text, struct field *fields, size_t max, size_t *n, struct err *err);

#endif
