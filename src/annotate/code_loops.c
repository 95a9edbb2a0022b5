/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "annotate/code_loops.h"

#include <stdlib.h>

#include "base/search.h"

struct line_loop {
	size_t first, last; /* lines */
};

/* Outer loops come before inner ones, and of loops with one beginning the longest comes first. */
static int compare_loops(const void *a, const void *b)
{
	const struct line_loop *x = a, *y = b;

	if (x->first != y->first)
		return x->first < y->first ? -1 : 1;
	return x->last > y->last ? -1 : x->last < y->last;
}

/* The line at an offset, or the last line before it; SIZE_MAX: none. */
static size_t find_line(const struct code *code, uint64_t off)
{
	size_t end = search_first(0, code->lines.n, i, code->lines.v[i].off <= off);

	return end ? end - 1 : SIZE_MAX;
}

/* Mark a loop in the first free column. Loops inside of too many others get no marks. */
static void mark_loop(struct code *code, const struct line_loop *loop, size_t *free_from)
{
	for (size_t k = 0; k < CODE_LOOPS; k++) {
		if (loop->first < free_from[k])
			continue;
		for (size_t i = loop->first; i <= loop->last; i++)
			code->lines.v[i].loops[k] = CODE_LOOP_WITHIN;
		code->lines.v[loop->first].loops[k] = CODE_LOOP_FIRST;
		code->lines.v[loop->last].loops[k] = CODE_LOOP_LAST;
		free_from[k] = loop->last + 1;
		code->loop_depth = k + 1 > code->loop_depth ? k + 1 : code->loop_depth;
		return;
	}
}

void code_loops_find(struct code *code)
{
	VEC(struct line_loop) loops = { NULL };
	size_t free_from[CODE_LOOPS] = { 0 };

	for (size_t i = 0; i < code->lines.n; i++) {
		const struct code_line *line = &code->lines.v[i];
		size_t to = line->flow == CODE_JUMP ? find_line(code, line->target) : SIZE_MAX;

		if (to == SIZE_MAX || code->lines.v[to].off != line->target)
			continue;
		code->lines.v[to].label = true;
		if (to < i)
			vec_push(&loops, ((struct line_loop){ to, i }));
	}
	if (loops.n)
		qsort(loops.v, loops.n, sizeof(*loops.v), compare_loops);
	for (size_t i = 0; i < loops.n; i++)
		if (!i || loops.v[i].first != loops.v[i - 1].first)
			mark_loop(code, &loops.v[i], free_from);
	vec_release(&loops);
}
