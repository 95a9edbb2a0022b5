/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILTER_EVAL_PRIVATE_H
#define FILTER_EVAL_PRIVATE_H

#include "base/stop.h"
#include "field/getter.h"
#include "filter/commtest.h"
#include "filter/eval.h"
#include "filter/texttest.h"
#include "recording/field_offsets.h"
#include "recording/span.h"

/* Internals of the evaluator, shared by eval.c, columns.c and match.c. */

/* A range of a column's numbers, compared as unsigned: key_of() shifts signed ones up. */
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
	struct truth kinds, threads;
	/* NULL: not a condition on a text of the record (filter/texttest.h) */
	struct texttest *text;
	/* Kinds of records that have the field of the column, an ordinal, or the thread's name. */
	struct truth having;
	struct commtest *comms; /* NULL: not a condition on comm alone */
	struct truth kernel;	/* kinds of samples in the kernel, with a time */
};

enum {
	EVAL_MOMENTS = 8
};

struct eval {
	struct reader *reader;
	const struct filter *filter;
	struct index *index; /* the index of part, to which the leaves' kinds and threads belong;
			      * NULL: none yet */
	size_t part;
	uint64_t first;	     /* first row of the current block */
	struct notes *notes; /* the notes when it was opened; NULL: none */
	struct span span;
	struct moment_slot {
		const struct node *node; /* NODE_MOMENT */
		bool known;
		uint64_t wall; /* ns since 1970 */
		/* Of the part that was used last; part is its number + 1: */
		size_t part;
		bool has_wall;
		uint64_t offset; /* added to a time of the recording, the result is ns since 1970 */
	} moments[EVAL_MOMENTS];
	struct leaf *leaves; /* filter->leaves entries */
	struct regex_matcher *matcher;
	struct nametest **tests;  /* filter->names entries, NULL until they are used */
	const _Atomic bool *stop; /* NULL: it cannot be stopped */
	struct getter_context around;
	struct buf rooms[2]; /* for values of derived fields, used in turn */
	unsigned turn;
	struct buf hex;
	struct field_offsets places;
};

/* Should the evaluation stop? Called for each row, because one row can take long. */
static inline bool eval_stopped(const struct eval *e)
{
	return stop_wanted(e->stop);
}

/* Does a condition hold for a row? */
bool match_node(struct eval *eval, const struct node *node, const struct row_info *info);

/* The answers of a NODE_NAME, which are opened at the first use. */
struct nametest *match_test(struct eval *eval, const struct node *node);

/*
 * Set *num to the value of a node that needs no record. Returns false if it needs one or is absent.
 */
bool match_constant(struct eval *eval, const struct node *node, s128 *num);

/* Choose how a leaf is answered, and prepare it. */
void leaf_open(struct eval *eval, struct leaf *leaf, const struct node *node);
void leaf_close(struct leaf *leaf);

/* Drop the answers for kinds and threads. */
void leaf_forget(struct leaf *leaf);

/* Can a leaf be true in a block, according to the block's description? */
bool leaf_may(struct eval *eval, struct leaf *leaf, const struct block_desc *desc);

/* Can a leaf be true for rows of a kind, and is it true for all of them? */
void leaf_kind(struct eval *eval, struct leaf *leaf, uint64_t kind, bool *may, bool *must);

/*
 * Set the rows of a block for which the leaf may be true, and those for which it must be. Rows that
 * are not in the set `care` are ignored.
 */
void leaf_block(struct eval *eval, struct leaf *leaf, struct block *block, const struct rows *care,
		struct rows *may, struct rows *must);

#endif
