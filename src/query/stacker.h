/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_STACKER_H
#define QUERY_STACKER_H

#include <pthread.h>
#include <stdatomic.h>

#include "query/shown_event.h"
#include "query/stacktree.h"
#include "recording/reader.h"

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
	const struct shown_events *events; /* NULL, or: the event's choice comes before the task */
	bool inlined;			   /* functions that were inlined are frames, too */
	const _Atomic bool *stop; /* NULL, or true: wait for none of these; stacks lack them then */
	unsigned threads; /* that have a stacker: they share what memory is meant for this */
};

struct stacker *stacker_open(struct reader *reader, const struct stacker_options *options);
void stacker_close(struct stacker *stacker);

/* The node at which the stack of a row ends. False: it is no sample. */
bool stacker_node(struct stacker *stacker, const struct row_info *info, uint32_t *node);

#endif
