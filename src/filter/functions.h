/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILTER_FUNCTIONS_H
#define FILTER_FUNCTIONS_H

#include "filter/parse.h"

/*
 * The functions of filters, one row each: name, help, and the function that makes the node of a
 * call. The parser, completion and help use this table.
 */
struct function {
	const char *name;
	const char *help; /* one line, with an example */
	/*
	 * Makes the node of a call at pos and takes over inner, the value between the parentheses.
	 * Returns NULL if the value is not suitable; then the error is set and the value freed.
	 */
	struct node *(*make)(struct parser *p, struct node *inner, size_t pos);
};

/* The i-th function; NULL: there are no more. */
const struct function *function_at(size_t i);

/* The function with a name; NULL: there is none. */
const struct function *function_find(const char *name);

#endif
