/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDS_RULES_H
#define RECORDS_RULES_H

#include "base/buf.h"
#include "base/err.h"
#include "base/vec.h"
#include "filter/eval.h"
#include "term/theme.h"

/*
 * The rules of :color: styles of lines that match a filter. If several rules match, the last one
 * applies. Each rule also has a sign, so it is visible without colours. Only the rows on the screen
 * are tested.
 */
struct rule {
	char *expr, *style; /* as typed */
	struct filter *filter;
	struct eval *eval; /* for the last reader; NULL: none yet */
	char sign;	   /* '\0': none */
	struct theme_look look;
	bool usual; /* a default rule */
};

struct rules {
	VEC(struct rule) list; /* at most THEME_OWN rules */
	struct reader *reader; /* the reader that the evals use */
};

/* Set the default rules. */
void rules_init(struct rules *rules);
void rules_release(struct rules *rules);

/*
 * Add a rule "EXPR STYLE". If a rule with this expression exists, change its style. The style is
 * the last word: red, bold, black,on-yellow, 208 or sign:x, or several of these joined by commas.
 * After an error, err->offset is a column.
 */
int rules_add(struct rules *rules, const char *text, struct err *err);

/* Remove rule i (< list.n). Or remove all rules. */
void rules_remove(struct rules *rules, size_t i);
void rules_clear(struct rules *rules);

/* Set the styles of the rules in a theme. */
void rules_theme(const struct rules *rules, struct theme *theme);

/* Return the index of the rule for a row, SIZE_MAX: none. Only for the reader's thread. */
size_t rules_find(struct rules *rules, struct reader *reader, const struct row_info *row);

/* Test rows again, because flags or notes have changed, or the reader was closed. */
void rules_forget(struct rules *rules);

#endif
