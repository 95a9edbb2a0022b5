/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sandwiches against folded stacks that are taken apart here; charts of stacks in columns. */
#include "stack/sandwich.h"

#include <stdlib.h>
#include <string.h>

#include "tap.h"
#include "widgets/chart_layout.h"

enum {
	STACKS = 3000,
	DEPTH = 8,
	NAMES = 4, /* few, so that functions call themselves, and tasks have their names */
	COLUMNS = 60
};

struct stack {
	char frames[DEPTH + 1]; /* a letter each, the task first */
	uint32_t node;
};

static struct stack stacks[STACKS];

static unsigned random_number(unsigned below)
{
	static uint64_t v = 1;

	v = v * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)((v >> 33) % below);
}

static void make_stacks(struct stacktree *tree)
{
	for (size_t i = 0; i < STACKS; i++) {
		unsigned depth = 1 + random_number(DEPTH);
		uint32_t node = STACK_ROOT;

		for (unsigned k = 0; k < depth; k++) {
			const char *name = &stacks[i].frames[k];
			bool inlined = random_number(2);

			stacks[i].frames[k] = (char)('a' + random_number(NAMES));
			node = stacktree_child(
				tree, node,
				inlined ? stacktree_inlined(tree, name, 1, "/lib/a.so")
					: stacktree_frame(tree, name, 1, "/lib/a.so"));
		}
		stacks[i].node = node;
		stacktree_add(tree, node, &(struct stack_weight){ 1, depth });
	}
}

/* The outermost call of a function; NULL: the stack has none. */
static const char *outermost(const char *frames, char function)
{
	return strchr(frames + 1, function);
}

/* The frames of a node, from the root on. */
static void path_of(const struct stacktree *tree, uint32_t node, char *path)
{
	uint32_t depth = stacktree_node(tree, node)->depth;

	path[depth] = '\0';
	for (; node != STACK_ROOT; node = stacktree_node(tree, node)->parent)
		path[--depth] = *stacktree_name(tree, stacktree_node(tree, node)->frame);
}

static bool begins_backwards(const char *frames, const char *from, const char *path)
{
	for (; *path; path++, from--)
		if (from < frames || *from != *path)
			return false;
	return true;
}

static uint64_t wanted(const char *path, bool callers, uint64_t *weight)
{
	uint64_t n = 0;

	*weight = 0;
	for (size_t i = 0; i < STACKS; i++) {
		const char *frames = stacks[i].frames, *from = outermost(frames, *path);

		if (!from || (callers ? !begins_backwards(frames, from, path)
				      : strncmp(from, path, strlen(path)) != 0))
			continue;
		n++;
		*weight += strlen(frames);
	}
	return n;
}

/* How many nodes of a side have other sums than the stacks themselves. */
static unsigned wrong_nodes(const struct stacktree *tree, bool callers)
{
	unsigned wrong = 0;

	for (uint32_t i = SANDWICH_FUNCTION; i < tree->nodes_n; i++) {
		const struct stack_node *node = stacktree_node(tree, i);
		char path[DEPTH + 1];
		uint64_t weight;

		path_of(tree, i, path);
		wrong += node->total.samples != wanted(path, callers, &weight) ||
			 node->total.weight != weight;
	}
	return wrong;
}

static void check_sandwich(const struct stacktree *tree)
{
	struct sandwich sandwich = { .callers = { NULL } };
	uint64_t weight;

	sandwich_make(&sandwich, tree, "b", NULL);
	ok(sandwich_has_function(&sandwich), "a function");
	is_uint(stacktree_node(&sandwich.callees, SANDWICH_FUNCTION)->total.samples,
		wanted("b", false, &weight), "each stack counts once");
	is_uint(stacktree_node(&sandwich.callers, SANDWICH_FUNCTION)->total.samples,
		stacktree_node(&sandwich.callees, SANDWICH_FUNCTION)->total.samples,
		"... on both sides");
	ok(sandwich.callers.nodes_n > 100 && sandwich.callees.nodes_n > 100, "many nodes");
	is_uint(wrong_nodes(&sandwich.callers, true), 0, "callers");
	is_uint(wrong_nodes(&sandwich.callees, false), 0, "callees");
	sandwich_make(&sandwich, tree, "z", NULL);
	ok(!sandwich_has_function(&sandwich), "another function, which no stack has");
	sandwich_release(&sandwich);
}

static void check_hottest(const struct stacktree *tree)
{
	unsigned most = 0, n[NAMES] = { 0 };
	uint32_t hottest = sandwich_hottest(tree);

	for (size_t i = 0; i < STACKS; i++)
		if (stacks[i].frames[1])
			n[stacks[i].frames[strlen(stacks[i].frames) - 1] - 'a']++;
	for (unsigned i = 0; i < NAMES; i++)
		most = n[i] > most ? n[i] : most;
	is_uint(n[*stacktree_name(tree, hottest) - 'a'], most, "the hottest function");
}

/* Each frame of each column has a box, which ends where a neighbour has another frame there. */
static unsigned wrong_columns(const struct flame_layout *layout, const struct stacktree *tree,
			      const struct chart_column *columns)
{
	unsigned wrong = 0;

	for (int i = 0; i < COLUMNS; i++) {
		uint32_t node = columns[i].node, depth = stacktree_node(tree, node)->depth;

		wrong += chart_layout_at(layout, (int)depth, i) != SIZE_MAX;
		for (; node != STACK_ROOT; node = stacktree_node(tree, node)->parent) {
			size_t at = chart_layout_at(layout, (int)--depth, i);
			const struct flame_box *box = &layout->boxes.v[at];

			wrong += at == SIZE_MAX || box->node != node;
			if (at == SIZE_MAX || !depth)
				continue;
			wrong += chart_layout_at(layout, (int)depth - 1, i) != box->below;
		}
	}
	return wrong;
}

static void check_chart(const struct stacktree *tree)
{
	struct flame_layout layout = { .levels = 0 };
	struct chart_column columns[COLUMNS];
	uint64_t samples = 0, level[2] = { 0 };
	uint32_t last = STACK_ROOT;
	unsigned joined = 0;

	for (int i = 0; i < COLUMNS; i++) {
		bool none = random_number(8) == 0, same = random_number(2);

		columns[i] = (struct chart_column){
			none   ? STACK_ROOT
			: same ? last
			       : stacks[random_number(STACKS)].node,
			none ? 0 : random_number(5),
		};
		last = columns[i].node;
		samples += columns[i].node == STACK_ROOT ? 0 : columns[i].samples;
	}
	chart_layout_make(&layout, tree, columns, COLUMNS);
	is_uint(wrong_columns(&layout, tree, columns), 0, "a chart: the frames of each column");
	for (size_t i = 0; i < layout.boxes.n; i++) {
		const struct flame_box *box = &layout.boxes.v[i], *next = box + 1;

		if (box->level == 0)
			level[0] += box->total.samples;
		level[1] += box->level == 0 ? (uint64_t)box->cols : 0;
		joined += i + 1 < layout.boxes.n && next->level == box->level &&
			  next->node == box->node && next->col == box->col + box->cols;
	}
	is_uint(joined, 0, "... neighbours of the same frame have one box");
	is_uint(level[0], samples, "... the samples of all columns");
	ok(level[1] && level[1] < COLUMNS, "... columns without a stack have no box");
	chart_layout_make(&layout, tree, columns, 0);
	is_uint(layout.boxes.n, 0, "... no columns, no boxes");
	flame_layout_release(&layout);
}

int main(void)
{
	struct stacktree tree;

	stacktree_init(&tree, false, NULL);
	make_stacks(&tree);
	check_sandwich(&tree);
	check_hottest(&tree);
	check_chart(&tree);
	stacktree_release(&tree);
	return done_testing();
}
