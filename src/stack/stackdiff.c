/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stack/stackdiff.h"

#include <stdlib.h>

#include "base/mem.h"

/* Return the number in both of each frame of a tree. The caller frees the array. */
static uint32_t *frames_in(struct stacktree *both, const struct stacktree *tree)
{
	uint32_t *frames = mem_alloc(tree->frames_n * sizeof(*frames));

	frames[STACK_NO_FRAME] = STACK_NO_FRAME;
	for (uint32_t i = 1; i < tree->frames_n; i++)
		frames[i] = stacktree_copy_frame(both, tree, i);
	return frames;
}

void stackdiff_add(struct stacktree *both, const struct stacktree *tree, bool weighed, bool other)
{
	uint32_t *frames = frames_in(both, tree);
	uint32_t *nodes = mem_alloc(tree->nodes_n * sizeof(*nodes)); /* numbers in both */

	nodes[STACK_ROOT] = STACK_ROOT;
	for (uint32_t i = 0; i < tree->nodes_n; i++) {
		const struct stack_node *node = stacktree_node(tree, i);
		uint64_t n = weighed ? node->self.weight : node->self.samples;

		/* Nodes without samples are not part of the result. */
		if (!node->total.samples)
			continue;
		if (i != STACK_ROOT)
			nodes[i] = stacktree_child(both, nodes[node->parent], frames[node->frame]);
		if (n)
			stacktree_add(both, nodes[i],
				      &(struct stack_weight){ other ? 0 : n, other ? n : 0 });
	}
	free(nodes);
	free(frames);
}

static double percent(uint64_t part, uint64_t whole)
{
	return whole ? (double)part * 100 / (double)whole : 0;
}

double stackdiff_points(const struct stack_weight *weight, const struct stack_weight *whole)
{
	return percent(weight->weight, whole->weight) - percent(weight->samples, whole->samples);
}

static uint64_t share(uint64_t part, uint64_t whole)
{
	return whole ? (uint64_t)((unsigned __int128)part * STACKDIFF_ONE / whole) : 0;
}

uint64_t stackdiff_mean(const struct stack_weight *weight, const struct stack_weight *whole)
{
	uint64_t both =
		share(weight->samples, whole->samples) + share(weight->weight, whole->weight);

	return whole->samples && whole->weight ? both / 2 : both;
}
