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
 * The stacks of the samples that pass a filter, joined into a tree: the task first, then the
 * frames, outermost first. It is made in the background by all processors, and can be read
 * meanwhile. Functions are for one thread.
 */
struct stacks;

struct stacks_options {
	struct filter *filter;	    /* taken over; NULL: all rows */
	const struct field *weight; /* copied, its member taken over; NULL: only count samples */
	bool callers;		    /* innermost frame first, then its callers */
	/* not NULL: the first frame is the event of the sample, as filter/shown_event.h names it */
	const struct shown_events *events;
	bool inlined;	      /* inlined functions are frames, too */
	bool wakers;	      /* on top of each stack is that of the record that wakes its thread */
	bool dsos;	      /* distinguish frames of the same name in different files */
	stackplace_fn *place; /* NULL, or replaces the files of frames */
	void *place_arg;
	bool so_far;		 /* begin while the index is being built; count again at its end */
	const uint64_t *row;	 /* a row whose node is needed; NULL: none */
	struct watcher *watcher; /* woken when there are new results; NULL: none */
};

/* Start. The recording must outlive the stacks. */
struct stacks *stacks_start(struct recording *recording, const struct stacks_options *options);

/* Stop; the results so far remain. */
void stacks_cancel(struct stacks *stacks);
void stacks_free(struct stacks *stacks);

/* Wait until it has ended. */
enum counting_state stacks_wait(struct stacks *stacks);

/* Return the progress, and the error. The count is not reported as done before stacks_renew(). */
const struct counting *stacks_counting(const struct stacks *stacks);
enum counting_state stacks_state(const struct stacks *stacks);

/* A number that changes with the tree. */
uint64_t stacks_version(const struct stacks *stacks);

/*
 * After the end: return the node of the wanted row. If the row has no node of its own, return the
 * deepest node whose frames its stack has; else the root.
 */
uint32_t stacks_place(const struct stacks *stacks);

/* Lock the tree, which does not change until it is unlocked. */
const struct stacktree *stacks_lock(struct stacks *stacks);
void stacks_unlock(struct stacks *stacks);

/*
 * Replace the tree after everything was counted again; until then the earlier tree stays. The new
 * tree has other numbers of nodes, so moved is called to translate them, unless it is NULL. Returns
 * false if there is no new tree.
 */
typedef void stacks_moved_fn(void *arg, const struct stacktree *now,
			     const struct stacktree *before);
bool stacks_renew(struct stacks *stacks, stacks_moved_fn *moved, void *arg);

#endif
