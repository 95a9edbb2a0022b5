/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDS_RULES_H
#define RECORDS_RULES_H

#include "base/buf.h"
#include "base/err.h"
#include "base/vec.h"
#include "filter/eval.h"
#include "term/theme.h"

/*
 * The look of lines that pass a filter: rules of :color. The last rule that fits counts. Each rule
 * has a sign, so that nothing depends on colours alone. Only rows on the screen are tested.
 */
struct rule {
	char *expr, *style; /* as typed */
	struct filter *filter;
	struct eval *eval; /* for the reader that was used last; NULL: none yet */
	char sign;	   /* '\0': none */
	struct theme_look look;
	bool usual; /* a default rule */
};

struct rules {
	VEC(struct rule) list; /* at most THEME_OWN rules */
	struct reader *reader; /* the reader of the evals */
};

/* Set the default rules. */
void rules_init(struct rules *rules);
void rules_release(struct rules *rules);

/*
 * Add a rule "EXPR STYLE", or give that expression another style. The style is the last word: red,
 * bold, black,on-yellow, 208, or sign:x, joined by commas. err->offset is a column.
 */
int rules_add(struct rules *rules, const char *text, struct err *err);

/* Remove rule i (< list.n), or all. */
void rules_remove(struct rules *rules, size_t i);
void rules_clear(struct rules *rules);

/* Set the looks as own styles of a theme. */
void rules_theme(const struct rules *rules, struct theme *theme);

/* The rule of a row, SIZE_MAX: none. Only for the reader's thread. */
size_t rules_find(struct rules *rules, struct reader *reader, const struct row_info *row);

/* Flags or notes have changed, or the reader is closed: test rows again. */
void rules_forget(struct rules *rules);

#endif
