/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_STACKS_H
#define ANALYSIS_STACKS_H

#include "field/field.h"
#include "filter/filter.h"
#include "filter/shown_event.h"
#include "query/counting.h"
#include "stack/stackplace.h"
#include "stack/stacktree.h"

/*
 * The stacks of the samples that pass a filter, joined into a tree in the background by all
 * processors: the task first, then the frames, outermost first. What is there can be looked at
 * meanwhile. Functions are for one thread.
 */
struct stacks;

struct stacks_options {
	struct filter *filter;	    /* taken over; NULL: all rows */
	const struct field *weight; /* copied, its member taken over; NULL: samples alone count */
	bool callers;		    /* the innermost frame first, then who called it */
	const struct shown_events *events; /* NULL, or: the choice of the event comes first */
	bool inlined;			   /* functions that were inlined are frames, too */
	bool dsos;	      /* frames of one name in different files are different ones */
	stackplace_fn *place; /* NULL, or what they have in place of these */
	void *place_arg;
	bool so_far;		 /* begin while the index is built; count again at its end */
	const uint64_t *row;	 /* a row whose place in the tree is wanted; NULL: none */
	struct watcher *watcher; /* woken when there is something new; NULL: nobody */
};

/* The recording outlives it. */
struct stacks *stacks_start(struct recording *recording, const struct stacks_options *options);

/* Stop it; what was found stays. */
void stacks_cancel(struct stacks *stacks);
void stacks_free(struct stacks *stacks);

/* Wait until it has ended. */
enum counting_state stacks_wait(struct stacks *stacks);

/* How far it is, and why it failed. It is not done before stacks_renew() has done what is to do. */
const struct counting *stacks_counting(const struct stacks *stacks);
enum counting_state stacks_state(const struct stacks *stacks);

/* A number that is another one when the tree is. */
uint64_t stacks_version(const struct stacks *stacks);

/* When all is counted: the node of the wanted row, or of what it shares with others; else root. */
uint32_t stacks_place(const struct stacks *stacks);

/* The tree, which nobody changes until it is given back. */
const struct stacktree *stacks_lock(struct stacks *stacks);
void stacks_unlock(struct stacks *stacks);

/*
 * While all is counted again the tree stays as it was. Then the new one, whose nodes have other
 * numbers, takes its place here: moved is told, so that who knows nodes finds them again. False:
 * there is none.
 */
typedef void stacks_moved_fn(void *arg, const struct stacktree *now,
			     const struct stacktree *before);
bool stacks_renew(struct stacks *stacks, stacks_moved_fn *moved, void *arg);

#endif
