/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STACK_STACKER_H
#define STACK_STACKER_H

#include <pthread.h>
#include <stdatomic.h>

#include "recording/reader.h"
#include "stack/stackplace.h"
#include "stack/stacktree.h"

/*
 * One thread's way from samples to the nodes of a tree that several threads fill. Most stacks
 * come again: where the same is mapped, a stack of the same addresses has the same node, so that
 * it costs a look into a table; what the names of an address are is asked once, and remembered as
 * long as there is room.
 */
struct stacker;

struct stacker_options {
	struct stacktree *tree;
	pthread_mutex_t *lock; /* guards the tree */
	bool callers;	       /* from the innermost frame to the task, which comes last */
	/*
	 * NULL, or the name of a frame outside the task, and a number that no other name has. The
	 * name is copied. NULL for a row: it has no such frame.
	 */
	const char *(*outermost)(const void *arg, const struct row_info *info, size_t *number);
	const void *arg;      /* of outermost */
	stackplace_fn *place; /* NULL: frames have their files */
	void *place_arg;
	bool inlined;		  /* functions that were inlined are frames, too */
	const _Atomic bool *stop; /* NULL, or true: wait for none of these; stacks lack them then */
	unsigned threads; /* that have a stacker: they share what memory is meant for this */
};

struct stacker *stacker_open(struct reader *reader, const struct stacker_options *options);
void stacker_close(struct stacker *stacker);

/* Set the node at which the stack of a row ends. Returns false if the row is not a sample. */
bool stacker_node(struct stacker *stacker, const struct row_info *info, uint32_t *node);

#endif
