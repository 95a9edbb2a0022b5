/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_OPERATORS_H
#define WIDGETS_OPERATORS_H

#include <stdbool.h>
#include <stddef.h>

#include "wire/words.h"

/* The operators of filters as they are explained; the parser has its own table. */
struct operator
{
	const char *text; /* as it is typed, "in {" with its brace */
	const char *help;
	unsigned kinds; /* of fields that it is for, OPERATOR_... */
};

enum {
	OPERATOR_TEXT = 1,   /* text and bytes */
	OPERATOR_NUMBER = 2, /* numbers that are counted or measured, */
	OPERATOR_NAME = 4,   /* that have names, */
	OPERATOR_LOGIC = 8   /* and what stands between conditions */
};

/* The i-th of them, NULL: there are no more. */
const struct operator* operator_at(size_t i);

/* One by its text, len bytes; NULL: there is none. */
const struct operator* operator_find(const char *text, size_t len);

/* What a field is, of these kinds. */
unsigned operator_kind(enum word word);

#endif
