/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter/regex.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <ctype.h>
#include <pcre2.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"

enum {
	MATCH_LIMIT = 100000, /* steps of one match: about a millisecond */
	DEPTH_LIMIT = 1000,
	HEAP_LIMIT = 1024 /* KiB */
};

struct regex {
	pcre2_code *text;   /* NULL: the pattern is not UTF-8 */
	pcre2_code *bytes;  /* for texts that are not UTF-8 */
	struct buf literal; /* see regex_literal() */
	bool exact;
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

/* ---- a literal ---- */

/* Runs of characters that stand for themselves; the longest run counts. */
struct runs {
	struct buf run, *longest;
};

static void end_run(struct runs *r)
{
	if (r->run.len > r->longest->len) {
		buf_reset(r->longest);
		buf_add(r->longest, r->run.p, r->run.len);
	}
	buf_reset(&r->run);
}

/* The last character is optional if "*" or "?" follows. */
static void drop_last(struct runs *r)
{
	while (r->run.len && ((unsigned char)r->run.p[r->run.len - 1] & 0xc0) == 0x80)
		buf_truncate(&r->run, r->run.len - 1);
	if (r->run.len)
		buf_truncate(&r->run, r->run.len - 1);
	end_run(r);
}

/* The character after a backslash. Returns false if it can be more than one character. */
static bool take_escaped(struct runs *r, const char **p, const char *end)
{
	char c = *(*p)++;

	if (c == 'Q') {
		for (; *p < end && !(end - *p >= 2 && !memcmp(*p, "\\E", 2)); (*p)++)
			buf_addc(&r->run, **p);
		*p += *p < end ? 2 : 0;
		return true;
	}
	if (c == 'E')
		return true;
	if (strchr("dDwWsSbB", c)) {
		end_run(r);
		return c;
	}
	buf_addc(&r->run, c);
	return !isalnum((unsigned char)c) && !((unsigned char)c & 0x80);
}

static bool take_character(struct runs *r, const char **p, const char *end)
{
	char c = *(*p)++;

	switch (c) {
	case '\\':
		return *p < end && take_escaped(r, p, end);
	case '\0':
	case '(':
	case ')':
	case '[':
	case '{':
	case '|':
		return false;
	case '*':
	case '?':
		drop_last(r);
		return true;
	case '+':
	case '.':
	case '^':
	case '$':
		end_run(r);
		return true;
	default:
		buf_addc(&r->run, c);
		return true;
	}
}

static void find_literal(struct regex *regex, const char *pattern, size_t len)
{
	static const char exact[] = "(?-i)";
	struct runs r = { .run = BUF_INIT, .longest = &regex->literal };
	const char *p = pattern, *end = pattern + len;
	bool known = true;

	regex->exact = len >= strlen(exact) && !memcmp(p, exact, strlen(exact));
	if (regex->exact)
		p += strlen(exact);
	while (known && p < end)
		known = take_character(&r, &p, end);
	end_run(&r);
	if (!known)
		buf_reset(&regex->literal);
	buf_release(&r.run);
}

const char *regex_literal(const struct regex *regex, size_t *len, bool *nocase)
{
	*len = regex->literal.len;
	*nocase = !regex->exact;
	return *len ? regex->literal.p : NULL;
}

/* ---- compiling ---- */

struct regex *regex_compile(const char *pattern, size_t len, struct err *err)
{
	struct regex *regex = mem_zalloc(sizeof(*regex));
	int number = 0;
	size_t place;

	buf_init(&regex->literal);
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
	find_literal(regex, pattern, len);
	return regex;
}

void regex_free(struct regex *regex)
{
	if (!regex)
		return;
	pcre2_code_free(regex->text);
	pcre2_code_free(regex->bytes);
	buf_release(&regex->literal);
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
	/* \K can move the beginning of a match past its end. */
	return *begin <= *end && *end <= len;
}
