/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILTER_LEAF_H
#define FILTER_LEAF_H

#include "base/vec.h"
#include "filter/commtest.h"
#include "filter/expr.h"
#include "filter/texttest.h"

struct eval;

/*
 * A leaf of a filter's tree: one condition, with the way in which it is answered for the rows of a
 * block, and the answers that are kept (filter/leaf_learn.h). It belongs to one evaluator.
 */

/* A range of a column's numbers ^ leaf.flip. */
struct range {
	uint64_t lo, hi;
};

/* The results of a leaf for kinds or threads; each kind and thread is examined only once. */
struct truth {
	uint8_t *v; /* by number: 1 true */
	size_t n;
	uint64_t bits;	 /* 1 << (number % 64) of those that are true, for skipping blocks */
	uint64_t others; /* the same of those that are false, for taking whole blocks */
};

/* The source that answers a leaf for a block. */
enum leaf_by {
	BY_KIND,
	BY_THREAD,
	BY_CPU,
	BY_TIME,
	BY_SIZE,
	BY_ORDINAL,
	BY_OFFSET,
	BY_NOTE,  /* only rows with a note or a flag can match */
	BY_ROW,	  /* row by row, from the index */
	BY_RECORD /* the record, if its kind can have the field */
};

struct leaf {
	const struct node *node;
	enum leaf_by by;
	enum field_id field; /* of BY_THREAD to BY_OFFSET: the only field */
	bool simple;	     /* the condition holds if the column's number is in one of ranges */
	VEC(struct range) ranges;
	uint64_t flip; /* 1 << 63 if the numbers are signed, to compare them as unsigned ones */
	struct texttest *text;	/* NULL: not a condition on a text of the record */
	struct commtest *comms; /* NULL: not a condition on comm alone */
	struct truth kinds, threads, having, kernel; /* see filter/leaf_learn.h */
};

/* Choose how a leaf is answered, and prepare it. The node must outlive it. */
void leaf_open(struct eval *eval, struct leaf *leaf, const struct node *node);
void leaf_close(struct leaf *leaf);

/* Drop the answers for kinds and threads, because the next rows are those of another part. */
void leaf_forget(struct leaf *leaf);

/* Is a number of the column in one of the ranges? Only if the leaf is simple. */
static inline bool leaf_in_ranges(const struct leaf *leaf, uint64_t v)
{
	for (size_t i = 0; i < leaf->ranges.n; i++)
		if ((v ^ leaf->flip) >= leaf->ranges.v[i].lo &&
		    (v ^ leaf->flip) <= leaf->ranges.v[i].hi)
			return true;
	return false;
}

/* The number of a column of 32-bit numbers, as a number of its field. */
static inline uint64_t leaf_sign32(uint32_t v)
{
	return (uint64_t)(int64_t)(int32_t)v;
}

/* Does the condition hold for a number of the column? The leaf need not be simple. */
bool leaf_compare(struct eval *eval, const struct leaf *leaf, uint64_t v);

/* Does the condition hold for a number of the column, whose row has the field? */
static inline bool leaf_holds(struct eval *eval, const struct leaf *leaf, uint64_t v)
{
	return leaf->simple ? leaf_in_ranges(leaf, v) : leaf_compare(eval, leaf, v);
}

#endif
