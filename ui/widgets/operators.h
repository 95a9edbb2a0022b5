/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_OPERATORS_H
#define WIDGETS_OPERATORS_H

#include <stdbool.h>
#include <stddef.h>

#include "wire/fields.h"

/* The operators of filters with their explanations. The parser has its own table. */
struct operator
{
	const char *text; /* as typed; "in {" with its brace */
	const char *help;
	unsigned kinds; /* kinds of fields that it accepts, OPERATOR_... */
};

enum {
	OPERATOR_TEXT = 1,   /* text and bytes */
	OPERATOR_NUMBER = 2, /* numbers that count or measure */
	OPERATOR_NAME = 4,   /* numbers with names */
	OPERATOR_LOGIC = 8   /* operators between conditions */
};

/* Return the i-th operator; NULL: there are no more. */
const struct operator* operator_at(size_t i);

/* Find an operator by its text of len bytes; NULL: there is none. */
const struct operator* operator_find(const char *text, size_t len);

/* Return the kind of a field. */
unsigned operator_kind(enum field_id field);

#endif
