/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/text.h"
#include "stack/stackdiff.h"
#include "views/flame_map.h"
#include "views/flame_view.h"
#include "widgets/frame_match.h"
#include "widgets/framediff.h"
#include "widgets/listnav.h"
#include "widgets/parts.h"

enum {
	LEGEND_ROWS = 8 /* rows of a screen that has room for a legend */
};

static int row_of(const struct view_flame *v, const struct surface *s, int level)
{
	return v->icicle ? level - v->top : s->rows - 1 - (level - v->top);
}

static void draw_box(const struct view_flame *v, const struct surface *s,
		     const struct stacktree *tree, size_t number)
{
	const struct flame_box *box = &v->layout.boxes.v[number];
	bool edge = box->level == v->top + s->rows - 1;
	struct framebox bar = {
		.style = box->style,
		.eighths = v->fv.stacks.path ? 0 : box->eighths,
		.here = number == v->box,
		.beyond = !edge	      ? NULL
			  : v->icicle ? "\u2193"
				      : "\u2191",
	};
	struct buf note = BUF_INIT;

	/* The difference as text needs no colour. */
	if (v->fv.stacks.path)
		framediff_add(stackdiff_points(&box->total, &v->fv.all), &note);
	bar.note = note.p;
	frame_view_draw_box(&v->fv, s, row_of(v, s, box->level), &v->layout, tree, number, &bar);
	buf_release(&note);
}

/*
 * Keep the cursor's level on the screen, and leave no row empty while there are levels beyond its
 * edge. If the screen's height changes, show as much of the base as the cursor allows.
 */
static void find_top(struct view_flame *v, int rows)
{
	int level = flame_view_has_boxes(v) ? flame_view_box(v)->level : 0;

	if (v->rows != rows)
		v->top = 0;
	v->rows = rows;
	v->top = (int)listnav_follow((uint64_t)v->top, (uint64_t)level,
				     (uint64_t)(rows > 0 ? rows : 0), (uint64_t)v->layout.levels);
}

/* Append which part of all samples has the text in a drawn frame's name. */
static void add_found(const struct view_flame *v, const struct stacktree *tree, struct buf *out)
{
	struct stack_weight found = { 0 };
	VEC(bool) covered = { NULL };

	for (size_t i = 0; i < v->layout.boxes.n; i++) {
		const struct flame_box *box = &v->layout.boxes.v[i];
		bool own = frame_match_node(&v->fv.find.needle, tree, box->node),
		     below = i && covered.v[box->below];

		vec_push(&covered, own || below);
		if (!own || below)
			continue;
		stack_weight_add(&found, &box->total);
	}
	vec_release(&covered);
	buf_adds(out, "found in ");
	stack_view_add_percent(&v->fv.stacks, &found, &v->fv.all, out);
}

/* Append "1204 and 988 samples": those of this recording and of the other. */
static void add_both(const struct view_flame *v, const struct stack_weight *weight, struct buf *out)
{
	const struct counted_records *what = &v->fv.stacks.what;

	if (!what->weighed) {
		buf_addf(out, "%llu and ", (unsigned long long)weight->samples);
		text_add_plural(weight->weight, "sample", out);
		return;
	}
	buf_addf(out, "%s ", what->field);
	counted_text(what, weight->samples, out);
	buf_adds(out, " and ");
	counted_text(what, weight->weight, out);
}

static void draw_status(const struct view_flame *v, const struct surface *s,
			const struct stacktree *tree)
{
	struct buf position = BUF_INIT, what = BUF_INIT;

	buf_adds(&what, "flame graph");
	if (flame_view_has_boxes(v) && v->base != STACK_ROOT) {
		buf_adds(&what, PARTS_LONG " within ");
		stack_view_name(tree, v->base, &what);
	}
	if (flame_view_has_boxes(v) && v->fv.find.needle.typed)
		add_found(v, tree, &position);
	else if (flame_view_has_boxes(v) && v->fv.stacks.path)
		add_both(v, &v->layout.boxes.v[0].total, &position);
	else if (flame_view_has_boxes(v))
		stack_view_add_count(&v->fv.stacks, v->layout.boxes.v[0].total.samples, &position);
	frame_view_draw_status(&v->fv, s, what.p, position.p);
	buf_release(&position);
	buf_release(&what);
}

/* "12.3%, there 15.6%, +3.3; its own 1.0%, there 1.2%, +0.2; 412 and 433 samples" */
static void both_text(const struct view_flame *v, const struct flame_box *box, struct buf *out)
{
	const struct stack_weight *parts[] = { &box->total, &box->self };

	for (size_t i = 0; i < 2; i++) {
		buf_adds(out, i ? "its own " : "");
		stack_view_add_percent(&v->fv.stacks, parts[i], &v->fv.all, out);
		buf_addf(out, ", %+.1f; ", stackdiff_points(parts[i], &v->fv.all));
	}
	add_both(v, &box->total, out);
}

/* "12 samples, 3.4%, its own 1.2%; of the visible part 5.6%"; its own only if there are some. */
static void one_text(const struct view_flame *v, const struct flame_box *box, struct buf *out)
{
	stack_view_numbers(&v->fv.stacks, &box->total, &v->fv.all, out);
	if (box->self.samples) {
		buf_adds(out, ", its own ");
		stack_view_add_percent(&v->fv.stacks, &box->self, &v->fv.all, out);
	}
	if (v->base == STACK_ROOT)
		return;
	buf_adds(out, "; of the visible part ");
	stack_view_add_percent(&v->fv.stacks, &box->total, &v->layout.boxes.v[0].total, out);
}

/* "f in libc.so.6: 12 samples, 3.4%, its own 1.2%" */
static void frame_text(const struct view_flame *v, const struct stacktree *tree, struct buf *out)
{
	const struct flame_box *box = flame_view_box(v);

	stack_view_add_sharing(&v->fv.stacks, &v->layout, v->box, &v->fv.all, out);
	stack_view_name_in(tree, box->node, out);
	buf_adds(out, ": ");
	if (v->fv.stacks.path)
		both_text(v, box, out);
	else
		one_text(v, box, out);
}

/* The map changes the width of the graph itself. */
static void fit(struct view_flame *v, int rows, int cols)
{
	int map;

	if (v->fv.cols + v->map != cols)
		flame_view_lay_out(v, cols - v->map > 0 ? cols - v->map : cols);
	map = flame_map_cols(v->map, v->layout.levels, rows, cols);
	if (map == v->map)
		return;
	v->map = map;
	flame_view_lay_out(v, cols - map);
}

/* Draw the functions in the rows that the graph leaves free. */
static void draw_own(const struct view_flame *v, const struct surface *body,
		     const struct stacktree *tree)
{
	int levels = v->layout.levels, rows = body->rows - levels - 1;
	struct surface room = surface_sub(body, v->icicle ? levels + 1 : 0, 0, rows, body->cols);

	if (flame_view_has_boxes(v))
		flame_own_draw(&v->fv.own, &v->fv.stacks, tree,
			       stacktree_node(tree, flame_view_box(v)->node)->frame, &room);
}

void flame_draw(struct view *view, const struct surface *s, struct term_cursor *cursor)
{
	struct view_flame *v = flame_view_of(view);
	int legend = v->fv.stacks.path && s->rows > LEGEND_ROWS;
	struct surface body = surface_sub(s, 1 + legend, 0, s->rows - 2 - legend, s->cols);
	struct surface line = surface_sub(s, 1, 0, legend, s->cols);
	const struct stacktree *tree;
	struct buf text = BUF_INIT;

	fit(v, body.rows, s->cols);
	find_top(v, body.rows);
	tree = stack_view_lock(&v->fv.stacks);
	draw_status(v, s, tree);
	for (size_t i = 0; i < v->layout.boxes.n; i++)
		draw_box(v, &body, tree, i);
	if (v->map)
		flame_map_draw(&v->layout, v->top, v->icicle, v->fv.cols, &body);
	else
		draw_own(v, &body, tree);
	if (legend)
		framediff_legend(&line);
	if (flame_view_has_boxes(v)) {
		int row = row_of(v, &body, flame_view_box(v)->level);

		frame_text(v, tree, &text);
		frame_view_draw_text(&v->fv, s, &v->layout, v->box, &text);
		*cursor = (struct term_cursor){ body.row + row, body.col + flame_view_box(v)->col,
						false };
	} else {
		buf_adds(&text, stack_view_busy(&v->fv.stacks) ? "counting\u2026"
							       : stack_view_empty(&v->fv.stacks));
		surface_put_left(s, s->rows - 1, 1, s->cols - 1, STYLE_NORMAL, text.p);
	}
	stack_view_unlock(&v->fv.stacks);
	buf_release(&text);
}
