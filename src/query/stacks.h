/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_STACKS_H
#define QUERY_STACKS_H

#include "query/field.h"
#include "query/filter.h"
#include "query/stacktree.h"

/*
 * The stacks of the samples that pass a filter, joined into a tree in the background by all
 * processors: the task first, then the frames, outermost first. What is there can be looked at
 * meanwhile. Functions are for one thread.
 */
struct stacks;

enum stacks_state {
	STACKS_WAIT, /* for the index to be complete */
	STACKS_RUN,
	STACKS_DONE,
	STACKS_STOPPED,
	STACKS_FAILED
};

struct stacks_options {
	struct filter *filter;	    /* taken over; NULL: all rows */
	const struct field *weight; /* copied, its member taken over; NULL: samples alone count */
	bool callers;		    /* the innermost frame first, then who called it */
	bool inlined;		    /* functions that were inlined are frames, too */
	bool dsos;		    /* frames of one name in different files are different ones */
	const uint64_t *row;	    /* a row whose place in the tree is wanted; NULL: none */
	void (*wake)(void *arg);    /* called from its thread when there is something new */
	void *arg;
};

/* The recording outlives it. */
struct stacks *stacks_start(struct recording *recording, const struct stacks_options *options);

/* Stop it; what was found stays. */
void stacks_cancel(struct stacks *stacks);
void stacks_free(struct stacks *stacks);

/* Wait until it has ended. */
enum stacks_state stacks_wait(struct stacks *stacks);

enum stacks_state stacks_state(const struct stacks *stacks);
const struct err *stacks_error(const struct stacks *stacks); /* why it failed */

/* The part of the rows that was looked at, from 0 to 1. */
double stacks_part(const struct stacks *stacks);

/* A number that is another one when the tree is. */
uint64_t stacks_version(const struct stacks *stacks);

/* The node of the wanted row, or of what it shares with others, when all is done; else the root. */
uint32_t stacks_place(const struct stacks *stacks);

/* The tree, which nobody changes until it is given back. */
const struct stacktree *stacks_lock(struct stacks *stacks);
void stacks_unlock(struct stacks *stacks);

#endif
