/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILTER_EXPR_H
#define FILTER_EXPR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "field/value.h"
#include "field/walltime.h"

/*
 * A filter expression as a tree: conditions, which are true or false of a record,
 * and the values that they are about.
 *
 * Numbers are whole and exact (field/value.h), so that a field without sign is never equal to
 * a number below 0. What does not fit, and a division by 0, is absent. A comparison
 * with something absent is false.
 */
enum node_kind {
	/* conditions */
	NODE_AND,
	NODE_OR,
	NODE_NOT,
	NODE_TRUTH,   /* `a` exists, and is not 0 if it is a number */
	NODE_COMPARE, /* `a` op `b` */
	NODE_IN,      /* the number `a` is in one of the ranges */
	NODE_MASK,    /* `a` has one of the bits of mask, or `b` is one of the numbers in levels */
	NODE_TEXTS,   /* the text `a` is one of texts (OP_CONTAINS: contains one of them) */
	NODE_MATCH,   /* the text `a` matches the regular expression */
	/* the address `a` has a name (field) for which the condition `name` is true */
	NODE_NAME,
	NODE_ELEMENT, /* the list field has an element for which `a` is true */
	/* values */
	NODE_NUMBER,
	NODE_PERCENT, /* a part of the recording's time; num in billionths of a percent */
	NODE_MOMENT,  /* a time of day, converted to the recording's clock */
	NODE_STRING,
	NODE_FIELD,
	NODE_ARITH, /* `a` op `b`; OP_INVERT and OP_NEGATE: only `a` */
	NODE_COUNT, /* the number of values of the list field `a`, or of matching elements of a
		     * NODE_ELEMENT */
	NODE_LEN,   /* bytes of the text `a` */
	NODE_SLICE  /* `len` bytes of `a`, beginning with byte `from` */
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
	NODE_SLOTS = 16 /* the most values of an element that its condition can use */
};

/* The type of a node's value. */
enum value_type {
	TYPE_COND,
	TYPE_NUMBER,
	TYPE_TEXT,
	TYPE_BYTES,
	TYPE_ANY,  /* a field of a tracepoint: its type depends on the record */
	TYPE_GROUP /* has members: only its presence can be tested */
};

/* The source of a field's value, which determines its cost. */
enum cost {
	COST_CONST,
	COST_KIND,   /* all rows of a kind agree */
	COST_COLUMN, /* a number in a column of the index */
	COST_ROW,    /* derived from the index for each row */
	COST_TAP,    /* a number at a known offset in the record */
	COST_WALK,   /* the record has to be walked */
	COST_NAME,   /* the record, its mappings and symbols */
	COST_REGEX
};

/* The base of a percentage. */
enum percent_base {
	PERCENT_TIME, /* the first time of the recording */
	PERCENT_REL,  /* 0 */
	PERCENT_WALL  /* the time of day at the first time of the recording */
};

struct text {
	char *p;
	size_t len;
};

struct regex;
struct node;

struct value_range {
	struct node *lo, *hi; /* hi NULL: only lo */
};

struct node {
	enum node_kind kind;
	enum op op;
	enum value_type type;
	enum cost cost;
	bool negate;	     /* of MASK, TEXTS: != */
	bool all;	     /* of a condition with each: it has to hold for every value, and for at
			 * least one */
	bool named;	     /* of NUMBER: it was a name */
	bool seconds;	     /* of NUMBER: it was typed with a point, in seconds */
	bool as_number;	     /* of SLICE: the bytes are a number in the recording's byte order */
	bool whole;	     /* of NOT, AND, OR: it was in parentheses */
	enum field_id field; /* of FIELD, ELEMENT, NAME */
	char *member;	     /* of tp.NAME, uregs.NAME: the name */
	int64_t index;	     /* of FIELD: only this element; -1: any */
	int slot;	     /* of FIELD in [ ]: number among the element's values; -1: none */
	enum percent_base base;
	s128 num;			/* of NUMBER, PERCENT */
	uint64_t mask;			/* of MASK */
	uint32_t levels;		/* of MASK: bits for the numbers that b may have */
	uint32_t from, len;		/* of SLICE; len UINT32_MAX: up to the end */
	struct text text;		/* of STRING */
	struct walltime moment;		/* of MOMENT */
	VEC(struct text) texts;		/* of TEXTS */
	VEC(struct value_range) ranges; /* of IN */
	VEC(uint16_t) slots;		/* of ELEMENT: the fields that its condition needs */
	struct regex *regex;
	struct node *a, *b;
	struct node *name; /* of NAME: a TRUTH, TEXTS or MATCH of the field, outside of the tree */
	size_t test;	   /* of NAME: its number */
	const struct node *each; /* the list field whose values the condition tests, or NULL */
	/* a second such field, of a tracepoint, which may be a list; NULL: none */
	const struct node *other;
	size_t leaf; /* number of a condition other than AND, OR, NOT */
	size_t pos;  /* column in the expression */
};

struct node *node_new(enum node_kind kind, size_t pos);
void node_free(struct node *node);
struct node *node_clone_field(const struct node *node);

/* The slot of a field in a condition on one element; it is made if needed. -1: no free slot. */
int node_slot(struct node *element, enum field_id field);

/* Is the node a combination of conditions (AND, OR, NOT)? */
static inline bool node_is_joint(const struct node *node)
{
	return node->kind == NODE_AND || node->kind == NODE_OR || node->kind == NODE_NOT;
}

/* Is the node (NULL: no) this field, or an element of it? */
static inline bool node_is_field(const struct node *node, enum field_id field)
{
	return node && node->kind == NODE_FIELD && node->field == field;
}

/* Is the node (NULL: no) a number that was written as a name? */
static inline bool node_is_named(const struct node *node)
{
	return node && node->kind == NODE_NUMBER && node->named;
}

/*
 * Call a function for a node and each node below it, including values of ranges, but not for nodes
 * of conditions on names. The function returns false to stop; then node_visit() returns false.
 */
bool node_visit(const struct node *node, bool (*visit)(const struct node *node, void *arg),
		void *arg);

/* Compute a op b. Returns false if the result is absent. */
bool expr_compute(enum op op, s128 a, s128 b, s128 *result);
bool expr_compare(enum op op, s128 a, s128 b);

/* Compare texts of bytes with OP_EQ, OP_NE or OP_CONTAINS (a contains b). */
bool expr_compare_text(enum op op, const void *a, size_t a_len, const void *b, size_t b_len);

/* Is the field a value of an element, so that a record can have several of them? */
bool expr_is_list(enum field_id field);

#endif
