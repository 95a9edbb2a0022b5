/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDS_RULES_H
#define RECORDS_RULES_H

#include "base/buf.h"
#include "base/err.h"
#include "base/vec.h"
#include "filter/eval.h"
#include "term/theme.h"

/*
 * How lines of the list look that pass a filter: rules of :color, the last that fits counts. Each
 * has a sign besides, so that nothing is said by colour alone. Only rows on the screen are asked.
 */
struct rule {
	char *expr, *style; /* as they were typed */
	struct filter *filter;
	struct eval *eval; /* of the reader that was used last; NULL: none yet */
	char sign;	   /* '\0': none */
	struct theme_look look;
	bool usual; /* it was there at first */
};

struct rules {
	VEC(struct rule) list; /* at most THEME_OWN */
	struct reader *reader; /* that of the evals */
};

/* What stands out at first. */
void rules_init(struct rules *rules);
void rules_release(struct rules *rules);

/*
 * "EXPR STYLE": the style is the last word, such as red, bold, black,on-yellow, 208, or sign:x,
 * joined by commas. One more rule, or another style for that expression. err->offset is a column.
 */
int rules_add(struct rules *rules, const char *text, struct err *err);

/* Forget rule i (< list.n), or all. */
void rules_remove(struct rules *rules, size_t i);
void rules_clear(struct rules *rules);

/* The looks as own styles of a theme. */
void rules_theme(const struct rules *rules, struct theme *theme);

/* The rule of a row, SIZE_MAX: none. Of one thread, the reader's. */
size_t rules_find(struct rules *rules, struct reader *reader, const struct row_info *row);

/* What was noted has changed, or the reader goes: ask anew. */
void rules_forget(struct rules *rules);

#endif
