/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/text.h"
#include "views/sandwich_view.h"
#include "widgets/listnav.h"

enum {
	NOTE_LEAST = 20, /* columns of the narrowest frame with its share */
	TEXT_DEPTH = 64	 /* frames; deeper ones are not indented more in the text of the view */
};

/* ---- drawing ---- */

static int callers_levels(const struct view_sandwich *v)
{
	return v->layout[CALLERS].levels - 1;
}

/* The line of a box. The outermost callers are in line 0. */
static int line_of(const struct view_sandwich *v, enum sandwich_side side, int level)
{
	return callers_levels(v) + (side == CALLERS ? -level : level);
}

/* At first the function is shown with all of both sides, or with equal parts of both. */
static void find_top(struct view_sandwich *v, int rows)
{
	int above = callers_levels(v), lines = above + v->layout[CALLEES].levels;
	int below = lines - above - 1, half = (rows - 1) / 2;

	if (!v->placed || v->rows != rows) {
		int room = below < rows - 1 - half ? rows - 1 - below : half;

		v->top = above > room ? above - room : 0;
		v->placed = v->box || !stack_view_busy(&v->fv.stacks);
	}
	v->rows = rows;
	v->top = (int)listnav_follow((uint64_t)v->top,
				     (uint64_t)line_of(v, v->side, sandwich_view_box(v)->level),
				     (uint64_t)(rows > 0 ? rows : 0), (uint64_t)lines);
}

static bool is_here(const struct view_sandwich *v, enum sandwich_side side, size_t number)
{
	return number == v->box && (side == v->side || !number);
}

static void draw_box(const struct view_sandwich *v, const struct surface *s,
		     enum sandwich_side side, size_t number)
{
	const struct flame_layout *layout = &v->layout[side];
	const struct flame_box *box = &layout->boxes.v[number];
	int row = line_of(v, side, box->level) - v->top;
	bool edge = side == CALLERS ? row == 0 : row == s->rows - 1;
	struct buf note = BUF_INIT;
	struct framebox bar = {
		.style = number ? box->style : STYLE_TITLE_FOCUS,
		.eighths = box->eighths,
		.here = is_here(v, side, number),
		.beyond = !edge		    ? NULL
			  : side == CALLERS ? "\u2191"
					    : "\u2193",
	};

	if (box->cols >= NOTE_LEAST) {
		stack_view_share(&v->fv.stacks, &box->total, &layout->boxes.v[0].total, &note);
		buf_addc(&note, '%');
	}
	bar.note = note.p;
	frame_view_draw_box(&v->fv, s, row, layout, sandwich_view_tree(v, side), number, &bar);
	buf_release(&note);
}

static void draw_status(const struct view_sandwich *v, const struct surface *s)
{
	struct buf what = BUF_INIT, position = BUF_INIT;

	buf_adds(&what, "sandwich of ");
	text_escape_str(&what, v->function ? v->function : "\u2026");
	if (sandwich_view_has_boxes(v))
		stack_view_add_count(&v->fv.stacks, v->layout[CALLEES].boxes.v[0].total.samples,
				     &position);
	frame_view_draw_status(&v->fv, s, what.p, position.p);
	buf_release(&what);
	buf_release(&position);
}

/* "f in libc.so.6, 2 calls below: 12 samples, 3.4% of all, 20.0% of those of g, its own 1.0%" */
static void frame_text(const struct view_sandwich *v, struct buf *out)
{
	const struct flame_box *box = sandwich_view_box(v), *whole = &v->layout[CALLEES].boxes.v[0];
	const char *all = *v->fv.stacks.what.where ? "all filtered" : "all";

	stack_view_add_sharing(&v->fv.stacks, &v->layout[v->side], v->box, &v->fv.all, out);
	stack_view_name_in(sandwich_view_tree(v, v->side), box->node, out);
	buf_adds(out, ": ");
	stack_view_numbers(&v->fv.stacks, &box->total, &v->fv.all, out);
	if (v->box) {
		buf_addf(out, " of %s, ", all);
		stack_view_share(&v->fv.stacks, &box->total, &whole->total, out);
		buf_addf(out, "%% of the function, %s",
			 v->side == CALLERS ? "a caller" : "its own ");
	} else {
		buf_addf(out, " of %s, its own ", all);
	}
	if (v->side == CALLEES || !v->box)
		stack_view_add_percent(&v->fv.stacks, v->box ? &box->self : &whole->self,
				       &v->fv.all, out);
}

static void draw_empty(const struct view_sandwich *v, const struct surface *s)
{
	struct buf text = BUF_INIT;

	if (stack_view_busy(&v->fv.stacks)) {
		buf_adds(&text, "counting\u2026");
	} else if (v->function && v->fv.all.samples) {
		buf_adds(&text, "no stack has ");
		text_escape_str(&text, v->function);
	} else {
		buf_adds(&text, stack_view_empty(&v->fv.stacks));
	}
	surface_put_left(s, s->rows - 1, 1, s->cols - 1, STYLE_NORMAL, text.p);
	buf_release(&text);
}

static void draw_boxes(struct view_sandwich *v, const struct surface *body,
		       struct term_cursor *cursor)
{
	int row;

	find_top(v, body->rows);
	for (enum sandwich_side side = CALLERS; side < SIDES; side++)
		for (size_t i = side == CALLERS; i < v->layout[side].boxes.n; i++)
			draw_box(v, body, side, i);
	row = line_of(v, v->side, sandwich_view_box(v)->level) - v->top;
	*cursor = (struct term_cursor){ body->row + row, body->col + sandwich_view_box(v)->col,
					false };
}

/* Draw the functions in which stacks with the function end, in the rows that boxes leave free. */
static void draw_own(const struct view_sandwich *v, const struct surface *body)
{
	int lines = callers_levels(v) + v->layout[CALLEES].levels;
	struct surface room = surface_sub(body, lines + 1, 0, body->rows - lines - 1, body->cols);

	flame_own_draw(&v->fv.own, &v->fv.stacks, sandwich_view_tree(v, CALLEES),
		       v->side == CALLEES ? sandwich_view_function(v) : STACK_NO_FRAME, &room);
}

void sandwich_draw(struct view *view, const struct surface *s, struct term_cursor *cursor)
{
	struct view_sandwich *v = sandwich_view_of(view);
	struct surface body = surface_sub(s, 1, 0, s->rows - 2, s->cols);
	struct buf text = BUF_INIT;

	sandwich_view_ensure(&v->fv);
	if (v->fv.cols != s->cols)
		sandwich_view_lay_out(v, s->cols);
	draw_status(v, s);
	if (!sandwich_view_has_boxes(v)) {
		draw_empty(v, s);
		return;
	}
	draw_boxes(v, &body, cursor);
	draw_own(v, &body);
	frame_text(v, &text);
	frame_view_draw_text(&v->fv, s, &v->layout[v->side], v->box, &text);
	buf_release(&text);
}

/* ---- the text of the view ---- */

/* Append one side: a line for each frame, indented by its distance from the function. */
static void side_text(const struct view_sandwich *v, enum sandwich_side side, struct buf *out)
{
	const struct stacktree *tree = sandwich_view_tree(v, side);
	struct stacktree_walk walk = { NULL };
	uint32_t node;

	while (stacktree_walk_next(&walk, tree, &node)) {
		const struct stack_node *n = stacktree_node(tree, node);
		struct buf share = BUF_INIT;

		if (node == STACK_ROOT)
			continue;
		stack_view_share(&v->fv.stacks, &n->total, &v->fv.all, &share);
		buf_addf(out, "%6s%% ", share.p);
		buf_release(&share);
		counted_text_bare(&v->fv.stacks.what, stack_view_number(&v->fv.stacks, &n->total),
				  out);
		buf_fill(out, ' ', 2 * (size_t)(n->depth < TEXT_DEPTH ? n->depth : TEXT_DEPTH));
		stack_view_name(tree, node, out);
		buf_addc(out, '\n');
	}
	stacktree_walk_release(&walk);
}

void sandwich_draw_text(struct view *view, struct buf *out)
{
	struct view_sandwich *v = sandwich_view_of(view);

	stacks_renew(v->fv.stacks.job, NULL, NULL);
	sandwich_view_make(v);
	if (!v->function || !sandwich_has_function(&v->sandwich)) {
		buf_adds(out, v->fv.all.samples ? "no stack has the function\n" : "no samples\n");
		return;
	}
	buf_adds(out, "callers\n");
	side_text(v, CALLERS, out);
	buf_adds(out, "callees\n");
	side_text(v, CALLEES, out);
}
