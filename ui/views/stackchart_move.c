/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/stackchart_view.h"

enum {
	PAGE = 10 /* columns */
};

static void move_column(struct view_stackchart *v, int64_t by)
{
	v->tv.cursor = (int)time_view_nearest(v->tv.cursor + by, v->boxes.cols);
}

/* The first column of the line's next box in a direction. The same column: there is none. */
static int next_box(const struct view_stackchart *v, int dir)
{
	size_t here = stackchart_view_box(v);
	int from = v->tv.cursor, to = from;

	if (here != CHART_BOXES_NONE)
		chart_boxes_cols(&v->boxes, v->line, here, &from, &to);
	for (int col = dir > 0 ? to + 1 : from - 1; col >= 0 && col < v->boxes.cols; col += dir) {
		size_t box = chart_boxes_at(&v->boxes, v->line, col);

		if (box != CHART_BOXES_NONE) {
			chart_boxes_cols(&v->boxes, v->line, box, &from, &to);
			return from;
		}
	}
	return v->tv.cursor;
}

void stackchart_move_side(struct time_view *tv, const struct action_call *call)
{
	struct view_stackchart *v = stackchart_view_of(&tv->view);
	int64_t by = time_view_steps(call, call->action == ACTION_RIGHT);

	if (tv->mark != NO_MARK) {
		move_column(v, by);
		return;
	}
	for (; by; by += by > 0 ? -1 : 1) {
		int to = next_box(v, by > 0 ? 1 : -1);

		if (to == tv->cursor)
			return;
		tv->cursor = to;
	}
}

/*
 * Below a frame is a frame that it calls, if that is within its time; lanes are next to all frames.
 */
static bool step_line(struct view_stackchart *v, int dir)
{
	int line = v->line + dir, col, from, to;
	size_t here = stackchart_view_box(v);

	if (line < -chart_boxes_lanes(&v->boxes) || line >= v->boxes.layout.levels)
		return false;
	col = chart_boxes_nearest(&v->boxes, line, v->tv.cursor);
	if (col < 0)
		return false;
	if (here != CHART_BOXES_NONE && v->line >= 0 && dir > 0) {
		chart_boxes_cols(&v->boxes, v->line, here, &from, &to);
		for (col = from;
		     col <= to && chart_boxes_at(&v->boxes, line, col) == CHART_BOXES_NONE;)
			col++;
		if (v->tv.cursor > col &&
		    chart_boxes_at(&v->boxes, line, v->tv.cursor) != CHART_BOXES_NONE)
			col = v->tv.cursor;
		if (col > to)
			return false;
	}
	v->line = line;
	v->tv.cursor = col;
	return true;
}

void stackchart_move_line(struct time_view *tv, const struct action_call *call)
{
	int64_t by = time_view_steps(call, call->action == ACTION_DOWN);

	for (; by && step_line(stackchart_view_of(&tv->view), by > 0 ? 1 : -1);
	     by += by > 0 ? -1 : 1)
		;
}

void stackchart_move_page(struct time_view *tv, const struct action_call *call)
{
	move_column(stackchart_view_of(&tv->view), call->action == ACTION_PAGE_DOWN ? PAGE : -PAGE);
}

void stackchart_move_end(struct time_view *tv, const struct action_call *call)
{
	move_column(stackchart_view_of(&tv->view),
		    call->action == ACTION_LAST ? INT32_MAX : -INT32_MAX);
}
