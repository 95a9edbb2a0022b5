/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_FUNCTIONS_H
#define QUERY_FUNCTIONS_H

#include "query/parse.h"

/*
 * The functions of filters, a row each: their names, their help, what makes a node of one.
 * The parser, completion and help take them from here.
 */
struct function {
	const char *name;
	const char *help; /* one line, with an example */
	/*
	 * The node of a call at pos, which takes over the value between the parentheses. NULL: the
	 * value is none for it, the error is set and the value freed.
	 */
	struct node *(*make)(struct parser *p, struct node *inner, size_t pos);
};

/* The i-th of them, NULL: there are no more. */
const struct function *function_at(size_t i);

/* The function of a name, NULL: there is none. */
const struct function *function_find(const char *name);

#endif
