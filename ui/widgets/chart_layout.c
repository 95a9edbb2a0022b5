/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/chart_layout.h"

#include <stdlib.h>

#include "base/mem.h"
#include "widgets/framekind.h"

/* The current column. */
struct at {
	uint32_t *path; /* from the root to the node */
	uint32_t depth;
	size_t below; /* index of its box on the previous level */
};

static void start_column(struct at *at, const struct stacktree *tree, uint32_t node)
{
	at->depth = stacktree_node(tree, node)->depth;
	at->path = mem_alloc((at->depth + 1) * sizeof(*at->path));
	for (uint32_t i = at->depth + 1; i--; node = stacktree_node(tree, node)->parent)
		at->path[i] = node;
}

/* Is the previous box of the same frame, and does it end where this column begins? */
static bool goes_on(const struct flame_layout *layout, int level, uint32_t node, int col)
{
	const struct flame_box *last;

	if (!layout->boxes.n)
		return false;
	last = &layout->boxes.v[layout->boxes.n - 1];
	return last->level == level && last->node == node && last->col + last->cols == col;
}

static void add_column(struct flame_layout *layout, const struct stacktree *tree, struct at *at,
		       int level, int col, uint64_t samples)
{
	uint32_t node = at->path[level + 1];
	struct flame_box *box;

	if (!goes_on(layout, level, node, col)) {
		size_t number = layout->boxes.n;

		box = vec_add(&layout->boxes);
		*box = (struct flame_box){
			.node = node,
			.below = level ? at->below : number,
			.level = level,
			.col = col,
			.style = framekind_style(tree, node),
		};
		layout->levels = level + 1;
	}
	box = &layout->boxes.v[layout->boxes.n - 1];
	box->cols++;
	box->total.samples += samples;
	at->below = layout->boxes.n - 1;
}

void chart_layout_make(struct flame_layout *layout, const struct stacktree *tree,
		       const struct chart_column *columns, int cols)
{
	struct at *at = mem_zalloc((size_t)(cols > 0 ? cols : 1) * sizeof(*at));
	uint32_t deepest = 0;

	layout->boxes.n = 0;
	layout->levels = 0;
	for (int i = 0; i < cols; i++) {
		start_column(&at[i], tree, columns[i].node);
		deepest = at[i].depth > deepest ? at[i].depth : deepest;
	}
	for (uint32_t level = 0; level < deepest; level++)
		for (int i = 0; i < cols; i++)
			if (at[i].depth > level)
				add_column(layout, tree, &at[i], (int)level, i, columns[i].samples);
	for (int i = 0; i < cols; i++)
		free(at[i].path);
	free(at);
}

size_t chart_layout_at(const struct flame_layout *layout, int level, int col)
{
	for (size_t i = 0; i < layout->boxes.n; i++) {
		const struct flame_box *box = &layout->boxes.v[i];

		if (box->level == level && col >= box->col && col < box->col + box->cols)
			return i;
	}
	return SIZE_MAX;
}
