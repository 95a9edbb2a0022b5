/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trees of stacks: many nodes, against sums that are added up another way; flame graphs of them. */
#include "stack/stacktree.h"

#include <stdlib.h>

#include "tap.h"
#include "widgets/flame_layout.h"

enum {
	STACKS = 40000,
	FRAMES = 500,
	DEPTH = 12,
	COLS = 80
};

static uint64_t random_number(void)
{
	static uint64_t v = 1;

	v = v * 6364136223846793005u + 1442695040888963407u;
	return v >> 33;
}

static uint32_t frame(struct stacktree *tree, unsigned i, const char *dso)
{
	char name[32];

	return stacktree_frame(tree, name, (size_t)snprintf(name, sizeof(name), "f%u", i), dso);
}

static void check_frames(void)
{
	struct stacktree tree;
	uint32_t a, b;

	stacktree_init(&tree, false, NULL);
	a = frame(&tree, 1, "/lib/a.so");
	b = frame(&tree, 2, NULL);
	ok(a != STACK_NO_FRAME && b != STACK_NO_FRAME && a != b, "two names are two frames");
	is_uint(frame(&tree, 1, "/lib/b.so"), a, "one name is one frame");
	is_str(stacktree_dso(&tree, a), "/lib/a.so", "... of the first file");
	is_str(stacktree_dso(&tree, b), NULL, "no file");
	is_uint(stacktree_frame(&tree, "f1\0x", 4, NULL), a, "a name ends at a NUL");
	stacktree_release(&tree);
	stacktree_init(&tree, true, NULL);
	a = frame(&tree, 1, "/lib/a.so");
	ok(frame(&tree, 1, "/lib/b.so") != a && frame(&tree, 1, NULL) != a &&
		   frame(&tree, 1, "/lib/a.so") == a,
	   "where files count, one name in two files is two frames");
	stacktree_release(&tree);
}

/* Return whether a tree distinguishes an inlined frame of another tree from one with code. */
static bool copies_differ(const struct stacktree *from, uint32_t called, uint32_t inlined,
			  bool dsos)
{
	struct stacktree to;
	uint32_t copy;
	bool differ;

	stacktree_init(&to, dsos, NULL);
	copy = stacktree_copy_frame(&to, from, called);
	differ = stacktree_copy_frame(&to, from, inlined) != copy;
	ok(stacktree_copy_frame(&to, from, called) == copy &&
		   !strcmp(stacktree_name(&to, copy), stacktree_name(from, called)),
	   "a frame of another tree");
	stacktree_release(&to);
	return differ;
}

static void check_copies(void)
{
	struct stacktree tree;
	uint32_t called, inlined;

	stacktree_init(&tree, true, NULL);
	called = frame(&tree, 1, "/lib/a.so");
	inlined = stacktree_inlined(&tree, "f1", 2, "/lib/a.so");
	ok(called != inlined, "where files count, an inlined function is another frame");
	ok(copies_differ(&tree, called, inlined, true), "... and so are their copies");
	ok(!copies_differ(&tree, called, inlined, false), "... but not where files do not count");
	stacktree_release(&tree);
}

/* The node of some of f0 to f9, which is added if it is missing. */
static uint32_t node_of(struct stacktree *tree, const char *digits)
{
	uint32_t node = STACK_ROOT;

	for (; *digits; digits++)
		node = stacktree_child(tree, node, frame(tree, (unsigned)(*digits - '0'), NULL));
	return node;
}

static void check_same(void)
{
	struct stacktree a, b;
	uint32_t found;

	stacktree_init(&a, false, NULL);
	stacktree_init(&b, false, NULL);
	node_of(&a, "9");
	found = node_of(&a, "123");
	node_of(&b, "31");
	ok(node_of(&b, "123") != found, "numbers of two trees differ");
	is_uint(stacktree_same(&b, &a, found), node_of(&b, "123"), "the same frames are found");
	is_uint(stacktree_same(&b, &a, node_of(&a, "1245")), node_of(&b, "12"),
		"... or as many as are there");
	is_uint(stacktree_same(&b, &a, node_of(&a, "93")), STACK_ROOT, "... of the first");
	is_uint(stacktree_same(&b, &a, STACK_ROOT), STACK_ROOT, "the root is the root");
	stacktree_release(&a);
	stacktree_release(&b);
}

/* Each node's total is the sum of its own and of its children; the root's is the sum of all. */
static void check_totals(const struct stacktree *tree, uint64_t samples, uint64_t weight)
{
	unsigned wrong = 0;

	for (uint32_t i = 0; i < tree->nodes_n; i++) {
		const struct stack_node *node = stacktree_node(tree, i);
		struct stack_weight sum = node->self;

		for (uint32_t c = node->first; c; c = stacktree_node(tree, c)->next) {
			const struct stack_node *child = stacktree_node(tree, c);

			sum.samples += child->total.samples;
			sum.weight += child->total.weight;
			wrong += child->parent != i || child->depth != node->depth + 1 || c <= i;
		}
		wrong += sum.samples != node->total.samples || sum.weight != node->total.weight;
	}
	is_uint(wrong, 0, "totals of %u nodes", tree->nodes_n);
	is_uint(stacktree_node(tree, STACK_ROOT)->total.samples, samples, "all samples");
	is_uint(stacktree_node(tree, STACK_ROOT)->total.weight, weight, "all weights");
}

static void check_walk(const struct stacktree *tree)
{
	struct stacktree_walk walk = { .begun = false };
	uint32_t node, last = 0, n = 0;
	unsigned wrong = 0;

	while (stacktree_walk_next(&walk, tree, &node)) {
		const struct stack_node *at = stacktree_node(tree, node);
		const struct stack_node *before = stacktree_node(tree, last);

		if (n && at->depth == before->depth && at->parent == before->parent)
			wrong += strcmp(stacktree_name(tree, before->frame),
					stacktree_name(tree, at->frame)) >= 0;
		wrong += n && at->depth > before->depth + 1;
		last = node;
		n++;
	}
	stacktree_walk_release(&walk);
	is_uint(n, tree->nodes_n, "a walk comes to all nodes");
	is_uint(wrong, 0, "... in order");
}

/* A child is in a box of its own, or counted as narrow. The narrow ones share a box if one fits. */
static unsigned wrong_narrow(const struct flame_layout *layout, const struct stacktree *tree,
			     size_t box, bool weighed)
{
	const struct flame_box *own = &layout->boxes.v[box];
	const struct stack_node *node = stacktree_node(tree, own->node);
	struct stack_weight sum = own->narrow.total;
	size_t n = own->narrow.frames, shared = 0;
	unsigned wrong = 0;
	int end = own->col;

	for (uint32_t c = node->first; c; c = stacktree_node(tree, c)->next)
		n--;
	for (size_t i = box + 1; i < layout->boxes.n; i++) {
		const struct flame_box *on = &layout->boxes.v[i];

		if (on->below != box)
			continue;
		end = on->col + on->cols;
		shared += on->eighths > 0;
		wrong += on->eighths < 0 || on->eighths > 7 || (on->eighths && on->cols != 1);
		n += !on->eighths;
		if (!on->eighths)
			stack_weight_add(&sum, &on->total);
	}
	sum.samples += node->self.samples;
	wrong += n != 0 || sum.samples != node->total.samples || shared > 1;
	wrong += shared && !own->narrow.frames;
	return wrong + (!weighed && !own->eighths && own->narrow.frames && !shared &&
			end < own->col + own->cols);
}

static void check_layout(const struct stacktree *tree, bool weighed, const char *name)
{
	struct flame_layout layout = { .levels = 0 };
	unsigned wrong = 0;

	flame_layout_make(&layout, tree, STACK_ROOT, weighed, COLS);
	for (size_t i = 1; i < layout.boxes.n; i++) {
		const struct flame_box *box = &layout.boxes.v[i], *before = box - 1;
		const struct flame_box *below = &layout.boxes.v[box->below];

		wrong += box->cols < 1 || box->below >= i || box->level != below->level + 1 ||
			 box->col < below->col || box->col + box->cols > below->col + below->cols;
		wrong += before->level == box->level && before->col + before->cols > box->col;
		wrong += flame_layout_level(&layout, i, -1) != box->below;
		wrong += flame_layout_find(&layout, tree, box->node) != i;
		wrong += wrong_narrow(&layout, tree, i, weighed);
	}
	is_uint(wrong, 0, "%s: %zu boxes stand on one another, none over another", name,
		layout.boxes.n);
	ok(layout.levels > 1 && layout.boxes.v[0].cols == COLS, "%s: the base is all of it", name);
	is_uint(flame_layout_side(&layout, 0, 1), 0, "%s: nothing beside the base", name);
	flame_layout_release(&layout);
}

/* Weights whose sums do not fit. */
static void check_large(void)
{
	static const uint64_t weights[] = { 1ull << 63, (1ull << 63) + 77, 1ull << 62, 5 };
	struct stacktree tree;

	stacktree_init(&tree, false, NULL);
	for (unsigned i = 0; i < 4 * 3; i++)
		stacktree_add(&tree,
			      node_of(&tree, (const char *[]){ "12", "13", "2", "31" }[i % 4]),
			      &(struct stack_weight){ 1, weights[i % 4] });
	is_uint(stacktree_node(&tree, node_of(&tree, "12"))->self.weight, UINT64_MAX,
		"a sum that does not fit is the largest number");
	is_uint(stacktree_node(&tree, node_of(&tree, "31"))->total.weight, 15,
		"... another is not");
	is_uint(stacktree_node(&tree, STACK_ROOT)->total.weight, UINT64_MAX, "... that of all is");
	is_uint(stacktree_node(&tree, STACK_ROOT)->total.samples, 12, "... samples are counted");
	check_layout(&tree, true, "by large weights");
	stacktree_release(&tree);
}

/* Of 100 samples on 10 columns: callees of 4, 3 and 2 are too narrow for a column each. */
static void check_narrow(void)
{
	static const struct {
		const char *digits;
		uint64_t samples;
	} stacks[] = { { "1", 71 }, { "12", 20 }, { "134", 4 }, { "15", 3 }, { "18", 2 } };
	struct flame_layout layout = { .levels = 0 };
	const struct flame_box *box;
	struct stacktree tree;

	stacktree_init(&tree, false, NULL);
	for (size_t i = 0; i < sizeof(stacks) / sizeof(stacks[0]); i++)
		stacktree_add(&tree, node_of(&tree, stacks[i].digits),
			      &(struct stack_weight){ stacks[i].samples, 0 });
	flame_layout_make(&layout, &tree, STACK_ROOT, false, 10);
	is_uint(layout.boxes.n, 4, "all, f1, f2, and a box for the narrow ones");
	is_uint(layout.boxes.v[1].narrow.frames, 3, "f1 has three of them");
	is_uint(layout.boxes.v[1].narrow.total.samples, 9, "... with nine samples");
	box = &layout.boxes.v[3];
	is_uint(box->node, node_of(&tree, "13"), "their box has the widest");
	ok(box->col == 2 && box->cols == 1, "... on the right of the others");
	is_int(box->eighths, 7, "... filled by nine tenths");
	is_uint(box->narrow.frames, 1, "its callee has no box");
	is_int(layout.levels, 3, "... because it would fill less than half of it");
	flame_layout_make(&layout, &tree, STACK_ROOT, false, 15);
	is_int(layout.levels, 4, "on more columns it has one");
	flame_layout_release(&layout);
	stacktree_release(&tree);
}

int main(void)
{
	struct stacktree tree;
	struct flame_layout none = { .levels = 0 };
	uint64_t samples = 0, weights = 0;

	check_frames();
	check_copies();
	check_same();
	check_large();
	check_narrow();
	stacktree_init(&tree, false, NULL);
	flame_layout_make(&none, &tree, STACK_ROOT, false, COLS);
	is_uint(none.boxes.n, 0, "an empty tree has no boxes");
	for (unsigned i = 0; i < STACKS; i++) {
		struct stack_weight weight = { 1 + random_number() % 3, random_number() };
		uint32_t node = STACK_ROOT;

		for (uint64_t depth = random_number() % DEPTH + 1; depth; depth--)
			node = stacktree_child(&tree, node,
					       frame(&tree, (unsigned)(random_number() % FRAMES),
						     NULL));
		stacktree_add(&tree, node, &weight);
		samples += weight.samples;
		weights += weight.weight;
	}
	is_uint(tree.frames_n, FRAMES + 1, "as many frames as names");
	check_totals(&tree, samples, weights);
	check_walk(&tree);
	check_layout(&tree, false, "by samples");
	check_layout(&tree, true, "by weight");
	stacktree_release(&tree);
	return done_testing();
}
