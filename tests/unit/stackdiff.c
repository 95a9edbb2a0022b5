/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two trees of stacks as one: numbers against those of both trees, widths, styles. */
#include "stack/stackdiff.h"

#include <string.h>

#include "tap.h"
#include "widgets/flame_layout.h"
#include "widgets/framediff.h"

enum {
	COLS = 120
};

static uint32_t node_of(struct stacktree *tree, const char *names)
{
	uint32_t node = STACK_ROOT;

	for (; *names; names++)
		node = stacktree_child(tree, node, stacktree_frame(tree, names, 1, NULL));
	return node;
}

static void add(struct stacktree *tree, const char *names, uint64_t samples, uint64_t weight)
{
	stacktree_add(tree, node_of(tree, names), &(struct stack_weight){ samples, weight });
}

/* Totals of a stack: "3/4" of this and the other. */
static const char *numbers(struct stacktree *both, const char *names)
{
	static char text[64];
	const struct stack_node *node = stacktree_node(both, node_of(both, names));

	snprintf(text, sizeof(text), "%llu/%llu, own %llu/%llu",
		 (unsigned long long)node->total.samples, (unsigned long long)node->total.weight,
		 (unsigned long long)node->self.samples, (unsigned long long)node->self.weight);
	return text;
}

static void make(struct stacktree *both, const struct stacktree *a, const struct stacktree *b,
		 bool weighed)
{
	stacktree_init(both, false, NULL);
	stackdiff_add(both, a, weighed, false);
	stackdiff_add(both, b, weighed, true);
}

static const struct flame_box *box_of(const struct flame_layout *layout, struct stacktree *both,
				      const char *names)
{
	return &layout->boxes.v[flame_layout_find(layout, both, node_of(both, names))];
}

static void check_layout(struct stacktree *both)
{
	struct flame_layout layout = { .levels = 0 };

	flame_layout_make_both(&layout, both, STACK_ROOT, COLS);
	is_int(layout.boxes.v[0].cols, COLS, "the root is all of the width");
	is_int(box_of(&layout, both, "m")->cols, COLS * 3 / 4,
	       "a width is the mean of both shares");
	is_int(box_of(&layout, both, "n")->cols, COLS / 4,
	       "... if only the other has the stack, too");
	is_int(box_of(&layout, both, "n")->style, STYLE_MORE_3, "that is much more");
	is_int(box_of(&layout, both, "mf")->style, STYLE_LESS_3, "... this much less");
	is_int(layout.boxes.v[0].style, STYLE_EVEN, "... and all is even");
	flame_layout_make_both(&layout, both, node_of(both, "m"), COLS);
	is_int(layout.boxes.v[0].cols, COLS, "any frame can be all of the width");
	is_int(box_of(&layout, both, "mf")->style, STYLE_LESS_3, "... and styles stay");
	flame_layout_release(&layout);
}

static void check_text(double points, const char *text, enum style style)
{
	struct buf out = BUF_INIT;

	framediff_add(points, &out);
	is_str(out.p, text, "%g points as text", points);
	is_int(framediff_style(points), style, "... and their style");
	buf_release(&out);
}

int main(void)
{
	struct stacktree a, b, both;
	struct stack_weight whole;

	stacktree_init(&a, false, NULL);
	stacktree_init(&b, false, NULL);
	/* The frames have other numbers in the other tree. */
	add(&a, "mf", 6, 60);
	add(&a, "mg", 2, 40);
	add(&b, "n", 10, 5);
	add(&b, "mg", 9, 4);
	add(&b, "m", 1, 1);
	node_of(&b, "mx");
	make(&both, &a, &b, false);
	is_str(numbers(&both, ""), "8/20, own 0/0", "all samples of both");
	is_str(numbers(&both, "m"), "8/10, own 0/1", "... of a frame of both");
	is_str(numbers(&both, "mf"), "6/0, own 6/0", "... of this alone");
	is_str(numbers(&both, "n"), "0/10, own 0/10", "... of the other alone");
	is_str(numbers(&both, "mg"), "2/9, own 2/9", "... of frames with other numbers");
	is_int(both.nodes_n, 5, "nodes without samples are left out");
	whole = stacktree_node(&both, STACK_ROOT)->total;
	ok(stackdiff_points(&stacktree_node(&both, node_of(&both, "mf"))->total, &whole) == -75,
	   "points are the other's percent minus this one's");
	is_uint(stackdiff_mean(&whole, &whole), STACKDIFF_ONE, "the mean of all");
	check_layout(&both);
	stacktree_release(&both);
	make(&both, &a, &b, true);
	is_str(numbers(&both, "m"), "100/5, own 0/1", "weights in place of samples");
	stacktree_release(&both);
	stacktree_release(&a);
	/* A side without stacks. */
	stacktree_init(&a, false, NULL);
	make(&both, &a, &b, false);
	whole = stacktree_node(&both, STACK_ROOT)->total;
	is_uint(stackdiff_mean(&whole, &whole), STACKDIFF_ONE, "the mean of one side is its share");
	ok(stackdiff_points(&whole, &whole) == 100, "... and all of it is more");
	stacktree_release(&both);
	stacktree_release(&a);
	stacktree_release(&b);
	check_text(0.04, "", STYLE_EVEN);
	check_text(-0.4, "-0.4", STYLE_EVEN);
	check_text(0.5, "+0.5", STYLE_MORE_1);
	check_text(-2, "-2.0", STYLE_LESS_2);
	check_text(7.96, "+8.0", STYLE_MORE_2);
	check_text(-100, "-100.0", STYLE_LESS_3);
	return done_testing();
}
