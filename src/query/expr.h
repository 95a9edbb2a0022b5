/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_EXPR_H
#define QUERY_EXPR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "query/field.h"
#include "query/walltime.h"

/*
 * A filter expression as a tree: conditions, which are true or false of a record,
 * and the values that they are about.
 *
 * Numbers are whole and exact: those of a record have 64 bits, with sign or without,
 * and what is computed of them has 128, so that a field without sign is never equal to
 * a number below 0. What does not fit, and a division by 0, is absent. A comparison
 * with something absent is false.
 */
typedef __int128 s128;

enum node_kind {
	/* conditions */
	NODE_AND,
	NODE_OR,
	NODE_NOT,
	NODE_TRUTH,   /* a is there, and not 0 if it is a number */
	NODE_COMPARE, /* a op b */
	NODE_IN,      /* the number a is in one of the ranges */
	NODE_MASK,    /* a has one of the bits of mask, or b one of the numbers of levels */
	NODE_TEXTS,   /* the text a is one of the texts (OP_CONTAINS: has one of them) */
	NODE_MATCH,   /* the text a matches the regular expression */
	NODE_NAME,    /* the address a has a name (word) for which name holds */
	NODE_ELEMENT, /* of the list word an element for which a holds */
	/* values */
	NODE_NUMBER,
	NODE_PERCENT, /* a part of the recording's time: num in billionths of a percent */
	NODE_MOMENT,  /* a time of day, which the recording makes a time of its clock */
	NODE_STRING,
	NODE_FIELD,
	NODE_ARITH, /* a op b; OP_INVERT and OP_NEGATE: of a alone */
	NODE_COUNT, /* values of the list field a, elements of a NODE_ELEMENT that fit */
	NODE_LEN,   /* bytes of the text a */
	NODE_SLICE  /* len bytes of a from byte from on */
};

enum op {
	OP_EQ,
	OP_NE,
	OP_LT,
	OP_LE,
	OP_GT,
	OP_GE,
	OP_CONTAINS,
	OP_ADD,
	OP_SUB,
	OP_MUL,
	OP_DIV,
	OP_MOD,
	OP_BITAND,
	OP_BITOR,
	OP_INVERT,
	OP_NEGATE
};

enum {
	NODE_SLOTS = 16 /* values of an element that its condition asks for, at most */
};

/* What a node's value is. */
enum value_type {
	TYPE_COND,
	TYPE_NUMBER,
	TYPE_TEXT,
	TYPE_BYTES,
	TYPE_ANY,  /* a field of a tracepoint: the record tells */
	TYPE_GROUP /* has members: there or not */
};

/* From where the word of a field comes, which is what it costs. */
enum cost {
	COST_CONST,
	COST_KIND,   /* all rows of a kind agree */
	COST_COLUMN, /* a number in a column of the index */
	COST_ROW,    /* derived from the index for each row */
	COST_TAP,    /* a number at a place of the record that is known */
	COST_WALK,   /* the record has to be walked */
	COST_NAME,   /* and what was mapped then, and symbols */
	COST_REGEX
};

/* What a percentage counts from. */
enum percent_base {
	PERCENT_TIME, /* the first time of the recording */
	PERCENT_REL,  /* 0 */
	PERCENT_WALL  /* the time of day then */
};

struct text {
	char *p;
	size_t len;
};

struct regex;
struct node;

struct value_range {
	struct node *lo, *hi; /* hi NULL: lo alone */
};

struct node {
	enum node_kind kind;
	enum op op;
	enum value_type type;
	enum cost cost;
	bool negate;	/* of MASK, TEXTS: != */
	bool all;	/* of a condition with each: every value, and there is one */
	bool named;	/* of NUMBER: it was a name */
	bool seconds;	/* of NUMBER: it was typed with a point, in seconds */
	bool as_number; /* of SLICE: the bytes are a number in the recording's byte order */
	bool whole;	/* of NOT, AND, OR: it was in parentheses */
	enum word word; /* of FIELD, ELEMENT, NAME */
	char *member;	/* of tp.NAME, uregs.NAME: the name */
	int64_t index;	/* of FIELD: of this element alone, -1: not */
	int slot;	/* of FIELD in [ ]: number among the element's values, -1: not */
	enum percent_base base;
	s128 num;			/* of NUMBER, PERCENT */
	uint64_t mask;			/* of MASK */
	uint32_t levels;		/* of MASK: bits for the numbers of b */
	uint32_t from, len;		/* of SLICE; len UINT32_MAX: up to the end */
	struct text text;		/* of STRING */
	struct walltime moment;		/* of MOMENT */
	VEC(struct text) texts;		/* of TEXTS */
	VEC(struct value_range) ranges; /* of IN */
	VEC(uint16_t) slots;		/* of ELEMENT: the words that its condition needs */
	struct regex *regex;
	struct node *a, *b;
	struct node
		*name; /* of NAME: a TRUTH, TEXTS or MATCH of the field word, apart from the tree */
	size_t test;   /* of NAME: its number */
	const struct node *each;  /* the field of a list any value of which will do, or NULL */
	const struct node *other; /* of a tracepoint, which may be another one; or NULL */
	size_t leaf;		  /* of a condition that is no AND, OR, NOT: its number */
	size_t pos;		  /* column in the expression */
};

struct node *node_new(enum node_kind kind, size_t pos);
void node_free(struct node *node);
struct node *node_clone_field(const struct node *node);

/* The slot of a word in a condition on one element, made where there is none; -1: no room. */
int node_slot(struct node *element, enum word word);

/* Is the node a condition made of others? */
static inline bool node_is_joint(const struct node *node)
{
	return node->kind == NODE_AND || node->kind == NODE_OR || node->kind == NODE_NOT;
}

/*
 * Call a function for each node below and with node, values of ranges too, but not those of
 * conditions on names; it returns false to stop. Returns false then.
 */
bool node_visit(const struct node *node, bool (*visit)(const struct node *node, void *arg),
		void *arg);

/* Compute; false: the result is absent. */
bool expr_compute(enum op op, s128 a, s128 b, s128 *result);
bool expr_compare(enum op op, s128 a, s128 b);

/* Compare texts of bytes; only OP_EQ, OP_NE and OP_CONTAINS (a has b) are asked for. */
bool expr_compare_text(enum op op, const void *a, size_t a_len, const void *b, size_t b_len);

/* Is the word an element's value, so that a record can have several? */
bool expr_is_list(enum word word);

#endif
