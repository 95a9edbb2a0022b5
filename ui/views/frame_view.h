/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_FRAME_VIEW_H
#define VIEWS_FRAME_VIEW_H

#include "views/finder.h"
#include "views/flame_own.h"
#include "views/stack_view.h"

struct frame_view;

typedef void (*frame_view_handler)(struct frame_view *fv, const struct action_call *call);

/* What a view does with its frames. */
struct frame_view_ops {
	const frame_view_handler *handlers; /* of each action; NULL: the view lacks it */
	const enum action *empty; /* those that work without frames, before an ACTION_NONE */
	struct stack_view_ops stacks;
	/* Lay out the frames if it is not done yet: a key may come before the view was drawn. */
	void (*ensure)(struct frame_view *fv);
	bool (*has_boxes)(const struct frame_view *fv);
	/* Go to the next frame that is found, as finder_ops.next. */
	bool (*next)(struct view *view, int dir);
};

/* What views share that draw the frames of stacks as boxes with the width of their weight. */
struct frame_view {
	struct view view; /* first, so that a view is a frame_view */
	const struct frame_view_ops *ops;
	struct stack_view stacks;
	struct flame_own own;	 /* of the layout */
	struct stack_weight all; /* of all stacks, when the layout was made */
	int cols;		 /* columns of the layout; 0: it must be made again */
	struct finder find;
};

/* Release everything but `view`. */
void frame_view_release(struct frame_view *fv);

/* The columns for a layout before the view was drawn. */
int frame_view_first_cols(const struct frame_view *fv);

/* How often an action is to be done. */
uint64_t frame_view_times(const struct action_call *call);

/* Handlers: change the event (counted_act()), search (finder_act()). */
void frame_view_event(struct frame_view *fv, const struct action_call *call);
void frame_view_find(struct frame_view *fv, const struct action_call *call);

/*
 * Draw a box of a layout of the tree in a row. bar has its style, its eighths, its note and whether
 * the cursor is on it. Its sign for frames beyond the edge is drawn only if there are any.
 */
void frame_view_draw_box(const struct frame_view *fv, const struct surface *s, int row,
			 const struct flame_layout *layout, const struct stacktree *tree,
			 size_t number, struct framebox *bar);

/*
 * Draw the last line: the text of a box. If frames on the box are narrow and have no box, "narrow
 * frames: 3, 0.2%" is at the right end, if there is room.
 */
void frame_view_draw_text(const struct frame_view *fv, const struct surface *s,
			  const struct flame_layout *layout, size_t box, const struct buf *text);

/* Draw the first line: what is shown (stack_view_title()), where, and what is still running. */
void frame_view_draw_status(const struct frame_view *fv, const struct surface *s, const char *what,
			    const char *position);

/* Operations of the view. */
bool frame_view_act(struct view *view, const struct action_call *call);
bool frame_view_knows(const struct view *view, enum action action);
void frame_view_note(struct view *view, struct buf *out);
bool frame_view_wake(struct view *view);
bool frame_view_busy(const struct view *view);

#endif
