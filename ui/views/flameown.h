/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_FLAMEOWN_H
#define VIEWS_FLAMEOWN_H

#include "base/vec.h"
#include "stack/stacktree.h"
#include "term/surface.h"
#include "views/stackview.h"

/*
 * The functions with the most samples of their own, below a node of a flame graph or among the
 * callees of a sandwich. They are shown in the rows that the graph leaves free. If callers are
 * below, they are the innermost functions.
 */
struct flameown_line {
	uint32_t frame;
	struct stack_weight own; /* of all nodes of the frame */
};

struct flameown {
	VEC(struct flameown_line) lines; /* the largest first; if compared, by difference */
	struct stack_weight all;	 /* of all stacks */
};

enum {
	FLAMEOWN_ROWS = 5 /* needed to draw it */
};

/* Find the functions below a node. */
void flameown_make(struct flameown *own, const struct stackview *stacks,
		   const struct stacktree *tree, uint32_t base);
void flameown_release(struct flameown *own);

/* Draw a title and as many lines as fit. frame: the one under the cursor, whose line is marked. */
void flameown_draw(const struct flameown *own, const struct stackview *stacks,
		   const struct stacktree *tree, uint32_t frame, const struct surface *s);

#endif
