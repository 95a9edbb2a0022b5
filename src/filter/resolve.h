/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILTER_RESOLVE_H
#define FILTER_RESOLVE_H

#include "filter/filter.h"

/*
 * The text of a filter with values in place of $f, bodies in place of macros, and options of perf
 * script as an expression. The place of each replacement is kept, so that a column of the result
 * can be converted to one of the typed text.
 */
struct resolved {
	struct buf text;
	struct resolved_part {
		size_t at, len;	       /* in the result */
		size_t from, from_len; /* in the typed text */
	} part[64];
	size_t n;
};

int resolve_text(struct resolved *resolved, const char *text, const struct filter_context *context,
		 struct err *err);
void resolved_release(struct resolved *resolved);

/* Convert the column in err to one of the typed text. */
void resolved_column(const struct resolved *resolved, struct err *err);

#endif
