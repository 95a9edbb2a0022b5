/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_REGEX_H
#define QUERY_REGEX_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

/*
 * A regular expression of PCRE2: without case unless it begins with (?-i); on characters
 * where the text is UTF-8, else on bytes. Any number of threads may use one, each with a
 * matcher of its own. A match gives up where it would take too long.
 */
struct regex;
struct regex_matcher;

/* NULL: it is none; err has why, and the place in the pattern in err->offset. */
struct regex *regex_compile(const char *pattern, size_t len, struct err *err);
void regex_free(struct regex *regex);

struct regex_matcher *regex_matcher_new(void);
void regex_matcher_free(struct regex_matcher *matcher);

enum regex_result {
	REGEX_NO,
	REGEX_YES,
	REGEX_GIVEN_UP
};

enum regex_result regex_match(const struct regex *regex, struct regex_matcher *matcher,
			      const void *text, size_t len);

/*
 * The first match that begins at byte from or behind it: where it begins and ends. What was looked
 * at before a place is not looked at again, but for what a pattern asks of the text before it.
 */
bool regex_find(const struct regex *regex, struct regex_matcher *matcher, const char *text,
		size_t len, size_t from, size_t *begin, size_t *end);

#endif
