/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILTER_EVAL_PRIVATE_H
#define FILTER_EVAL_PRIVATE_H

#include "base/stop.h"
#include "field/getter.h"
#include "filter/eval.h"
#include "filter/leaf.h"
#include "recording/field_offsets.h"
#include "recording/span.h"

/* Internals of the evaluator, shared by eval.c, match.c and the files of leaves (leaf*.c). */

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
	struct getter_context getter;
	struct buf value_bufs[2]; /* for values of derived fields, used in turn */
	unsigned value_buf;	  /* the one that was used last */
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

#endif
