/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter/lex.h"

#include <ctype.h>
#include <string.h>

#include "base/text.h"
#include "base/typed_number.h"
#include "field/field.h"
#include "field/walltime.h"

/* Longer ones first: the first match is used. */
static const struct {
	const char *text;
	enum token_kind kind;
} signs[] = {
	{ "==", TOKEN_EQ },	     { "!=", TOKEN_NE },	   { "<=", TOKEN_LE },
	{ ">=", TOKEN_GE },	     { "=~", TOKEN_MATCHES },	   { "&&", TOKEN_AND },
	{ "||", TOKEN_OR },	     { "..", TOKEN_RANGE },	   { "<", TOKEN_LT },
	{ ">", TOKEN_GT },	     { "!", TOKEN_NOT },	   { "(", TOKEN_OPEN },
	{ ")", TOKEN_CLOSE },	     { "{", TOKEN_BRACE_OPEN },	   { "}", TOKEN_BRACE_CLOSE },
	{ "[", TOKEN_BRACKET_OPEN }, { "]", TOKEN_BRACKET_CLOSE }, { ",", TOKEN_COMMA },
	{ ":", TOKEN_COLON },	     { "+", TOKEN_PLUS },	   { "-", TOKEN_MINUS },
	{ "*", TOKEN_STAR },	     { "/", TOKEN_SLASH },	   { "%", TOKEN_REMAINDER },
	{ "&", TOKEN_BITAND },	     { "|", TOKEN_BITOR },	   { "~", TOKEN_TILDE },
};

static const struct {
	const char *text;
	enum token_kind kind;
} keywords[] = {
	{ "and", TOKEN_AND },	      { "or", TOKEN_OR }, { "not", TOKEN_NOT },
	{ "all", TOKEN_ALL },	      { "in", TOKEN_IN }, { "eq", TOKEN_EQ },
	{ "ne", TOKEN_NE },	      { "lt", TOKEN_LT }, { "le", TOKEN_LE },
	{ "gt", TOKEN_GT },	      { "ge", TOKEN_GE }, { "contains", TOKEN_CONTAINS },
	{ "matches", TOKEN_MATCHES },
};

static bool word_start(char c)
{
	return isalpha((unsigned char)c) || c == '_';
}

static bool word_char(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/*
 * Return the length of "span.KIND." at p if KIND is a name of the user's that is no word: it has a
 * -, or begins with a digit. Else return 0, also for a difference such as span.dur-span.blocked.
 */
static size_t kind_len(const char *p, size_t left)
{
	static const char prefix[] = "span.";
	size_t start = sizeof(prefix) - 1, n = start, first;
	struct field field;

	if (left <= start || memcmp(p, prefix, start) != 0)
		return 0;
	while (n < left && (word_char(p[n]) || p[n] == '-'))
		n++;
	if (n + 1 >= left || p[n] != '.' || !word_start(p[n + 1]))
		return 0;
	for (first = start; first < n && p[first] != '-'; first++)
		;
	if (first == n)
		return word_start(p[start]) ? 0 : n + 1;
	if (!field_find(&field, p, first))
		return n + 1;
	field_release(&field);
	return 0;
}

/* The length of a word at p: parts joined by single dots, as in callchain.ip. */
static size_t word_len(const char *p, size_t left)
{
	size_t n = kind_len(p, left);

	while (n < left &&
	       (word_char(p[n]) || (p[n] == '.' && n + 1 < left && word_start(p[n + 1]))))
		n++;
	return n;
}

static int lex_word(struct lexer *l, struct token *t)
{
	const char *p = l->text + l->pos;
	size_t n = word_len(p, l->len - l->pos);

	t->kind = TOKEN_WORD;
	for (size_t i = 0; i < sizeof(keywords) / sizeof(keywords[0]); i++)
		if (strlen(keywords[i].text) == n && !memcmp(p, keywords[i].text, n))
			t->kind = keywords[i].kind;
	if (n == 7 && !memcmp(p, "UNKNOWN", 7) && l->pos + n < l->len && p[n] == '(') {
		const char *close = memchr(p + n, ')', l->len - l->pos - n);

		if (close)
			n = (size_t)(close - p) + 1;
	}
	t->len = n;
	memcpy(t->str, p, n);
	t->str[n] = '\0';
	t->str_len = n;
	l->pos += n;
	return 0;
}

/* A time of day without quotes. */
static bool lex_walltime(struct lexer *l, struct token *t)
{
	const char *p = l->text + l->pos;
	size_t n = l->times ? walltime_length(p, l->len - l->pos) : 0;

	if (!n)
		return false;
	t->kind = TOKEN_STRING;
	t->len = t->str_len = n;
	memcpy(t->str, p, n);
	t->str[n] = '\0';
	l->pos += n;
	return true;
}

static int lex_number(struct lexer *l, struct token *t, struct err *err)
{
	struct typed_number number;

	if (typed_number_read(&number, l->text, l->len, l->pos, err) < 0)
		return ERR_PARSE;
	t->kind = number.unit == TYPED_PERCENT ? TOKEN_PERCENT : TOKEN_NUMBER;
	t->seconds = l->times && number.scale > 1 && number.unit == TYPED_NO_UNIT;
	t->len = number.len;
	l->pos += number.len;
	return typed_number_value(&number, t->seconds ? TYPED_NS_IN_S : 1, &t->num, err);
}

/* The character of a string after a backslash. */
static char lex_escape(struct lexer *l)
{
	const char *p = l->text + l->pos;

	if (p[0] != 'x' || l->pos + 2 >= l->len || text_hex_digit(p[1]) < 0 ||
	    text_hex_digit(p[2]) < 0)
		return p[0];
	l->pos += 2;
	return (char)(text_hex_digit(p[1]) << 4 | text_hex_digit(p[2]));
}

static int lex_string(struct lexer *l, struct token *t, bool pattern, struct err *err)
{
	char quote = l->text[l->pos++];

	t->kind = TOKEN_STRING;
	t->str_len = 0;
	for (; l->pos < l->len && l->text[l->pos] != quote; l->pos++) {
		char c = l->text[l->pos];

		if (c == '\\' && l->pos + 1 < l->len) {
			l->pos++;
			if (pattern && l->text[l->pos] != quote)
				t->str[t->str_len++] = c;
			c = pattern ? l->text[l->pos] : lex_escape(l);
		}
		t->str[t->str_len++] = c;
	}
	t->str[t->str_len] = '\0';
	if (l->pos == l->len)
		return err_set_at(err, ERR_PARSE, t->pos, "the string has no closing quote");
	l->pos++;
	t->len = l->pos - t->pos;
	return 0;
}

/* $time, $'a.time, or $slow, which the arguments of a macro follow. */
static int lex_ref(struct lexer *l, struct token *t, struct err *err)
{
	const char *p = l->text;
	size_t n;

	l->pos++;
	t->mark = 0;
	if (l->pos < l->len && p[l->pos] == '\'') {
		if (l->pos + 2 >= l->len || !isalpha((unsigned char)p[l->pos + 1]) ||
		    p[l->pos + 2] != '.')
			return err_set_at(err, ERR_PARSE, l->pos,
					  "expected a mark and a field, as in $'a.time");
		t->mark = p[l->pos + 1];
		l->pos += 3;
	}
	n = l->pos < l->len && word_start(p[l->pos]) ? word_len(p + l->pos, l->len - l->pos) : 0;
	if (!n)
		return err_set_at(err, ERR_PARSE, l->pos, "expected a field after $, as in $time");
	t->kind = TOKEN_REF;
	memcpy(t->str, p + l->pos, n);
	t->str[n] = '\0';
	t->str_len = n;
	l->pos += n;
	t->len = l->pos - t->pos;
	return 0;
}

static int lex_sign(struct lexer *l, struct token *t, bool pattern, struct err *err)
{
	for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++) {
		size_t n = strlen(signs[i].text);

		if (n <= l->len - l->pos && !memcmp(l->text + l->pos, signs[i].text, n)) {
			t->kind = signs[i].kind;
			t->len = n;
			l->pos += n;
			return 0;
		}
	}
	if (l->text[l->pos] == '.' && l->pos + 1 < l->len && word_start(l->text[l->pos + 1])) {
		t->kind = TOKEN_DOT;
		t->len = 1;
		l->pos++;
		return 0;
	}
	if (l->text[l->pos] == '=')
		return err_set_at(err, ERR_PARSE, l->pos, "= is not an operator: write ==");
	if (pattern)
		return lex_unquoted(l, l->pos, err);
	return err_set_at(err, ERR_PARSE, l->pos, "unexpected character here");
}

int lex_next(struct lexer *l, struct token *t, struct err *err)
{
	bool pattern = l->pattern;
	char c;
	int rc;

	while (l->pos < l->len && isspace((unsigned char)l->text[l->pos]))
		l->pos++;
	t->pos = l->pos;
	t->len = 0;
	t->kind = TOKEN_END;
	l->pattern = false;
	if (l->pos == l->len)
		return 0;
	c = l->text[l->pos];
	if (word_start(c))
		rc = lex_word(l, t);
	else if (isdigit((unsigned char)c))
		rc = lex_walltime(l, t) ? 0 : lex_number(l, t, err);
	else if (c == '"' || c == '\'')
		rc = lex_string(l, t, pattern, err);
	else if (c == '$')
		rc = lex_ref(l, t, err);
	else
		rc = lex_sign(l, t, pattern, err);
	l->pattern = t->kind == TOKEN_MATCHES || t->kind == TOKEN_TILDE;
	return rc;
}

size_t lex_piece(const char *p)
{
	unsigned depth = 0;
	char quote = '\0';
	size_t i = 0;

	do {
		/* In $'a.time the quote has no closing one. */
		if (p[i + 1] && (p[i] == '\\' || (!quote && p[i] == '$')))
			i++;
		else if (quote)
			quote = p[i] == quote ? '\0' : quote;
		else if (strchr("\"'", p[i]))
			quote = p[i];
		else if (strchr("([{", p[i]))
			depth++;
		else if (depth && strchr(")]}", p[i]))
			depth--;
		i++;
	} while (p[i] && (depth || quote));
	return i;
}

int lex_unquoted(const struct lexer *l, size_t pos, struct err *err)
{
	const char *p;
	size_t n = 0, slashes = 0;

	while (pos && !isspace((unsigned char)l->text[pos - 1]) &&
	       !strchr("=!<>~,([{\"'&|", l->text[pos - 1]))
		pos--;
	p = l->text + pos;
	while (p[n] && !isspace((unsigned char)p[n]) && !strchr(",)]}\"'", p[n]) &&
	       strncmp(p + n, "&&", 2) && strncmp(p + n, "||", 2))
		n += lex_piece(p + n);
	while (slashes < n && p[n - 1 - slashes] == '\\')
		slashes++;
	/* One backslash at the end would make the closing quote a part of the string. */
	return err_set_at(err, ERR_PARSE, pos, "expected a string in quotes: \"%.*s%s\"", (int)n, p,
			  slashes % 2 ? "\\" : "");
}

void lex_quote(struct buf *out, const char *p, size_t len)
{
	buf_addc(out, '"');
	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)p[i];

		if (c == '"' || c == '\\')
			buf_addf(out, "\\%c", c);
		else if (c < 0x20 || c >= 0x7f)
			buf_addf(out, "\\x%02x", c);
		else
			buf_addc(out, (char)c);
	}
	buf_addc(out, '"');
}
