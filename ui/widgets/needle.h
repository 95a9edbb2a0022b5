/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_NEEDLE_H
#define WIDGETS_NEEDLE_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"
#include "term/surface.h"

/*
 * The text of a search with ACTION_FIND: a plain text, or "~RE", a regular expression. Case matters
 * only if the text has an upper case letter. A zeroed needle is empty.
 */
struct needle {
	char *typed;	     /* NULL: none */
	bool regular, exact; /* "~RE"; case matters */
	bool marked;	     /* highlight its matches */
	struct regex *regex;
	struct regex_matcher *matcher;
};

/* Its notation, for the line below a prompt and for the help of a prompt. */
#define NEEDLE_NOTE "a capital letter: case matters; ~RE: regex"
#define NEEDLE_ABOUT                                                                               \
	"  Scanner      a capital letter: case matters\n"                                          \
	"  ~read|write  a regular expression\n"

/*
 * Set the needle. On an error in the regular expression, err has its column in typed, and the
 * needle is unchanged.
 */
int needle_set(struct needle *needle, const char *typed, struct err *err);
void needle_release(struct needle *needle);

bool needle_matches(const struct needle *needle, const char *text, size_t len);

/*
 * Append the end of a filter condition that matches values with the needle: " contains ..." or " =~
 * ...".
 */
void needle_condition(const struct needle *needle, struct buf *out);

/* Append a regular expression that matches only this text. */
void needle_add_quoted(const char *text, struct buf *out);

/*
 * Append a description of the search, escaped: "text" (any case). If the text looks like a regular
 * expression, the description says how to search for one.
 */
void needle_say(const struct needle *needle, struct buf *out);

/* Highlight the matches on a surface, line by line. */
void needle_mark(const struct needle *needle, const struct surface *s);

#endif
