/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/thread_lines.h"

#include <stdlib.h>

/* A thread to visit, with its depth. */
struct step {
	uint32_t node, depth;
	bool hidden; /* an ancestor is closed */
};

/* For sorting by time, then by number. */
struct begin {
	uint64_t time;
	uint32_t node;
};

struct tree_walk {
	const struct thread_node *nodes; /* n of them */
	size_t n;
	const struct thread_event *events;
	struct begin *order;
	uint32_t *child, *sibling; /* of each node, last child first */
	bool *seen;
	VEC(struct step) stack;
	struct thread_lines *lines;
	enum thread_open (*open)(void *ctx, uint32_t node);
	void *ctx;
};

static int compare(const void *a, const void *b)
{
	const struct begin *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return x->node < y->node ? -1 : x->node > y->node;
}

static void walk_init(struct tree_walk *w)
{
	size_t n = w->n;

	w->order = mem_alloc((n + 1) * sizeof(*w->order));
	w->child = mem_alloc((n + 1) * sizeof(*w->child));
	w->sibling = mem_alloc((n + 1) * sizeof(*w->sibling));
	w->seen = mem_zalloc((n + 1) * sizeof(*w->seen));
	for (uint32_t i = 0; i < n; i++) {
		uint32_t first = w->nodes[i].first;

		w->child[i] = THREAD_NONE;
		w->order[i] = (struct begin){ first == THREAD_NONE ? 0 : w->events[first].time, i };
	}
	if (n)
		qsort(w->order, n, sizeof(*w->order), compare);
	for (size_t i = 0; i < n; i++) {
		uint32_t node = w->order[i].node, parent = w->nodes[node].parent;

		if (parent == THREAD_NONE)
			continue;
		w->sibling[node] = w->child[parent];
		w->child[parent] = node;
	}
}

static void walk_release(struct tree_walk *w)
{
	free(w->order);
	free(w->child);
	free(w->sibling);
	free(w->seen);
	vec_release(&w->stack);
}

static void push(struct tree_walk *w, uint32_t node, uint32_t depth, bool hidden)
{
	if (w->seen[node])
		return;
	w->seen[node] = true;
	vec_push(&w->stack, ((struct step){ node, depth, hidden }));
}

static void add_line(struct tree_walk *w, const struct step *step, bool events)
{
	uint32_t event = w->nodes[step->node].first;
	struct thread_line line = { step->node, THREAD_NONE, step->depth,
				    event != THREAD_NONE || w->child[step->node] != THREAD_NONE };

	vec_push(&w->lines->list, line);
	for (; events && event != THREAD_NONE; event = w->events[event].next)
		vec_push(&w->lines->list,
			 ((struct thread_line){ step->node, event, step->depth + 1, false }));
}

/*
 * Add a thread and everything below it. If numbers were reused, a thread can be its own ancestor,
 * so each is visited only once.
 */
static void add_tree(struct tree_walk *w, uint32_t root)
{
	push(w, root, 0, false);
	while (w->stack.n) {
		struct step step = w->stack.v[--w->stack.n];
		enum thread_open open = w->open(w->ctx, step.node);

		if (!step.hidden)
			add_line(w, &step, open == THREAD_ALL);
		for (uint32_t c = w->child[step.node]; c != THREAD_NONE; c = w->sibling[c])
			push(w, c, step.depth + 1, step.hidden || open == THREAD_CLOSED);
	}
}

void thread_lines_make(struct thread_lines *lines, const struct thread_node *nodes, size_t n,
		       const struct thread_event *events,
		       enum thread_open (*open)(void *ctx, uint32_t node), void *ctx)
{
	struct tree_walk w = {
		.nodes = nodes,
		.n = n,
		.events = events,
		.lines = lines,
		.open = open,
		.ctx = ctx,
	};

	lines->list.n = 0;
	walk_init(&w);
	for (size_t i = 0; i < n; i++)
		if (nodes[w.order[i].node].parent == THREAD_NONE)
			add_tree(&w, w.order[i].node);
	for (size_t i = 0; i < n; i++)
		add_tree(&w, w.order[i].node);
	walk_release(&w);
}
