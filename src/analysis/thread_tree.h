/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_THREAD_TREE_H
#define ANALYSIS_THREAD_TREE_H

#include "base/vec.h"
#include "query/job.h"

/*
 * The threads of a recording, who made which as FORK records tell, how many records each has,
 * and what FORK, COMM and EXIT records say of it; found by a job in the background. A number that
 * was given to several threads, one after the other, is one thread here with several FORKs.
 */
struct thread_tree;

enum {
	THREAD_TREE_MAX = 1 << 16,   /* threads that are kept */
	THREAD_EVENTS_MAX = 1 << 18, /* and what is told of them */
	THREAD_NONE = UINT32_MAX
};

enum thread_told {
	THREAD_FORK,
	THREAD_COMM,
	THREAD_EXEC, /* COMM at an exec */
	THREAD_EXIT
};

struct thread_event {
	uint64_t row;
	uint64_t time;	     /* ns, 0: it has none */
	uint32_t prev, next; /* of the same thread, THREAD_NONE */
	enum thread_told told;
};

struct thread_node {
	uint32_t pid, tid;
	uint32_t parent;      /* number of a node, THREAD_NONE: not known */
	uint32_t first, last; /* events, in the order of time */
	uint64_t records, samples;
};

/* wake is called from its thread when there is something new. The recording outlives it. */
struct thread_tree *thread_tree_start(struct recording *recording, struct watcher *watcher);
void thread_tree_free(struct thread_tree *tree);
struct job *thread_tree_job(struct thread_tree *tree);

/* What there is more than is kept. */
bool thread_tree_cut(struct thread_tree *tree);

/* A line of the tree: a thread or something that is told of it. */
struct thread_line {
	uint32_t node;
	uint32_t event; /* THREAD_NONE: the thread itself */
	uint32_t depth; /* below how many threads */
	bool below;	/* of a thread: there is something below it */
};

/* What is shown of a thread: nothing below it; threads and children; also what is told of it. */
enum thread_open {
	THREAD_CLOSED,
	THREAD_CHILDREN,
	THREAD_ALL
};

struct thread_lines {
	VEC(struct thread_line) list;
};

/*
 * Make the lines of what is there now, those who
 * have the same parent in the order of time; open() says of each thread what is shown. The numbers
 * of threads and events do not change while more are found.
 */
void thread_tree_lines(struct thread_tree *tree, enum thread_open (*open)(void *ctx, uint32_t node),
		       void *ctx, struct thread_lines *lines);

/* Copies of what lines tell of. */
struct thread_node thread_tree_node(struct thread_tree *tree, uint32_t node);
struct thread_event thread_tree_event(struct thread_tree *tree, uint32_t event);

#endif
