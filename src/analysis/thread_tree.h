/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_THREAD_TREE_H
#define ANALYSIS_THREAD_TREE_H

#include "base/vec.h"
#include "query/job.h"

/*
 * The threads of a recording: parents from FORK records, numbers of records, and the FORK, COMM and
 * EXIT records of each; found by a background job. A number that several threads have had one after
 * the other is one thread here, with several FORKs.
 */
struct thread_tree;

enum {
	THREAD_TREE_MAX = 1 << 16,   /* maximum of threads */
	THREAD_EVENTS_MAX = 1 << 18, /* maximum of events of threads */
	THREAD_NONE = UINT32_MAX
};

enum thread_event_kind {
	THREAD_FORK,
	THREAD_COMM,
	THREAD_EXEC, /* COMM at an exec */
	THREAD_EXIT
};

struct thread_event {
	uint64_t row;
	uint64_t time;	     /* ns; 0: none */
	uint32_t prev, next; /* event of the same thread, THREAD_NONE */
	enum thread_event_kind kind;
};

struct thread_node {
	uint32_t pid, tid;
	uint32_t parent;      /* index of a node; THREAD_NONE: unknown */
	uint32_t first, last; /* events, in time order */
	uint64_t records, samples;
};

/*
 * Start. The watcher is woken when there are new results. The recording must outlive the
 * tree.
 */
struct thread_tree *thread_tree_start(struct recording *recording, struct watcher *watcher);
void thread_tree_free(struct thread_tree *tree);
struct job *thread_tree_job(struct thread_tree *tree);

/* Are there more threads or events than are kept? */
bool thread_tree_cut(struct thread_tree *tree);

/* A line of the tree: a thread, or an event of it. */
struct thread_line {
	uint32_t node;
	uint32_t event; /* THREAD_NONE: the thread itself */
	uint32_t depth; /* number of ancestors */
	bool below;	/* for a thread: something is below it */
};

/* The lines below a thread: none; its threads and children; these and its events. */
enum thread_open {
	THREAD_CLOSED,
	THREAD_CHILDREN,
	THREAD_ALL
};

struct thread_lines {
	VEC(struct thread_line) list;
};

/*
 * Make the lines of the current tree; children of the same parent are in time order. open() returns
 * what is shown below a thread. The numbers of threads and events do not change while more are
 * found.
 */
void thread_tree_lines(struct thread_tree *tree, enum thread_open (*open)(void *ctx, uint32_t node),
		       void *ctx, struct thread_lines *lines);

/* Return copies of threads and events for lines. */
struct thread_node thread_tree_node(struct thread_tree *tree, uint32_t node);
struct thread_event thread_tree_event(struct thread_tree *tree, uint32_t event);

#endif
