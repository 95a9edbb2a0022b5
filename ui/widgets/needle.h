/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_NEEDLE_H
#define WIDGETS_NEEDLE_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"
#include "term/surface.h"

/*
 * What somebody looks for with ACTION_FIND: a text as it is, or "~RE", a regular expression. Upper
 * case letters count where there are any; else case is ignored. A zeroed one is none.
 */
struct needle {
	char *typed;	     /* NULL: none */
	bool regular, exact; /* "~RE"; case counts */
	bool marked;	     /* its matches are to be shown */
	struct regex *regex;
	struct regex_matcher *matcher;
};

#define NEEDLE_NOTE "a capital: case counts; ~RE: regular expression"

/* The column of a mistake in a regular expression is that of typed; the needle stays then. */
int needle_set(struct needle *needle, const char *typed, struct err *err);
void needle_release(struct needle *needle);

bool needle_matches(const struct needle *needle, const char *text, size_t len);

/* Append the condition of a filter that a value has it, " contains ..." or " =~ ...". */
void needle_condition(const struct needle *needle, struct buf *out);

/* Append a text as a regular expression that matches it alone. */
void needle_add_quoted(const char *text, struct buf *out);

/* Append what is looked for and how, escaped: "text" (any case). */
void needle_say(const struct needle *needle, struct buf *out);

/* Highlight its matches in what a surface shows, line by line. */
void needle_mark(const struct needle *needle, const struct surface *s);

#endif
