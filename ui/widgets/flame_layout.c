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

static enum style style_of(const struct layouting *l, uint32_t node, int eighths)
{
	if (l->both)
		return framediff_style(
			stackdiff_points(&stacktree_node(l->tree, node)->total, l->both));
	return eighths ? framekind_text_style(l->tree, node) : framekind_style(l->tree, node);
}

static void add_box(struct layouting *l, uint32_t number_of, size_t below, int col, int cols,
		    int eighths)
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
		.eighths = eighths,
		.self = node->self,
		.total = node->total,
		.style = style_of(l, number_of, eighths),
	};
	if (level >= l->layout->levels)
		l->layout->levels = level + 1;
}

/* The eighths of a column that narrow callees fill together, at least one, and not all. */
static int eighths_of(const struct layouting *l, const struct flame_narrow *narrow)
{
	unsigned __int128 all =
		(unsigned __int128)number(l, &narrow->total) * 8 * (unsigned)l->cols;
	uint64_t eighths = (uint64_t)(all / l->all);

	return eighths < 1 ? 1 : eighths > 7 ? 7 : (int)eighths;
}

/*
 * Is there a column for the narrow callees of a box? In a column that is itself for narrow frames
 * they must fill half of it, so that rare stacks do not make the graph higher.
 */
static bool has_room(const struct layouting *l, const struct flame_box *box, int col)
{
	return number(l, &box->narrow.total) && col < box->col + box->cols &&
	       (!box->eighths || eighths_of(l, &box->narrow) >= 4);
}

/* The sums to the left of the boxes, in the order of the boxes. */
struct begins {
	VEC(uint64_t) of;
};

static void add_callees(struct layouting *l, size_t below, struct begins *begins)
{
	struct flame_box box = l->layout->boxes.v[below];
	uint64_t before = begins->of.v[below], most = 0;
	uint32_t widest = box.node;
	size_t n;
	uint32_t *children = stacktree_children(l->tree, box.node, &n);

	for (size_t k = 0; k < n; k++) {
		const struct stack_weight *total = &stacktree_node(l->tree, children[k])->total;
		uint64_t own = number(l, total);
		uint64_t after = own < UINT64_MAX - before ? before + own : UINT64_MAX;
		int from = column(l, before), to = column(l, after);

		if (to > from && !box.eighths) {
			add_box(l, children[k], below, from, to - from, 0);
			vec_push(&begins->of, before);
		} else {
			box.narrow.frames++;
			stack_weight_add(&box.narrow.total, total);
			widest = own > most ? children[k] : widest;
			most = own > most ? own : most;
		}
		before = after;
	}
	free(children);
	if (box.eighths)
		before = begins->of.v[below];
	box.narrow.drawn = has_room(l, &box, column(l, before));
	l->layout->boxes.v[below].narrow = box.narrow;
	if (box.narrow.drawn) {
		add_box(l, widest, below, column(l, before), 1, eighths_of(l, &box.narrow));
		vec_push(&begins->of, before);
	}
}

static void make(struct layouting *l, uint32_t base)
{
	struct begins begins = { { NULL } };

	l->layout->boxes.n = 0;
	l->layout->levels = 0;
	l->all = number(l, &stacktree_node(l->tree, base)->total);
	if (!l->all || l->cols <= 0)
		return;
	add_box(l, base, 0, 0, l->cols, 0);
	vec_push(&begins.of, 0);
	for (size_t i = 0; i < l->layout->boxes.n; i++)
		add_callees(l, i, &begins);
	vec_release(&begins.of);
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
