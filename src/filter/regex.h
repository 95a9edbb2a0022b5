/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILTER_REGEX_H
#define FILTER_REGEX_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

/*
 * A regular expression of PCRE2. It ignores case unless it begins with (?-i). It matches characters
 * if the text is UTF-8, and otherwise bytes. Any number of threads may use one, each with its own
 * matcher. A match that takes too long gives up.
 */
struct regex;
struct regex_matcher;

/*
 * Returns NULL for an invalid pattern; err has the reason, and the place in the pattern in
 * err->offset.
 */
struct regex *regex_compile(const char *pattern, size_t len, struct err *err);
void regex_free(struct regex *regex);

/* A text that every match contains, and whether its case is ignored. NULL: none is known. */
const char *regex_literal(const struct regex *regex, size_t *len, bool *nocase);

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
 * Find the first match that begins at or after byte `from`, and set where it begins and ends. Only
 * lookbehinds of the pattern read the text before `from`.
 */
bool regex_find(const struct regex *regex, struct regex_matcher *matcher, const char *text,
		size_t len, size_t from, size_t *begin, size_t *end);

#endif
