/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILTER_LEAF_LEARN_H
#define FILTER_LEAF_LEARN_H

#include "filter/eval_private.h"

/*
 * Facts about a leaf that are the same for all records of a kind, or of a thread. Each kind and
 * each thread of the current part is examined once. A result is part of the leaf. It is valid until
 * the part changes, and complete for the kinds and threads that the index has at the call.
 */

/* The kinds of records that can match: of a leaf BY_KIND, those that do. */
struct truth *leaf_learn_kinds(struct eval *eval, struct leaf *leaf);

/* The threads whose records match, for a leaf BY_THREAD. */
struct truth *leaf_learn_threads(struct eval *eval, struct leaf *leaf);

/*
 * The kinds of records that have the field of the leaf's column; for a leaf BY_ORDINAL, that are
 * records; with leaf->comms, that have the name of their thread at their time.
 */
struct truth *leaf_learn_having(struct eval *eval, struct leaf *leaf);

/* The kinds of samples in the kernel, with a time. */
struct truth *leaf_learn_kernel(struct eval *eval, struct leaf *leaf);

/* Is the fact true of a kind or thread? For block_match(): truth is a struct truth. */
static inline bool leaf_learn_is(void *truth, uint64_t number)
{
	const struct truth *t = truth;

	return number < t->n && t->v[number];
}

#endif
