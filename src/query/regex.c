/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/regex.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdlib.h>

#include "base/mem.h"

enum {
	MATCH_LIMIT = 100000, /* steps of one match: about a millisecond */
	DEPTH_LIMIT = 1000,
	HEAP_LIMIT = 1024 /* KiB */
};

struct regex {
	pcre2_code *text;  /* NULL: the pattern is not UTF-8 */
	pcre2_code *bytes; /* for what is not UTF-8 */
};

struct regex_matcher {
	pcre2_match_data *data;
	pcre2_match_context *context;
};

static pcre2_code *compile(const char *pattern, size_t len, uint32_t options, int *number,
			   size_t *place)
{
	PCRE2_SIZE at = 0;
	pcre2_code *code = pcre2_compile((PCRE2_SPTR)pattern, len,
					 options | PCRE2_CASELESS | PCRE2_NEVER_BACKSLASH_C, number,
					 &at, NULL);

	*place = at;
	return code;
}

static bool is_utf8_error(int number)
{
	return number <= PCRE2_ERROR_UTF8_ERR1 && number >= PCRE2_ERROR_UTF8_ERR21;
}

struct regex *regex_compile(const char *pattern, size_t len, struct err *err)
{
	struct regex *regex = mem_zalloc(sizeof(*regex));
	int number = 0;
	size_t place;

	regex->text = compile(pattern, len, PCRE2_UTF, &number, &place);
	if (regex->text || is_utf8_error(number))
		regex->bytes = compile(pattern, len, PCRE2_NEVER_UTF, &number, &place);
	if (!regex->bytes) {
		PCRE2_UCHAR reason[160];

		if (pcre2_get_error_message(number, reason, sizeof(reason)) < 0)
			reason[0] = '\0';
		err_set_at(err, ERR_PARSE, place, "not a regular expression: %s",
			   (const char *)reason);
		regex_free(regex);
		return NULL;
	}
	return regex;
}

void regex_free(struct regex *regex)
{
	if (!regex)
		return;
	pcre2_code_free(regex->text);
	pcre2_code_free(regex->bytes);
	free(regex);
}

struct regex_matcher *regex_matcher_new(void)
{
	struct regex_matcher *m = mem_zalloc(sizeof(*m));

	m->data = pcre2_match_data_create(1, NULL);
	m->context = pcre2_match_context_create(NULL);
	if (m->context) {
		pcre2_set_match_limit(m->context, MATCH_LIMIT);
		pcre2_set_depth_limit(m->context, DEPTH_LIMIT);
		pcre2_set_heap_limit(m->context, HEAP_LIMIT);
	}
	return m;
}

void regex_matcher_free(struct regex_matcher *m)
{
	if (!m)
		return;
	pcre2_match_data_free(m->data);
	pcre2_match_context_free(m->context);
	free(m);
}

static int match(const pcre2_code *code, struct regex_matcher *m, const void *text, size_t len,
		 size_t from)
{
	return pcre2_match(code, len ? text : "", len, from, 0, m->data, m->context);
}

/* What pcre2_match() returns. */
static int match_from(const struct regex *regex, struct regex_matcher *m, const void *text,
		      size_t len, size_t from)
{
	int rc = PCRE2_ERROR_UTF8_ERR1;

	if (regex->text)
		rc = match(regex->text, m, text, len, from);
	if (is_utf8_error(rc))
		rc = match(regex->bytes, m, text, len, from);
	return rc;
}

enum regex_result regex_match(const struct regex *regex, struct regex_matcher *m, const void *text,
			      size_t len)
{
	int rc;

	/* cppcheck-suppress ctunullpointer ; tests for texts alone come without a matcher */
	if (!m->data || !m->context)
		return REGEX_GIVEN_UP;
	rc = match_from(regex, m, text, len, 0);
	if (rc >= 0)
		return REGEX_YES;
	return rc == PCRE2_ERROR_NOMATCH ? REGEX_NO : REGEX_GIVEN_UP;
}

bool regex_find(const struct regex *regex, struct regex_matcher *m, const char *text, size_t len,
		size_t from, size_t *begin, size_t *end)
{
	const PCRE2_SIZE *at;

	if (!m->data || !m->context || match_from(regex, m, text, len, from) < 0)
		return false;
	at = pcre2_get_ovector_pointer(m->data);
	*begin = at[0];
	*end = at[1];
	/* \K can put the beginning of a match behind its end. */
	return *begin <= *end && *end <= len;
}
