/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "names.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bytes.h"

struct eval {
	const struct names *names;
	const struct line *line;
	const char *whole;
	const char *p;
};

static const struct op {
	const char *text;
	int rank; /* higher binds tighter */
} ops[] = {
	{ "|", 1 }, { "<<", 2 }, { "+", 3 }, { "-", 3 }, { "*", 4 },
};

bool name_is_valid(const char *text, size_t len)
{
	if (!len || isdigit((unsigned char)text[0]))
		return false;
	for (size_t i = 0; i < len; i++)
		if (!isalnum((unsigned char)text[i]) && text[i] != '_')
			return false;
	return true;
}

void names_push(struct names *n, const char *text, size_t len, uint64_t value)
{
	n->list = xrealloc(n->list, (n->count + 1) * sizeof(*n->list));
	n->list[n->count++] = (struct name){ xstrndup(text, len), value };
}

void names_pop_to(struct names *n, size_t count)
{
	while (n->count > count)
		free(n->list[--n->count].text);
}

bool names_find(const struct names *n, const char *text, size_t len, uint64_t *value)
{
	for (size_t i = n->count; i-- > 0;) {
		const char *name = n->list[i].text;

		if (strlen(name) == len && memcmp(name, text, len) == 0) {
			*value = n->list[i].value;
			return true;
		}
	}
	return false;
}

static uint64_t eval_rank(struct eval *e, int rank);

static uint64_t eval_number(struct eval *e)
{
	uint64_t value;
	char *end;

	errno = 0;
	value = strtoull(e->p, &end, strncmp(e->p, "0x", 2) == 0 ? 16 : 10);
	if (errno)
		fail_at(e->line, "%s: the number is too large", e->whole);
	e->p = end;
	return value;
}

static uint64_t eval_name(struct eval *e)
{
	const char *start = e->p;
	uint64_t value;

	while (isalnum((unsigned char)*e->p) || *e->p == '_')
		e->p++;
	if (!names_find(e->names, start, (size_t)(e->p - start), &value))
		fail_at(e->line, "%s: '%.*s' is not defined", e->whole, (int)(e->p - start), start);
	return value;
}

/* A number, a name, or something after a unary operator or in parentheses. */
static uint64_t eval_term(struct eval *e)
{
	uint64_t value;
	char c = *e->p;

	if (isdigit((unsigned char)c))
		return eval_number(e);
	if (isalpha((unsigned char)c) || c == '_')
		return eval_name(e);
	e->p += c != '\0';
	if (c == '-')
		return -eval_term(e);
	if (c == '~')
		return ~eval_term(e);
	if (c != '(')
		fail_at(e->line, "'%s': a number or a name should stand here: '%s'", e->whole,
			c ? e->p - 1 : e->p);
	value = eval_rank(e, 1);
	if (*e->p++ != ')')
		fail_at(e->line, "%s: ) is missing", e->whole);
	return value;
}

/* The operator here, if it binds at least as tightly as rank. */
static const struct op *eval_op(const struct eval *e, int rank)
{
	for (size_t i = 0; i < sizeof(ops) / sizeof(*ops); i++)
		if (ops[i].rank >= rank && strncmp(e->p, ops[i].text, strlen(ops[i].text)) == 0)
			return &ops[i];
	return NULL;
}

static uint64_t eval_apply(const struct op *op, uint64_t a, uint64_t b)
{
	switch (op->text[0]) {
	case '|':
		return a | b;
	case '+':
		return a + b;
	case '-':
		return a - b;
	case '*':
		return a * b;
	default:
		return b < 64 ? a << b : 0;
	}
}

/* Everything that binds at least as tightly as rank. */
static uint64_t eval_rank(struct eval *e, int rank)
{
	uint64_t value = eval_term(e);
	const struct op *op;

	while ((op = eval_op(e, rank))) {
		e->p += strlen(op->text);
		value = eval_apply(op, value, eval_rank(e, op->rank + 1));
	}
	return value;
}

uint64_t names_eval(const struct names *n, const struct line *line, const char *text)
{
	struct eval e = { n, line, text, text };
	uint64_t value = eval_rank(&e, 1);

	if (*e.p)
		fail_at(line, "'%s': '%s' is left over", text, e.p);
	return value;
}
