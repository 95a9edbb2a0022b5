/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_FIELDARG_H
#define CLI_FIELDARG_H

#include "field/field.h"

/*
 * Get the fields of a list such as "pid,comm", at most max. Names that are no fields are reported.
 * The caller releases the n fields, also after an error.
 */
int fieldarg_parse(const char *list, struct field *fields, size_t max, size_t *n);
void fieldarg_release(struct field *fields, size_t n);

#endif
