/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STACK_STACKTREE_H
#define STACK_STACKTREE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/hash.h"
#include "file/spill_array.h"

/*
 * Stacks with common beginnings: a tree of frames, whose root represents all stacks. Large arrays
 * are in files without a name (file/spill_array.h). The numbers of frames and nodes do not change
 * when more are added, and the number of a node is larger than its parent's. Pointers are valid
 * until the next call that adds something. For one thread at a time.
 */
struct stack_weight {
	uint64_t samples;
	uint64_t weight; /* sum of the weights */
};

/* Add sums; a sum that overflows becomes the largest number. */
static inline void stack_weight_add(struct stack_weight *sum, const struct stack_weight *more)
{
	sum->samples += more->samples;
	if (__builtin_add_overflow(sum->weight, more->weight, &sum->weight))
		sum->weight = UINT64_MAX;
}

struct stack_node {
	uint32_t parent, frame;
	uint32_t first, next;	   /* number of the first child, of the next sibling; 0: none */
	uint32_t depth;		   /* the root has depth 0 */
	struct stack_weight self;  /* of stacks that end here */
	struct stack_weight total; /* of stacks that end here or below */
};

enum {
	STACK_ROOT = 0,	   /* node */
	STACK_NO_FRAME = 0 /* the frame of the root */
};

struct stacktree {
	const char *spool_dir; /* of the caller */
	bool dsos; /* frames with the same name in different files are different frames */
	struct spill_array nodes, frames, texts;
	struct stack_numbers {
		struct spill_array array;
		struct hash hash; /* of the numbers */
	} children, named;	  /* nodes by parent and frame, and frames by name */
	uint32_t nodes_n, frames_n;
	size_t texts_n;
};

void stacktree_init(struct stacktree *tree, bool dsos, const char *spool_dir);
void stacktree_release(struct stacktree *tree);

/* Return the number of a frame; it is added if necessary. dso: its file, NULL: unknown. */
uint32_t stacktree_frame(struct stacktree *tree, const char *name, size_t len, const char *dso);

/*
 * Return the number of the frame of an inlined function; if the tree distinguishes dsos, it differs
 * from that of a function with code.
 */
uint32_t stacktree_inlined(struct stacktree *tree, const char *name, size_t len, const char *dso);

/* Return the number of a frame of another tree, inlined or not; it is added if necessary. */
uint32_t stacktree_copy_frame(struct stacktree *tree, const struct stacktree *other,
			      uint32_t frame);

/* Return the child of a node with this frame; it is added if necessary. */
uint32_t stacktree_child(struct stacktree *tree, uint32_t node, uint32_t frame);

/*
 * Return the node with the frames of a node of another tree; if there is none, the node with as
 * many of the outer frames as possible. Both trees must distinguish dsos, or neither.
 */
uint32_t stacktree_same(const struct stacktree *tree, const struct stacktree *other, uint32_t node);

/* Add stacks that end at a node. */
void stacktree_add(struct stacktree *tree, uint32_t node, const struct stack_weight *weight);

static inline const struct stack_node *stacktree_node(const struct stacktree *tree, uint32_t node)
{
	return (const struct stack_node *)tree->nodes.p + node;
}

/*
 * Return the name of a frame, which ends with a NUL; and the file with which the frame was first
 * added, or NULL.
 */
const char *stacktree_name(const struct stacktree *tree, uint32_t frame);
const char *stacktree_dso(const struct stacktree *tree, uint32_t frame);
bool stacktree_is_inlined(const struct stacktree *tree, uint32_t frame);

/*
 * A walk through the tree: each node before its children, and children sorted by name. A zeroed
 * walk begins at the root.
 */
struct stacktree_walk {
	struct stacktree_level {
		uint32_t *nodes; /* n nodes */
		size_t n, at;
	} * levels;
	size_t depth, cap;
	bool begun;
};

/* Set the next node. Returns false after the last one. */
bool stacktree_walk_next(struct stacktree_walk *walk, const struct stacktree *tree, uint32_t *node);
void stacktree_walk_release(struct stacktree_walk *walk);

/* Return the children of a node, *n numbers sorted by name. The caller frees the array. */
uint32_t *stacktree_children(const struct stacktree *tree, uint32_t node, size_t *n);

#endif
