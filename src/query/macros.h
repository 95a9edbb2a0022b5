/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_MACROS_H
#define QUERY_MACROS_H

#include "base/buf.h"
#include "base/err.h"
#include "base/vec.h"

/*
 * Named expressions with parameters: slow(n) with the body weight > $1 (or $n), which
 * $slow(500) uses.
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
 * Define by a line "slow(n) weight > $1"; one of the same name is replaced. ERR_PARSE with
 * the column in err->offset. The body is looked at where it is used.
 */
int macros_define(struct macros *macros, const char *line, struct err *err);

/* NULL: there is none. */
const struct macro *macros_find(const struct macros *macros, const char *name, size_t len);

/* Append the body with the arguments (macro->n of them) in place of its parameters. */
void macro_expand(const struct macro *macro, const char *const *arguments, struct buf *out);

#endif
