/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter/parse.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool parse_advance(struct parser *p)
{
	return !lex_next(&p->lexer, &p->token, p->err);
}

struct node *parse_next(struct parser *p, struct node *node)
{
	if (parse_advance(p))
		return node;
	node_free(node);
	return NULL;
}

struct node *parse_fail(struct parser *p, struct node *node, size_t pos, const char *fmt, ...)
{
	char what[300];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	if (!p->err->code)
		err_set_at(p->err, ERR_PARSE, pos, "%s", what);
	node_free(node);
	return NULL;
}

bool parse_down(struct parser *p)
{
	if (++p->depth <= PARSE_DEPTH_MAX)
		return true;
	parse_fail(p, NULL, p->token.pos, "the expression is nested too deeply: at most %d levels",
		   PARSE_DEPTH_MAX);
	return false;
}

void parse_up(struct parser *p)
{
	p->depth--;
}

/* ---- values: operators from the loosest to the tightest ---- */

struct infix {
	enum token_kind token;
	enum op op;
};

static const struct infix bit_or[] = { { TOKEN_BITOR, OP_BITOR }, { TOKEN_END } };
static const struct infix bit_and[] = { { TOKEN_BITAND, OP_BITAND }, { TOKEN_END } };
static const struct infix sums[] = {
	{ TOKEN_PLUS, OP_ADD },
	{ TOKEN_MINUS, OP_SUB },
	{ TOKEN_END },
};
static const struct infix products[] = {
	{ TOKEN_STAR, OP_MUL },
	{ TOKEN_SLASH, OP_DIV },
	{ TOKEN_REMAINDER, OP_MOD },
	{ TOKEN_END },
};
static const struct infix *const levels[] = { bit_or, bit_and, sums, products };

enum {
	LEVELS = sizeof(levels) / sizeof(levels[0])
};

static const struct infix *operator_of(const struct infix *list, enum token_kind token)
{
	for (; list->token != TOKEN_END; list++)
		if (list->token == token)
			return list;
	return NULL;
}

/* -5 is a number, not an operation, so that the least number can be written. */
static struct node *negative(struct parser *p, struct node *node, size_t pos)
{
	if (node->kind != NODE_NUMBER || node->named)
		return condition_arith(p, OP_NEGATE, pos, node, NULL);
	if (node->num > (s128)1 << 63)
		return parse_fail(p, node, pos, "the number does not fit into 64 bits");
	node->num = -node->num;
	node->pos = pos;
	return node;
}

static struct node *parse_sign(struct parser *p)
{
	enum token_kind sign = p->token.kind;
	size_t pos = p->token.pos;
	struct node *node = NULL;

	if (sign != TOKEN_MINUS && sign != TOKEN_TILDE)
		return parse_operand(p);
	if (parse_down(p) && parse_advance(p))
		node = parse_sign(p);
	parse_up(p);
	if (!node)
		return NULL;
	return sign == TOKEN_MINUS ? negative(p, node, pos)
				   : condition_arith(p, OP_INVERT, pos, node, NULL);
}

static struct node *parse_level(struct parser *p, unsigned level)
{
	struct node *node = level == LEVELS ? parse_sign(p) : parse_level(p, level + 1);
	const struct infix *op;

	while (node && level < LEVELS && (op = operator_of(levels[level], p->token.kind))) {
		const struct node *left = p->left;
		size_t pos = p->token.pos;
		struct node *right = NULL;

		if (!left || left->type == TYPE_COND)
			p->left = node;
		if (parse_advance(p))
			right = parse_level(p, level + 1);
		p->left = left;
		if (!right) {
			node_free(node);
			return NULL;
		}
		node = condition_arith(p, op->op, pos, node, right);
	}
	return node;
}

struct node *parse_value(struct parser *p)
{
	return parse_level(p, 0);
}

/* ---- conditions ---- */

static bool is_comparison(enum token_kind kind)
{
	return kind >= TOKEN_EQ && kind <= TOKEN_TILDE;
}

static struct node *parse_right(struct parser *p, struct node *node)
{
	const struct node *outer = p->left;
	enum token_kind op = p->token.kind;
	size_t pos = p->token.pos;
	struct node *right = NULL;

	if (node->type == TYPE_COND)
		return parse_fail(p, node, pos, "expected \"and\", \"or\" or the end here");
	if (node->type == TYPE_GROUP && node->kind == NODE_FIELD)
		return parse_fail(p, node, node->pos,
				  "this field has members: name one of them, as in brstack.from");
	p->left = node;
	if (parse_advance(p)) {
		if (op == TOKEN_IN) {
			node = parse_set(p, node);
			p->left = outer;
			return node;
		}
		right = parse_value(p);
	}
	p->left = outer;
	if (!right) {
		node_free(node);
		return NULL;
	}
	return condition_compare(p, node, op, pos, right);
}

static struct node *parse_comparison(struct parser *p)
{
	struct node *node = parse_value(p);

	if (node && (is_comparison(p->token.kind) || p->token.kind == TOKEN_IN))
		node = parse_right(p, node);
	return node;
}

static struct node *parse_unary(struct parser *p)
{
	enum token_kind kind = p->token.kind;
	size_t pos = p->token.pos;
	struct node *node = NULL, *whole;

	if (kind != TOKEN_NOT && kind != TOKEN_ALL)
		return parse_comparison(p);
	p->all = kind == TOKEN_ALL;
	if (parse_down(p) && parse_advance(p))
		node = kind == TOKEN_NOT ? parse_unary(p) : parse_comparison(p);
	parse_up(p);
	if (node && kind == TOKEN_ALL) {
		node = condition_all(p, node, pos);
		p->all = false;
		return node;
	}
	node = node ? condition_of(p, node) : NULL;
	if (!node)
		return NULL;
	whole = node_new(NODE_NOT, pos);
	whole->a = node;
	return whole;
}

/* A chain of terms with one operator; each term becomes the right side of the next node. */
static struct node *parse_run(struct parser *p, enum token_kind op, enum node_kind kind,
			      struct node *(*term)(struct parser *p))
{
	struct node *node = term(p);

	if (!node)
		return NULL;
	while (p->token.kind == op) {
		size_t pos = p->token.pos;
		struct node *right, *both;

		node = condition_of(p, node);
		if (!node)
			return NULL;
		right = parse_advance(p) ? term(p) : NULL;
		right = right ? condition_of(p, right) : NULL;
		if (!right) {
			node_free(node);
			return NULL;
		}
		both = node_new(kind, pos);
		both->a = node;
		both->b = right;
		node = both;
	}
	return node;
}

static struct node *parse_and(struct parser *p)
{
	return parse_run(p, TOKEN_AND, NODE_AND, parse_unary);
}

struct node *parse_or(struct parser *p)
{
	return parse_run(p, TOKEN_OR, NODE_OR, parse_and);
}

int parse_expression(const char *text, size_t len, struct node **root, struct err *err)
{
	struct parser *p = mem_zalloc(sizeof(*p));
	struct node *node = NULL;

	p->err = err;
	p->lexer = (struct lexer){ .text = text, .len = len, .times = true };
	if (parse_advance(p) && p->token.kind != TOKEN_END) {
		node = parse_or(p);
		if (node && p->token.kind != TOKEN_END)
			node = parse_fail(p, node, p->token.pos,
					  "expected \"and\", \"or\" or the end here");
		node = node ? condition_of(p, node) : NULL;
	}
	free(p);
	*root = node;
	return err->code;
}
