/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_FIELDARG_H
#define CLI_FIELDARG_H

#include "field/field.h"

/*
 * Parse a list of at most max fields, such as "pid,comm". Report names that are not fields. The
 * caller releases the n fields, also after an error.
 */
int fieldarg_parse(const char *list, struct field *fields, size_t max, size_t *n);
void fieldarg_release(struct field *fields, size_t n);

#endif
