/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_FOLDED_H
#define OUT_FOLDED_H

#include "base/buf.h"
#include "base/vec.h"
#include "stack/stacktree.h"

/*
 * A tree of stacks as folded text, which FlameGraph, inferno and speedscope read: a line for each
 * stack, "task;main;f 12", in the order of the names, outermost first. Names are escaped.
 */
struct folded {
	const struct stacktree *tree;
	bool weights; /* not samples are counted but what they weigh */
	struct stackwalk walk;
	struct buf path;     /* of the node that was looked at last */
	VEC(size_t) lengths; /* of the path up to each depth */
};

void folded_init(struct folded *folded, const struct stacktree *tree, bool weights);
void folded_release(struct folded *folded);

/* Append about so many bytes of lines. False: that was all. */
bool folded_next(struct folded *folded, size_t bytes, struct buf *out);

#endif
