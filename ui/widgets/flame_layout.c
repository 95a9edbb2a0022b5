/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/flame_layout.h"

#include <stdlib.h>

#include "stack/stackdiff.h"
#include "widgets/framediff.h"
#include "widgets/framekind.h"

struct layouting {
	struct flame_layout *layout;
	const struct stacktree *tree;
	bool weighed;
	const struct stack_weight *both; /* of all stacks of two recordings; NULL: of one */
	uint64_t all;
	int cols;
};

static uint64_t number(const struct layouting *l, const struct stack_weight *weight)
{
	if (l->both)
		return stackdiff_mean(weight, l->both);
	return l->weighed ? weight->weight : weight->samples;
}

/*
 * Return the column where a part of the whole begins. Parts can be larger than the whole if sums
 * overflow.
 */
static int column(const struct layouting *l, uint64_t before)
{
	before = before < l->all ? before : l->all;
	return (int)((unsigned __int128)before * (unsigned)l->cols / l->all);
}

static void add_box(struct layouting *l, uint32_t number_of, size_t below, int col, int cols)
{
	const struct stack_node *node = stacktree_node(l->tree, number_of);
	bool first = !l->layout->boxes.n;
	struct flame_box *box = vec_add(&l->layout->boxes);
	int level = first ? 0 : l->layout->boxes.v[below].level + 1;

	*box = (struct flame_box){
		.node = number_of,
		.below = below,
		.level = level,
		.col = col,
		.cols = cols,
		.self = node->self,
		.total = node->total,
		.style = l->both ? framediff_style(stackdiff_points(&node->total, l->both))
				 : framekind_style(l->tree, number_of),
	};
	if (level >= l->layout->levels)
		l->layout->levels = level + 1;
}

static void make(struct layouting *l, uint32_t base)
{
	struct flame_layout *layout = l->layout;
	VEC(uint64_t) begins = { NULL }; /* for each box: the part of the whole to its left */

	layout->boxes.n = 0;
	layout->levels = 0;
	l->all = number(l, &stacktree_node(l->tree, base)->total);
	if (!l->all || l->cols <= 0)
		return;
	add_box(l, base, 0, 0, l->cols);
	vec_push(&begins, 0);
	for (size_t i = 0; i < layout->boxes.n; i++) {
		struct flame_box box = layout->boxes.v[i];
		uint64_t before = begins.v[i];
		size_t n;
		uint32_t *children = stacktree_children(l->tree, box.node, &n);

		for (size_t k = 0; k < n; k++) {
			uint64_t own = number(l, &stacktree_node(l->tree, children[k])->total);
			uint64_t after = own < UINT64_MAX - before ? before + own : UINT64_MAX;
			int from = column(l, before), to = column(l, after);

			if (to > from) {
				add_box(l, children[k], i, from, to - from);
				vec_push(&begins, before);
			}
			before = after;
		}
		free(children);
	}
	vec_release(&begins);
}

void flame_layout_make(struct flame_layout *layout, const struct stacktree *tree, uint32_t base,
		       bool weighed, int cols)
{
	make(&(struct layouting){ layout, tree, .weighed = weighed, .cols = cols }, base);
}

void flame_layout_make_both(struct flame_layout *layout, const struct stacktree *tree,
			    uint32_t base, int cols)
{
	make(&(struct layouting){ layout, tree, .both = &stacktree_node(tree, STACK_ROOT)->total,
				  .cols = cols },
	     base);
}

void flame_layout_release(struct flame_layout *layout)
{
	vec_release(&layout->boxes);
}

size_t flame_layout_find(const struct flame_layout *layout, const struct stacktree *tree,
			 uint32_t node)
{
	for (;; node = stacktree_node(tree, node)->parent) {
		for (size_t i = 0; i < layout->boxes.n; i++)
			if (layout->boxes.v[i].node == node)
				return i;
		if (node == STACK_ROOT)
			return 0;
	}
}

size_t flame_layout_level(const struct flame_layout *layout, size_t box, int level)
{
	size_t found = box;

	if (level < 0)
		return layout->boxes.v[box].below;
	for (size_t i = box + 1; i < layout->boxes.n; i++) {
		const struct flame_box *other = &layout->boxes.v[i];

		if (other->below == box &&
		    (found == box || other->cols > layout->boxes.v[found].cols))
			found = i;
	}
	return found;
}

size_t flame_layout_side(const struct flame_layout *layout, size_t box, int side)
{
	size_t next = side > 0 ? box + 1 : box - 1;

	return next < layout->boxes.n && layout->boxes.v[next].level == layout->boxes.v[box].level
		       ? next
		       : box;
}

bool flame_layout_goes_on(const struct flame_layout *layout, size_t box)
{
	return flame_layout_level(layout, box, 1) != box;
}

bool flame_layout_is_open(const struct flame_layout *layout, size_t box, int cols)
{
	const struct flame_box *own = &layout->boxes.v[box], *next = own + 1;
	int end = own->col + own->cols;

	return end < cols &&
	       !(box + 1 < layout->boxes.n && next->level == own->level && next->col == end);
}
