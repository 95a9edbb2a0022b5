/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_PARSE_H
#define QUERY_PARSE_H

#include "query/expr.h"
#include "query/lex.h"

/*
 * The inside of the parser, for the files that share it: parse.c (the grammar),
 * operand.c (values) and condition.c (what values make). Functions return NULL or false
 * where they have set the error, and have freed what they were given then.
 */
enum {
	PARSE_DEPTH_MAX = 100,	 /* of parentheses, nots, signs */
	PARSE_VALUES_MAX = 10000 /* in one { } */
};

struct parser {
	struct lexer lexer;
	struct token token;
	struct err *err;
	unsigned depth;
	const struct node *left; /* what the values that come are compared with, or NULL */
	struct node *element;	 /* the list in whose [ ] this is, or NULL */
	bool all;		 /* behind "all" */
};

/* The whole expression; *root is NULL where it is empty. */
int parse_expression(const char *text, size_t len, struct node **root, struct err *err);

bool parse_advance(struct parser *p);

/* Set the error at a column, unless there is one. Frees the node. */
struct node *parse_fail(struct parser *p, struct node *node, size_t pos, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

/* One level down; false: that is too deep. parse_up() undoes it. */
bool parse_down(struct parser *p);
void parse_up(struct parser *p);

/* A condition or a value, with all operators that bind tighter than "or". */
struct node *parse_or(struct parser *p);
/* A value, with all its operators. */
struct node *parse_value(struct parser *p);
/* A value without operators: operand.c. */
struct node *parse_operand(struct parser *p);
/* Values in { } behind "in"; takes over the value on the left. */
struct node *parse_set(struct parser *p, struct node *left);

/* What a value on the right of a field should be, for messages. */
const char *parse_expected(const struct node *left);

/* Conditions made of values, which they take over: condition.c. */
struct node *condition_of(struct parser *p, struct node *node);
struct node *condition_compare(struct parser *p, struct node *a, enum token_kind op, size_t pos,
			       struct node *b);
struct node *condition_in(struct parser *p, struct node *set);

/* Behind "all": is the condition about a list? */
struct node *condition_all(struct parser *p, struct node *node, size_t pos);
struct node *condition_arith(struct parser *p, enum op op, size_t pos, struct node *a,
			     struct node *b);

#endif
