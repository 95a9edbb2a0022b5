/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILTER_MACROS_H
#define FILTER_MACROS_H

#include "base/buf.h"
#include "base/err.h"
#include "base/vec.h"

/*
 * Named expressions with parameters: slow(n) has the body "weight > $1" (or "weight > $n"), and
 * "$slow(500)" uses it.
 */
enum {
	MACRO_PARAMETERS_MAX = 9
};

struct macro {
	char *name;
	char *parameters[MACRO_PARAMETERS_MAX];
	unsigned n;
	char *body;
};

struct macros {
	VEC(struct macro) list;
};

void macros_release(struct macros *macros);

/*
 * Define a macro from a line "slow(n) weight > $1"; it replaces one of the same name. Returns
 * ERR_PARSE with the column in err->offset. The body is checked when the macro is used.
 */
int macros_define(struct macros *macros, const char *line, struct err *err);

/* The macro of a name; NULL: there is none. macros can be NULL. Valid until the next definition. */
const struct macro *macros_find(const struct macros *macros, const char *name, size_t len);

/* Append the body with the macro->n arguments in place of its parameters. */
void macro_expand(const struct macro *macro, const char *const *arguments, struct buf *out);

#endif
