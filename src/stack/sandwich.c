/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stack/sandwich.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum {
	TASK_DEPTH = 1 /* of frames that are not functions */
};

struct sandwich_making {
	struct sandwich *sandwich;
	const struct stacktree *tree;
	uint32_t function; /* frame of the function */
	uint32_t *inside;  /* for each node its node in the callees; STACK_ROOT: none */
};

/* Return the child of a node of one of the sandwich's trees with a frame of the counted stacks. */
static uint32_t child(const struct sandwich_making *m, struct stacktree *to, uint32_t node,
		      uint32_t frame)
{
	return stacktree_child(to, node, stacktree_copy_frame(to, m->tree, frame));
}

/* Add the callers, from an outermost call of the function to the task. */
static void add_callers(struct sandwich_making *m, uint32_t node)
{
	struct stack_weight total = stacktree_node(m->tree, node)->total;
	uint32_t at = STACK_ROOT;

	for (; node != STACK_ROOT; node = stacktree_node(m->tree, node)->parent)
		at = child(m, &m->sandwich->callers, at, stacktree_node(m->tree, node)->frame);
	stacktree_add(&m->sandwich->callers, at, &total);
}

static void add_node(struct sandwich_making *m, uint32_t number)
{
	const struct stack_node *node = stacktree_node(m->tree, number);
	uint32_t above = m->inside[node->parent];
	bool called = node->frame == m->function && node->depth > TASK_DEPTH;

	if ((above == STACK_ROOT && !called) || !node->total.samples)
		return;
	if (above == STACK_ROOT)
		add_callers(m, number);
	m->inside[number] = child(m, &m->sandwich->callees, above, node->frame);
	if (node->self.samples)
		stacktree_add(&m->sandwich->callees, m->inside[number], &node->self);
}

static uint32_t find_frame(const struct stacktree *tree, const char *name)
{
	for (uint32_t i = STACK_NO_FRAME + 1; i < tree->frames_n; i++)
		if (!strcmp(stacktree_name(tree, i), name))
			return i;
	return STACK_NO_FRAME;
}

void sandwich_make(struct sandwich *s, const struct stacktree *tree, const char *name,
		   const char *spool_dir)
{
	struct sandwich_making making = { .sandwich = s, .tree = tree };

	sandwich_release(s);
	stacktree_init(&s->callers, false, spool_dir);
	stacktree_init(&s->callees, false, spool_dir);
	making.function = find_frame(tree, name);
	if (making.function == STACK_NO_FRAME)
		return;
	making.inside = mem_zalloc(tree->nodes_n * sizeof(*making.inside));
	/* The number of a node is larger than its parent's. */
	for (uint32_t i = STACK_ROOT + 1; i < tree->nodes_n; i++)
		add_node(&making, i);
	free(making.inside);
}

void sandwich_release(struct sandwich *s)
{
	stacktree_release(&s->callers);
	stacktree_release(&s->callees);
	*s = (struct sandwich){ .callers = { NULL } };
}

bool sandwich_has_function(const struct sandwich *s)
{
	return s->callees.nodes_n > SANDWICH_FUNCTION;
}

uint32_t sandwich_hottest(const struct stacktree *tree)
{
	uint64_t *samples = mem_zalloc(tree->frames_n * sizeof(*samples));
	uint32_t hottest = STACK_NO_FRAME;

	for (uint32_t i = STACK_ROOT + 1; i < tree->nodes_n; i++) {
		const struct stack_node *node = stacktree_node(tree, i);

		if (node->depth > TASK_DEPTH)
			samples[node->frame] += node->self.samples;
	}
	for (uint32_t i = STACK_NO_FRAME + 1; i < tree->frames_n; i++)
		if (samples[i] > samples[hottest])
			hottest = i;
	free(samples);
	return hottest;
}
