/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/flame_own.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "stack/stackdiff.h"
#include "widgets/framediff.h"
#include "widgets/shortname.h"
#include "widgets/sparkline.h"

enum {
	LINES_MAX = 256,
	SHARE = 6, /* columns of "100.0%" */
	BAR_MIN = 10,
	BAR_MAX = 40
};

/* ---- the functions ---- */

/* Add up the own numbers of each frame below the base; with callers, the totals of its children. */
static struct stack_weight *sums_below(const struct stack_view *stacks,
				       const struct stacktree *tree, uint32_t base)
{
	struct stack_weight *sums = mem_zalloc(tree->frames_n * sizeof(*sums));
	bool *below = mem_zalloc(tree->nodes_n * sizeof(*below));

	below[base] = true;
	for (uint32_t i = base; i < tree->nodes_n; i++) {
		const struct stack_node *node = stacktree_node(tree, i);

		below[i] = i == base || below[node->parent];
		if (!below[i] || i == STACK_ROOT)
			continue;
		if (!stacks->callers)
			stack_weight_add(&sums[node->frame], &node->self);
		else if (i != base && node->parent == base)
			stack_weight_add(&sums[node->frame], &node->total);
	}
	free(below);
	return sums;
}

/* The number by which a line is sorted. */
static double rank(const struct flame_own *own, const struct stack_view *stacks,
		   const struct stack_weight *weight)
{
	if (stacks->path)
		return fabs(stackdiff_points(weight, &own->all));
	return (double)stack_view_number(stacks, weight);
}

struct ranking_of {
	const struct flame_own *own;
	const struct stack_view *stacks;
	const struct stacktree *tree;
};

/* Names decide between equal numbers. */
static int compare_lines(const void *pa, const void *pb, void *arg)
{
	const struct ranking_of *r = arg;
	const struct flame_own_line *a = pa, *b = pb;
	double x = rank(r->own, r->stacks, &a->own), y = rank(r->own, r->stacks, &b->own);

	if (x != y)
		return x > y ? -1 : 1;
	return strcmp(stacktree_name(r->tree, a->frame), stacktree_name(r->tree, b->frame));
}

void flame_own_make(struct flame_own *own, const struct stack_view *stacks,
		    const struct stacktree *tree, uint32_t base)
{
	struct stack_weight *sums = sums_below(stacks, tree, base);
	struct ranking_of ranking = { own, stacks, tree };

	own->all = stacktree_node(tree, STACK_ROOT)->total;
	own->lines.n = 0;
	for (uint32_t i = 1; i < tree->frames_n; i++)
		if (rank(own, stacks, &sums[i]) > 0)
			*vec_add(&own->lines) = (struct flame_own_line){ i, sums[i] };
	if (own->lines.n)
		qsort_r(own->lines.v, own->lines.n, sizeof(*own->lines.v), compare_lines, &ranking);
	if (own->lines.n > LINES_MAX)
		own->lines.n = LINES_MAX;
	free(sums);
}

void flame_own_release(struct flame_own *own)
{
	vec_release(&own->lines);
}

/* ---- drawing ---- */

static void draw_line(const struct flame_own *own, const struct stack_view *stacks,
		      const struct stacktree *tree, size_t i, bool here, const struct surface *row)
{
	const struct flame_own_line *line = &own->lines.v[i];
	const char *dso = stacktree_dso(tree, line->frame), *slash = dso ? strrchr(dso, '/') : NULL;
	double most = rank(own, stacks, &own->lines.v[0].own);
	int bar = row->cols / 4 < BAR_MIN   ? BAR_MIN
		  : row->cols / 4 > BAR_MAX ? BAR_MAX
					    : row->cols / 4;
	struct buf text = BUF_INIT, name = BUF_INIT;
	int col = 1 + SHARE + 1;

	if (stacks->path) {
		buf_addf(&text, "%+.1f", stackdiff_points(&line->own, &own->all));
	} else {
		stack_view_share(stacks, &line->own, &own->all, &text);
		buf_addc(&text, '%');
	}
	surface_put_right(row, 0, 1, SHARE, STYLE_NORMAL, text.p);
	buf_reset(&text);
	sparkline_add_share(&text, (uint64_t)(rank(own, stacks, &line->own) * 1000),
			    (uint64_t)(most * 1000), (size_t)bar, row->grid->ascii);
	surface_put(row, 0, col, STYLE_BAR, text.p);
	col += bar + 1;
	buf_reset(&text);
	text_escape_str(&text, stacktree_name(tree, line->frame));
	if (row->cols > col)
		shortname_add(text.p, row->cols - col, &name);
	col = surface_put(row, 0, col, here ? STYLE_TITLE_FOCUS : STYLE_TYPE, name.p) + 1;
	buf_release(&name);
	buf_reset(&text);
	if (dso)
		text_escape_str(&text, slash && slash[1] ? slash + 1 : dso);
	surface_put_left(row, 0, col, row->cols - col, STYLE_DIM, text.p);
	buf_release(&text);
}

static void add_title(const struct stack_view *stacks, struct buf *out)
{
	const char *of = stacks->what.weighed ? stacks->what.field : "samples";

	if (stacks->path)
		buf_addf(out, "functions by the difference of their own %s, in percentage points",
			 of);
	else if (stacks->callers)
		buf_adds(out, "next frames");
	else
		buf_addf(out, "functions by their own %s", of);
}

void flame_own_draw(const struct flame_own *own, const struct stack_view *stacks,
		    const struct stacktree *tree, uint32_t frame, const struct surface *s)
{
	struct buf title = BUF_INIT;

	/* A single one has all samples, which the graph shows. */
	if (s->rows < FLAME_OWN_ROWS || own->lines.n < 2)
		return;
	add_title(stacks, &title);
	surface_put_left(s, 0, 1, s->cols - 1, STYLE_HEADER, title.p);
	buf_release(&title);
	for (int i = 0; i + 1 < s->rows && (size_t)i < own->lines.n; i++) {
		struct surface row = surface_sub(s, i + 1, 0, 1, s->cols);

		draw_line(own, stacks, tree, (size_t)i,
			  own->lines.v[i].frame == frame && frame != STACK_NO_FRAME, &row);
	}
}
