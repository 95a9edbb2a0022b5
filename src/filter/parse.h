/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILTER_PARSE_H
#define FILTER_PARSE_H

#include "filter/expr.h"
#include "filter/lex.h"

/*
 * Internals of the parser, shared by parse.c (the grammar), operand.c (values) and condition.c
 * (conditions made of values). A function that returns NULL or false has set the error and freed
 * its arguments.
 */
enum {
	PARSE_DEPTH_MAX = 100,	 /* parentheses, nots and signs */
	PARSE_VALUES_MAX = 10000 /* in one { } */
};

struct parser {
	struct lexer lexer;
	struct token token;
	struct err *err;
	unsigned depth;
	const struct node *left; /* the value with which the next values are compared, or NULL */
	struct node *element;	 /* the list in whose [ ] the parser is, or NULL */
	bool all;		 /* after "all" */
};

/* Parse a whole expression; *root is NULL if it is empty. */
int parse_expression(const char *text, size_t len, struct node **root, struct err *err);

/*
 * Read the next token. parse_advance() returns false after an error. parse_next() returns the node
 * or, after an error, frees it and returns NULL.
 */
bool parse_advance(struct parser *p);
struct node *parse_next(struct parser *p, struct node *node);

/* Set the error at a column, unless one is set already. Frees the node. */
struct node *parse_fail(struct parser *p, struct node *node, size_t pos, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

/*
 * Enter a level of nesting. Returns false, with the error set, if there are too many. parse_up()
 * leaves it.
 */
bool parse_down(struct parser *p);
void parse_up(struct parser *p);

/* Parse a condition or a value with all operators up to "or". */
struct node *parse_or(struct parser *p);
/* Parse a value with all its operators. */
struct node *parse_value(struct parser *p);
/* Parse a value without operators (operand.c). */
struct node *parse_operand(struct parser *p);
/* Parse the values in { } after "in"; takes over the value on the left. */
struct node *parse_set(struct parser *p, struct node *left);

/* The kind of value that is expected on the right of a field, for messages. */
const char *parse_expected(const struct node *left);

/* Make conditions of values, which they take over (condition.c). */
struct node *condition_of(struct parser *p, struct node *node);
struct node *condition_compare(struct parser *p, struct node *a, enum token_kind op, size_t pos,
			       struct node *b);
struct node *condition_in(struct parser *p, struct node *set);

/* After "all": check that the condition concerns a list. */
struct node *condition_all(struct parser *p, struct node *node, size_t pos);
struct node *condition_arith(struct parser *p, enum op op, size_t pos, struct node *a,
			     struct node *b);

#endif
