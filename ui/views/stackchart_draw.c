/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/text.h"
#include "session/session_time.h"
#include "views/stack_view.h"
#include "views/stackchart_view.h"
#include "widgets/listnav.h"
#include "widgets/parts.h"

enum {
	HEAD = 3,	   /* lines above the lanes */
	LABEL_COLS = 10,   /* for the names of lanes, */
	LABELLED_COLS = 60 /* width of a screen with room for them */
};

/* "7.811 ms", "0.000001 ms" */
static void add_duration(uint64_t ns, struct buf *out)
{
	if (ns < 1000)
		buf_add_decimals(out, ns, 6);
	else
		text_add_ms(ns, out);
	buf_adds(out, " ms");
}

/*
 * "1821.697621032 to 1821.705432100: 7.811 ms, 35 samples", or "at 1821.697621032: 1 sample". The
 * samples are those of whole columns, so a span has no such number.
 */
static void chosen_text(const struct view_stackchart *v, struct buf *out)
{
	struct time_range range = stackchart_view_chosen(&v->tv);
	int from, to;

	stackchart_view_chosen_cols(v, &from, &to);
	time_range_add(v->tv.view.app, &range, out);
	buf_adds(out, ": ");
	if (range.lo != range.hi) {
		/* The time of columns includes their last ns. */
		add_duration(range.hi - range.lo + !stackchart_view_is_span(v), out);
		if (stackchart_view_is_span(v))
			return;
		buf_adds(out, ", ");
	}
	text_add_plural(chart_boxes_cell(&v->boxes, from, to).samples, "sample", out);
}

/* "hash_point in photolab", or "syscall futex" */
static void frame_text(const struct view_stackchart *v, const struct stacktree *tree,
		       struct buf *out)
{
	size_t box = stackchart_view_box(v);

	if (box == CHART_BOXES_NONE) {
		buf_adds(out, v->boxes.layout.boxes.n ? "no sample" : "no samples");
		return;
	}
	if (v->line < 0) {
		buf_addf(out, "%s ",
			 stackchart_lane(v->boxes.chart, (size_t)v->boxes.lanes.v[box].lane));
		text_escape_str(out, stacktree_name(tree, v->boxes.lanes.v[box].span.name));
		return;
	}
	stack_view_name_in(tree, v->boxes.layout.boxes.v[box].node, out);
}

/* The choice up to a mark is drawn reversed, as in other views of time. */
static void draw_chosen(const struct view_stackchart *v, const struct surface *s, int row)
{
	int from, to;

	time_view_chosen(&v->tv, &from, &to);
	surface_restyle(s, row, v->left + from, to - from + 1,
			v->tv.mark == NO_MARK ? STYLE_SELECTED_DIM : STYLE_SELECTED);
}

static void draw_status(const struct view_stackchart *v, const struct surface *s)
{
	struct buf title = BUF_INIT, position = BUF_INIT;
	struct stackchart_cell all = stackchart_cell(v->boxes.chart, 0, SIZE_MAX);

	buf_adds(&title, "stack chart");
	counted_add_event(&v->tv.what, &title);
	if (v->inlined)
		buf_adds(&title, PARTS_MORE " with inlined functions");
	text_add_plural(all.samples, "sample", &position);
	time_view_draw_status(&v->tv, s, &title, position.p);
	buf_release(&title);
	buf_release(&position);
}

static void fit(struct view_stackchart *v, int cols)
{
	v->left = chart_boxes_lanes(&v->boxes) && cols >= LABELLED_COLS ? LABEL_COLS : 0;
	cols = cols - v->left > 0 ? cols - v->left : 1;
	time_view_rescale(&v->tv, v->boxes.cols, cols);
	v->boxes.cols = cols;
	stackchart_view_lay_out(v);
}

static void draw_boxes(struct view_stackchart *v, const struct surface *lanes,
		       const struct surface *stacks, struct buf *text)
{
	const struct stacktree *tree = stackchart_lock(v->boxes.chart);
	const struct chart_boxes_drawing drawing = {
		.tree = tree,
		.left = v->left,
		.top = v->top,
		.line = v->line,
		.here = stackchart_view_box(v),
		.needle = &v->find.needle,
	};

	chart_boxes_draw_lanes(&v->boxes, lanes, &drawing);
	chart_boxes_draw_stacks(&v->boxes, stacks, &drawing);
	frame_text(v, tree, text);
	stackchart_unlock(v->boxes.chart);
}

void stackchart_draw(struct view *view, const struct surface *s, struct term_cursor *cursor)
{
	struct view_stackchart *v = stackchart_view_of(view);
	struct surface lanes, stacks;
	struct buf text = BUF_INIT;
	int body = s->rows - HEAD - 1, n, from, to;

	if (time_view_draw_empty(&v->tv, s))
		return;
	fit(v, s->cols);
	n = chart_boxes_lanes(&v->boxes) < body ? chart_boxes_lanes(&v->boxes) : body;
	lanes = surface_sub(s, HEAD, 0, n, s->cols);
	stacks = surface_sub(s, HEAD + n, 0, body - n, s->cols);
	v->rows = stacks.rows;
	v->top = (int)listnav_follow((uint64_t)v->top, (uint64_t)(v->line > 0 ? v->line : 0),
				     (uint64_t)(stacks.rows > 0 ? stacks.rows : 0),
				     (uint64_t)v->boxes.layout.levels);
	draw_status(v, s);
	chosen_text(v, &text);
	parts_draw(s, 1, 1, s->cols - 1, STYLE_NORMAL, text.p);
	buf_reset(&text);
	time_view_draw_axis(&v->tv, s, 2, v->left, v->boxes.cols, false);
	draw_chosen(v, s, 2);
	draw_boxes(v, &lanes, &stacks, &text);
	surface_put_left(s, s->rows - 1, 1, s->cols - 1, STYLE_NORMAL, text.p);
	buf_release(&text);
	stackchart_view_chosen_cols(v, &from, &to);
	*cursor =
		(struct term_cursor){ s->row + HEAD +
					      (v->line < 0 ? v->line + chart_boxes_lanes(&v->boxes)
							   : n + v->line - v->top),
				      s->col + v->left + from, false };
}

bool stackchart_draw_point(struct view *view, int row, int col, bool select)
{
	struct view_stackchart *v = stackchart_view_of(view);
	int n, line;

	if (v->tv.waiting)
		return false;
	n = chart_boxes_lanes(&v->boxes);
	line = row - HEAD < n ? row - HEAD - n : row - HEAD - n + v->top;
	if (row < HEAD || line >= v->boxes.layout.levels || col < v->left ||
	    col >= v->left + v->boxes.cols)
		return false;
	if (select) {
		v->line = v->wanted = line;
		v->fresh = false;
		v->tv.cursor = col - v->left;
	}
	return true;
}

/* ---- as text ---- */

static void frame_line(struct view_stackchart *v, const struct stacktree *tree, size_t number,
		       struct buf *out)
{
	const struct flame_box *box = &v->boxes.layout.boxes.v[number];
	struct time_range range = chart_boxes_range(&v->boxes, box->col, box->col + box->cols - 1);

	session_time_add(v->tv.view.app->session, range.lo, out);
	buf_addc(out, ' ');
	add_duration(range.hi - range.lo + 1, out);
	buf_addf(out, " %llu ", (unsigned long long)box->total.samples);
	buf_fill(out, ' ', 2 * (size_t)box->level);
	stack_view_name(tree, box->node, out);
	buf_addc(out, '\n');
}

/* Append the spans of all lanes, then the frames that begin in each column, outermost first. */
void stackchart_draw_text(struct view *view, struct buf *out)
{
	struct view_stackchart *v = stackchart_view_of(view);
	const struct stacktree *tree;
	size_t n;

	if (time_view_text_empty(&v->tv, out))
		return;
	n = stackchart_columns(v->boxes.chart);
	v->boxes.cols = n < STACKCHART_TEXT_COLS ? (int)n : STACKCHART_TEXT_COLS;
	stackchart_view_lay_out(v);
	tree = stackchart_lock(v->boxes.chart);
	for (size_t i = 0; i < v->boxes.lanes.n; i++) {
		const struct lane_box *box = &v->boxes.lanes.v[i];

		session_time_add(view->app->session, box->span.lo, out);
		buf_addc(out, ' ');
		add_duration(box->span.hi - box->span.lo, out);
		buf_addf(out, " %s ", stackchart_lane(v->boxes.chart, (size_t)box->lane));
		text_escape_str(out, stacktree_name(tree, box->span.name));
		buf_addc(out, '\n');
	}
	for (int col = 0; col < v->boxes.cols; col++)
		for (size_t i = 0; i < v->boxes.layout.boxes.n; i++)
			if (v->boxes.layout.boxes.v[i].col == col)
				frame_line(v, tree, i, out);
	if (!v->boxes.layout.boxes.n)
		buf_adds(out, "no samples\n");
	stackchart_unlock(v->boxes.chart);
}
