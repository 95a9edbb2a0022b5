/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_EVALIN_H
#define QUERY_EVALIN_H

#include "query/eval.h"
#include "query/getter.h"
#include "recording/places.h"
#include "recording/span.h"

/* The inside of the evaluator, for the files that share it: eval.c, columns.c, match.c. */

/* Numbers compare as unsigned after word_key(), which moves signed ones up. */
struct range {
	uint64_t lo, hi;
};

/* What a leaf knows so far about numbers of kinds and threads: it is asked of each only once. */
struct truth {
	uint8_t *v; /* 1 yes */
	size_t n;
	uint64_t bits;	 /* (number % 64) of those that are yes, for skipping blocks, */
	uint64_t others; /* and of those that are not, for taking blocks whole */
};

/* How a leaf is answered for a block. */
enum leaf_by {
	BY_KIND,
	BY_THREAD,
	BY_CPU,
	BY_TIME,
	BY_SIZE,
	BY_NOTE,  /* only rows of which something was noted can match */
	BY_ROW,	  /* row by row, from the index */
	BY_RECORD /* the record tells, where the kind can have the field at all */
};

struct leaf {
	const struct node *node;
	enum leaf_by by;
	enum word word; /* of BY_THREAD to BY_SIZE: the only field */
	bool simple;	/* the field is in one of ranges, which are of the column's numbers */
	VEC(struct range) ranges;
	struct truth kinds, threads;
	struct truth having; /* kinds of records that have the field of the column */
};

enum {
	EVAL_MOMENTS = 8
};

struct eval {
	struct reader *reader;
	const struct filter *filter;
	struct index *index; /* that of part, whose kinds and threads leaves know; NULL: of none */
	size_t part;
	uint64_t first;	     /* row of the block that is looked at */
	struct notes *notes; /* as they were when it was opened; NULL: none */
	struct span span;
	struct moment_slot {
		const struct node *node; /* NODE_MOMENT */
		bool known;
		uint64_t wall; /* ns since 1970 */
		/* Of the part of the recording that was asked last, its number + 1: */
		size_t part;
		bool has_wall;
		uint64_t offset; /* to add to a time for ns since 1970 */
	} moments[EVAL_MOMENTS];
	struct leaf *leaves; /* filter->leaves of them */
	struct regex_matcher *matcher;
	struct nametest **tests;  /* filter->names of them, NULL: not asked yet */
	const _Atomic bool *stop; /* NULL: nobody stops it */
	struct getter_context around;
	struct value values[2]; /* of derived words, in turn */
	unsigned turn;
	struct buf hex;
	struct places places;
};

/* Is the answer no longer wanted? Looked at for each row: one can take long. */
static inline bool eval_stopped(const struct eval *e)
{
	return e->stop && atomic_load_explicit(e->stop, memory_order_relaxed);
}

/* Does a condition hold for a row? */
bool match_node(struct eval *eval, const struct node *node, const struct row_info *info);

/* The number of a node that needs no record. False: it does, or it is absent. */
bool match_constant(struct eval *eval, const struct node *node, s128 *num);

/* Make a leaf ready: how it is answered. */
void leaf_open(struct eval *eval, struct leaf *leaf, const struct node *node);
void leaf_close(struct leaf *leaf);

/* Forget what is known of kinds and threads. */
void leaf_forget(struct leaf *leaf);

/* Can a leaf hold in a block, by what the block's descriptor says? */
bool leaf_may(struct eval *eval, struct leaf *leaf, const struct block_desc *desc);

/* Can a leaf hold for rows of a kind, and does it for all of them? */
void leaf_kind(struct eval *eval, struct leaf *leaf, uint64_t kind, bool *may, bool *must);

/* The rows of a block for which it may hold, and must; only those in care matter. */
void leaf_block(struct eval *eval, struct leaf *leaf, struct block *block, const struct rows *care,
		struct rows *may, struct rows *must);

#endif
