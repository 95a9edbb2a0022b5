/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STACK_SANDWICH_H
#define STACK_SANDWICH_H

#include "stack/stacktree.h"

/*
 * A function between its callers and its callees, from a tree of stacks that begin with tasks. A
 * stack counts once, at the outermost call of the function, so that both sides have the same total.
 * Recursive calls of the function are among the callees.
 */
struct sandwich {
	struct stacktree callers; /* the function, its callers, their callers; tasks come last */
	struct stacktree callees; /* the function, its callees, their callees */
};

enum {
	SANDWICH_FUNCTION = 1 /* the node of the function in both trees, if a stack has it */
};

/*
 * Replace a sandwich, which is empty if zeroed, by one of the tree's current stacks, for the
 * function with this name. The tree does not distinguish dsos. The caller keeps spool_dir.
 */
void sandwich_make(struct sandwich *sandwich, const struct stacktree *tree, const char *name,
		   const char *spool_dir);
void sandwich_release(struct sandwich *sandwich);

/* Does a stack contain the function? */
bool sandwich_has_function(const struct sandwich *sandwich);

/* Return the frame at which most stacks end; STACK_NO_FRAME: no stack ends with a function. */
uint32_t sandwich_hottest(const struct stacktree *tree);

#endif
