/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STACK_STACKER_H
#define STACK_STACKER_H

#include <pthread.h>
#include <stdatomic.h>

#include "recording/reader.h"
#include "stack/stackplace.h"
#include "stack/stacktree.h"

/*
 * Turns samples into nodes of a tree. Each of several threads that fill a tree has a stacker of its
 * own. Most stacks repeat: a stack of the same addresses in the same mappings has the same node,
 * and is found by a look-up in a table. Names of addresses are cached as long as there is room.
 */
struct stacker;

struct stacker_options {
	struct stacktree *tree;
	pthread_mutex_t *lock; /* guards the tree */
	bool callers;	       /* from the innermost frame to the task, which comes last */
	/*
	 * NULL, or returns the name of a frame outside the task, and a unique number of this name.
	 * The name is copied. Returns NULL for a row without such a frame.
	 */
	const char *(*outermost)(const void *arg, const struct row_info *info, size_t *number);
	const void *arg;      /* for outermost */
	stackplace_fn *place; /* NULL: frames have their files */
	void *place_arg;
	bool inlined;		  /* inlined functions are frames, too */
	const _Atomic bool *stop; /* once true: do not wait for inlined functions; or NULL */
	unsigned threads;	  /* threads with a stacker; they share the memory of the cache */
};

/* The reader, the tree and its lock outlive the stacker. */
struct stacker *stacker_open(struct reader *reader, const struct stacker_options *options);
void stacker_close(struct stacker *stacker); /* or NULL */

/* Set the node at which the stack of a row ends. Returns false if the row is not a sample. */
bool stacker_node(struct stacker *stacker, const struct row_info *info, uint32_t *node);

/*
 * Put the stack of another row on top of a node that is not the root: the frame STACKER_WAKER, then
 * the innermost frame of the row, its callers and its task. Returns false, and leaves *node, if the
 * row is not a sample.
 */
#define STACKER_WAKER "[woken by]"
bool stacker_node_on(struct stacker *stacker, const struct row_info *info, uint32_t *node);

#endif
