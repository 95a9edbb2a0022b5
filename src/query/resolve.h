/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_RESOLVE_H
#define QUERY_RESOLVE_H

#include "query/filter.h"

/*
 * The text of a filter with values in place of $f, bodies in place of macros, and
 * options of perf script as an expression. Of each stretch that was replaced it is known
 * where it was, so that a column of the result leads back.
 */
struct resolved {
	struct buf text;
	struct resolved_part {
		size_t at, len;	       /* in the result */
		size_t from, from_len; /* in what was typed */
	} part[64];
	size_t n;
};

int resolve_text(struct resolved *resolved, const char *text, const struct filter_context *context,
		 struct err *err);
void resolved_release(struct resolved *resolved);

/* Make the column in err one of the text that was typed. */
void resolved_column(const struct resolved *resolved, struct err *err);

#endif
