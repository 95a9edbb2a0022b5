/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_FLAME_OWN_H
#define VIEWS_FLAME_OWN_H

#include "base/vec.h"
#include "stack/stacktree.h"
#include "term/surface.h"
#include "views/stack_view.h"

/*
 * The functions with the most samples of their own, below a node of a flame graph or among the
 * callees of a sandwich. They are shown in the rows that the graph leaves free. If callers are
 * below, they are the innermost functions.
 */
struct flame_own_line {
	uint32_t frame;
	struct stack_weight own; /* of all nodes of the frame */
};

struct flame_own {
	VEC(struct flame_own_line) lines; /* the largest first; if compared, by difference */
	struct stack_weight all;	  /* of all stacks */
};

enum {
	FLAME_OWN_ROWS = 5 /* needed to draw it */
};

/* Find the functions below a node. */
void flame_own_make(struct flame_own *own, const struct stack_view *stacks,
		    const struct stacktree *tree, uint32_t base);
void flame_own_release(struct flame_own *own);

/* Draw a title and as many lines as fit. frame: the one under the cursor, whose line is marked. */
void flame_own_draw(const struct flame_own *own, const struct stack_view *stacks,
		    const struct stacktree *tree, uint32_t frame, const struct surface *s);

#endif
