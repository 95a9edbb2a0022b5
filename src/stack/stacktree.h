/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STACK_STACKTREE_H
#define STACK_STACKTREE_H

#include <stdint.h>

#include "base/hash.h"
#include "file/spill_array.h"

/*
 * Stacks that share their beginnings: a tree of frames, whose root stands for all of them. What is
 * large lies in a file without a name (file/spill_array.h). Numbers of frames and nodes do not
 * change while more come, and a node's is larger than its parent's; pointers die with the next call
 * that adds something. Not for several threads at once.
 */
struct stack_weight {
	uint64_t samples;
	uint64_t weight; /* sum of the weights */
};

/* A sum that does not fit becomes the largest number. */
static inline void stack_weight_add(struct stack_weight *sum, const struct stack_weight *more)
{
	sum->samples += more->samples;
	if (__builtin_add_overflow(sum->weight, more->weight, &sum->weight))
		sum->weight = UINT64_MAX;
}

struct stack_node {
	uint32_t parent, frame;
	uint32_t first, next;	   /* number of a child, of a sibling; 0: none */
	uint32_t depth;		   /* the root has 0 */
	struct stack_weight self;  /* of stacks that end here */
	struct stack_weight total; /* of stacks that end here or below */
};

enum {
	STACK_ROOT = 0,	   /* node */
	STACK_NO_FRAME = 0 /* frame: that of the root */
};

struct stacktree {
	const char *spool_dir;
	bool dsos; /* frames with one name in different files are different frames */
	struct spill_array nodes, frames, texts;
	struct stack_numbers {
		struct spill_array array;
		struct hash hash; /* over it: numbers */
	} children, named;	  /* of nodes and of frames */
	uint32_t nodes_n, frames_n;
	size_t texts_n;
};

void stacktree_init(struct stacktree *tree, bool dsos, const char *spool_dir);
void stacktree_release(struct stacktree *tree);

/* The number of a frame by its name; dso: the file that it is in, NULL: not known. */
uint32_t stacktree_frame(struct stacktree *tree, const char *name, size_t len, const char *dso);

/* Of a function that was inlined into the one before: another frame where dsos are told apart. */
uint32_t stacktree_inlined(struct stacktree *tree, const char *name, size_t len, const char *dso);

/* The child of a node with that frame; it is added if needed. */
uint32_t stacktree_child(struct stacktree *tree, uint32_t node, uint32_t frame);

/*
 * The node that has the frames of a node of another tree; where there is none, the nearest to the
 * root has them as far as they go. Both tell files apart, or none does.
 */
uint32_t stacktree_same(const struct stacktree *tree, const struct stacktree *other, uint32_t node);

/* Add stacks that end at a node. */
void stacktree_add(struct stacktree *tree, uint32_t node, const struct stack_weight *weight);

static inline const struct stack_node *stacktree_node(const struct stacktree *tree, uint32_t node)
{
	return (const struct stack_node *)tree->nodes.p + node;
}

/* The name of a frame, which ends with a NUL; and the file of the first that was found, or NULL. */
const char *stacktree_name(const struct stacktree *tree, uint32_t frame);
const char *stacktree_dso(const struct stacktree *tree, uint32_t frame);
bool stacktree_is_inlined(const struct stacktree *tree, uint32_t frame);

/*
 * A walk through the tree, each node before its children, these by their names. Zeroed, it begins
 * at the root.
 */
struct stackwalk {
	struct stackwalk_level {
		uint32_t *nodes; /* n of them */
		size_t n, at;
	} * levels;
	size_t depth, cap;
	bool begun;
};

/* Set the next node. Returns false after the last one. */
bool stackwalk_next(struct stackwalk *walk, const struct stacktree *tree, uint32_t *node);
void stackwalk_release(struct stackwalk *walk);

/* The children of a node, *n numbers sorted by name; to be freed. */
uint32_t *stacktree_children(const struct stacktree *tree, uint32_t node, size_t *n);

#endif
