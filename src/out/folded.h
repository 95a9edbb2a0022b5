/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_FOLDED_H
#define OUT_FOLDED_H

#include "base/buf.h"
#include "base/vec.h"
#include "stack/stacktree.h"

/*
 * A tree of stacks as folded text, which FlameGraph, inferno and speedscope read: a line for each
 * stack, "task;main;f 12", sorted by name, outermost frame first. Names are escaped.
 */
struct folded {
	const struct stacktree *tree;
	bool weights; /* write the weights of stacks, not their numbers of samples */
	bool both;    /* write both, of a tree of two recordings (stack/stackdiff.h) */
	struct stacktree_walk walk;
	struct buf path;     /* of the last visited node */
	VEC(size_t) lengths; /* lengths of the path at each depth */
};

void folded_init(struct folded *folded, const struct stacktree *tree, bool weights);
void folded_release(struct folded *folded);

/* Append lines until out has grown by about this many bytes. Returns false at the end. */
bool folded_next(struct folded *folded, size_t bytes, struct buf *out);

#endif
