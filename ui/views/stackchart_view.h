/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_STACKCHART_VIEW_H
#define VIEWS_STACKCHART_VIEW_H

#include "views/chart_boxes.h"
#include "views/finder.h"
#include "views/time_view.h"

/*
 * The stack chart, for the files that it consists of: views/stackchart.c counts and has the keys,
 * views/stackchart_move.c moves the cursor, and views/stackchart_draw.c draws and has the text.
 */
enum {
	STACKCHART_TEXT_COLS = 60 /* columns of the view as text */
};

/* The cursor is on a column and on a line of the boxes. */
struct view_stackchart {
	struct time_view tv; /* its cursor and mark are columns */
	struct chart_boxes boxes;
	int left;      /* columns before them */
	int line;      /* the cursor's line, */
	int wanted;    /* and where the user left it: it may not be found yet */
	int top, rows; /* the line of the first frame on the screen, and the number of lines */
	bool inlined;  /* :set inline at the beginning */
	uint64_t from; /* time of the record at the beginning, 0: none */
	bool begun;
	bool fresh; /* the user has not moved the cursor */
	struct finder find;
};

static inline struct view_stackchart *stackchart_view_of(const struct view *view)
{
	return container_of(view, struct view_stackchart, tv.view);
}

/* Lay out the boxes again for the columns of the screen. */
void stackchart_view_lay_out(struct view_stackchart *v);

/* The box under the cursor. CHART_BOXES_NONE: there is none. */
size_t stackchart_view_box(const struct view_stackchart *v);

/* Get the columns of the box under the cursor, or those up to the mark. */
void stackchart_view_chosen_cols(const struct view_stackchart *v, int *from, int *to);

/* The time of that box, or of those columns. */
struct time_range stackchart_view_chosen(const struct time_view *tv);

/* Is it a span? Its time is its own, not that of its columns. */
bool stackchart_view_is_span(const struct view_stackchart *v);

/* ---- stackchart_move.c: handlers of actions ---- */

void stackchart_move_side(struct time_view *tv, const struct action_call *call);
void stackchart_move_line(struct time_view *tv, const struct action_call *call);
void stackchart_move_page(struct time_view *tv, const struct action_call *call);
void stackchart_move_end(struct time_view *tv, const struct action_call *call);

/* ---- stackchart_draw.c: functions of struct view_ops ---- */

void stackchart_draw(struct view *view, const struct surface *s, struct term_cursor *cursor);
bool stackchart_draw_point(struct view *view, int row, int col, bool select);
void stackchart_draw_text(struct view *view, struct buf *out);

#endif
