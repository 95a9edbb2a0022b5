/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_FILTER_H
#define QUERY_FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/vec.h"
#include "query/field.h"

/*
 * A filter expression as a tree. The words of the language are those of
 * wire/words.def; FILTER in the manual tells the grammar. A comparison with a
 * field that a record does not have is false.
 */
enum node_kind {
	NODE_AND,
	NODE_OR,
	NODE_NOT,
	NODE_PRESENT, /* a bare word: there, and not 0 if it is a number */
	NODE_NUMBER,  /* the number is in one of the ranges */
	NODE_MASK,    /* the number has one of the bits (negated: none) */
	NODE_TEXT     /* the text is one of the strings (contains: has one of them) */
};

/* Numbers compare as unsigned after word_key(), which moves signed ones up. */
struct range {
	uint64_t lo, hi;
};

struct ranges {
	struct range *v;
	size_t n, cap;
};

struct text {
	char *p;
	size_t len;
};

struct node {
	enum node_kind kind;
	enum word word;
	char *reg;    /* of uregs.NAME, iregs.NAME, tp.NAME: the name, else NULL */
	bool negate;  /* of MASK and TEXT: != */
	bool contains;
	struct ranges ranges;
	struct ranges plain; /* of tp.NAME: the same for numbers without sign */
	VEC(struct text) texts;
	uint64_t mask;
	struct node *a, *b;
};

struct filter {
	char *text;
	struct node *root; /* NULL: the empty expression, which everything matches */
	unsigned tier;	   /* what has to be read: the highest cost tier of its words */
};

/* ERR_PARSE, with what was expected in err->msg and the byte column in err->offset. */
int filter_parse(struct filter **filter, const char *text, struct err *err);
void filter_free(struct filter *filter);

/* The order in which a word's numbers compare, as an unsigned number. */
static inline uint64_t filter_key(enum word word, uint64_t num)
{
	bool is_signed = word == W_tp_field || word_info(word)->type == WT_SINT;

	return is_signed ? num ^ 1ull << 63 : num;
}

/* Message, expression and a caret under the column, as lines for a terminal, escaped. */
void filter_explain(const char *text, const struct err *err, struct buf *out);

#endif
