/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_FIELDARG_H
#define CLI_FIELDARG_H

#include "field/field.h"

/* field_list_parse() of an option's argument. Reports an error. Returns an exit status. */
int fieldarg_parse(const char *list, struct field *fields, size_t max, size_t *n);

#endif
