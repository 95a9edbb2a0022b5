/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/lex.h"

#include <ctype.h>
#include <string.h>

/* Longer ones first: the first that fits is taken. */
static const struct {
	const char *text;
	enum token_kind kind;
} signs[] = {
	{ "==", TOKEN_EQ },	   { "!=", TOKEN_NE },	       { "<=", TOKEN_LE },
	{ ">=", TOKEN_GE },	   { "&&", TOKEN_AND },	       { "||", TOKEN_OR },
	{ "..", TOKEN_RANGE },	   { "<", TOKEN_LT },	       { ">", TOKEN_GT },
	{ "!", TOKEN_NOT },	   { "(", TOKEN_OPEN },	       { ")", TOKEN_CLOSE },
	{ "{", TOKEN_BRACE_OPEN }, { "}", TOKEN_BRACE_CLOSE }, { ",", TOKEN_COMMA },
};

static const struct {
	const char *text;
	enum token_kind kind;
} keywords[] = {
	{ "and", TOKEN_AND },
	{ "or", TOKEN_OR },
	{ "not", TOKEN_NOT },
	{ "in", TOKEN_IN },
	{ "eq", TOKEN_EQ },
	{ "ne", TOKEN_NE },
	{ "lt", TOKEN_LT },
	{ "le", TOKEN_LE },
	{ "gt", TOKEN_GT },
	{ "ge", TOKEN_GE },
	{ "contains", TOKEN_CONTAINS },
};

/* Factors as a fraction of ns or of 1; times are in ns. */
static const struct {
	const char *text;
	uint64_t factor;
} units[] = {
	{ "ns", 1 },
	{ "us", 1000 },
	{ "ms", 1000000 },
	{ "s", 1000000000 },
	{ "Ki", 1024 },
	{ "Mi", 1024 * 1024 },
	{ "Gi", 1024 * 1024 * 1024 },
	{ "K", 1000 },
	{ "M", 1000000 },
	{ "G", 1000000000 },
};

static bool word_start(char c)
{
	return isalpha((unsigned char)c) || c == '_';
}

static bool word_char(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* The length of a word at p: parts joined by single dots, as in callchain.ip. */
static size_t word_len(const char *p, size_t left)
{
	size_t n = 0;

	while (n < left &&
	       (word_char(p[n]) || (p[n] == '.' && n + 1 < left && word_start(p[n + 1]))))
		n++;
	return n;
}

static int lex_word(struct lexer *l, struct token *t)
{
	const char *p = l->text + l->pos;
	size_t n = word_len(p, l->len - l->pos);

	for (size_t i = 0; i < sizeof(keywords) / sizeof(keywords[0]); i++) {
		if (strlen(keywords[i].text) == n && !memcmp(p, keywords[i].text, n)) {
			t->kind = keywords[i].kind;
			t->len = n;
			l->pos += n;
			return 0;
		}
	}
	if (n == 7 && !memcmp(p, "UNKNOWN", 7) && l->pos + n < l->len && p[n] == '(') {
		const char *close = memchr(p + n, ')', l->len - l->pos - n);

		if (close)
			n = (size_t)(close - p) + 1;
	}
	t->kind = TOKEN_WORD;
	t->len = n;
	memcpy(t->str, p, n);
	t->str[n] = '\0';
	t->str_len = n;
	l->pos += n;
	return 0;
}

static int digit_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = (char)tolower((unsigned char)c);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

static int too_large(const struct token *t, struct err *err)
{
	return err_set_at(err, ERR_PARSE, t->pos, "the number does not fit into 64 bits");
}

static size_t unit_at(const char *p, size_t left, uint64_t *factor)
{
	size_t n = 0;

	while (n < left && isalpha((unsigned char)p[n]))
		n++;
	*factor = 1;
	for (size_t i = 0; n && i < sizeof(units) / sizeof(units[0]); i++) {
		if (strlen(units[i].text) == n && !memcmp(units[i].text, p, n)) {
			*factor = units[i].factor;
			return n;
		}
	}
	return n ? SIZE_MAX : 0;
}

/* Digits behind the point count as far as the unit is exact. */
static int lex_fraction(struct lexer *l, const struct token *t, uint64_t *part, uint64_t *scale,
			struct err *err)
{
	*part = 0;
	*scale = 1;
	if (l->pos + 1 >= l->len || l->text[l->pos] != '.' ||
	    !isdigit((unsigned char)l->text[l->pos + 1]))
		return 0;
	for (l->pos++; l->pos < l->len && isdigit((unsigned char)l->text[l->pos]); l->pos++) {
		if (*scale >= 1000000000)
			return err_set_at(err, ERR_PARSE, t->pos,
					  "more than nine digits behind the point");
		*part = *part * 10 + (uint64_t)(l->text[l->pos] - '0');
		*scale *= 10;
	}
	return 0;
}

static int lex_number(struct lexer *l, struct token *t, struct err *err)
{
	const char *p = l->text;
	unsigned base = 10;
	uint64_t v = 0, part, scale, factor;
	size_t unit;

	if (l->pos + 2 < l->len && p[l->pos] == '0' && (p[l->pos + 1] | 0x20) == 'x' &&
	    digit_value(p[l->pos + 2]) < 16) {
		base = 16;
		l->pos += 2;
	}
	for (; l->pos < l->len && digit_value(p[l->pos]) < (int)base; l->pos++)
		if (__builtin_mul_overflow(v, base, &v) ||
		    __builtin_add_overflow(v, (uint64_t)digit_value(p[l->pos]), &v))
			return too_large(t, err);
	if (lex_fraction(l, t, &part, &scale, err))
		return ERR_PARSE;
	unit = base == 16 ? 0 : unit_at(p + l->pos, l->len - l->pos, &factor);
	if (unit == SIZE_MAX)
		return err_set_at(err, ERR_PARSE, l->pos,
				  "not a unit: expected ns, us, ms, s, K, M, G, Ki, Mi or Gi");
	if (base == 16)
		factor = 1;
	if (part && factor % scale && part * factor % scale)
		return err_set_at(err, ERR_PARSE, t->pos, "the number is not whole in its unit");
	if (__builtin_mul_overflow(v, factor, &v) ||
	    __builtin_add_overflow(v, part * factor / scale, &v))
		return too_large(t, err);
	l->pos += unit;
	t->kind = TOKEN_NUMBER;
	t->num = v;
	t->len = l->pos - t->pos;
	return 0;
}

static int lex_string(struct lexer *l, struct token *t, struct err *err)
{
	char quote = l->text[l->pos++];

	t->kind = TOKEN_STRING;
	t->str_len = 0;
	for (; l->pos < l->len && l->text[l->pos] != quote; l->pos++) {
		char c = l->text[l->pos];

		if (c == '\\' && l->pos + 1 < l->len) {
			c = l->text[++l->pos];
			if (c == 'x' && l->pos + 2 < l->len &&
			    digit_value(l->text[l->pos + 1]) < 16 &&
			    digit_value(l->text[l->pos + 2]) < 16) {
				c = (char)(digit_value(l->text[l->pos + 1]) << 4 |
					   digit_value(l->text[l->pos + 2]));
				l->pos += 2;
			}
		}
		t->str[t->str_len++] = c;
	}
	t->str[t->str_len] = '\0';
	if (l->pos == l->len)
		return err_set_at(err, ERR_PARSE, t->pos, "the string has no end");
	l->pos++;
	t->len = l->pos - t->pos;
	return 0;
}

static int lex_sign(struct lexer *l, struct token *t, struct err *err)
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
	if (l->text[l->pos] == '=')
		return err_set_at(err, ERR_PARSE, l->pos, "a single = compares nothing: write ==");
	return err_set_at(err, ERR_PARSE, l->pos, "this character means nothing here");
}

int lex_next(struct lexer *l, struct token *t, struct err *err)
{
	char c;

	while (l->pos < l->len && isspace((unsigned char)l->text[l->pos]))
		l->pos++;
	t->pos = l->pos;
	t->len = 0;
	t->negative = false;
	t->kind = TOKEN_END;
	if (l->pos == l->len)
		return 0;
	c = l->text[l->pos];
	if (word_start(c))
		return lex_word(l, t);
	if (c == '-' && l->pos + 1 < l->len && isdigit((unsigned char)l->text[l->pos + 1])) {
		t->negative = true;
		l->pos++;
	}
	if (isdigit((unsigned char)l->text[l->pos]))
		return lex_number(l, t, err);
	if (c == '"' || c == '\'')
		return lex_string(l, t, err);
	return lex_sign(l, t, err);
}
