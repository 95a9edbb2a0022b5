/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_FRAMEVIEW_H
#define VIEWS_FRAMEVIEW_H

#include "views/finder.h"
#include "views/flameown.h"
#include "views/stackview.h"

struct frameview;

typedef void (*frameview_handler)(struct frameview *fv, const struct action_call *call);

/* What a view does with its frames. */
struct frameview_ops {
	const frameview_handler *handlers; /* of each action; NULL: the view lacks it */
	const enum action *empty; /* those that work without frames, before an ACTION_NONE */
	struct stackview_ops stacks;
	/* Lay out the frames if it is not done yet: a key may come before the view was drawn. */
	void (*ensure)(struct frameview *fv);
	bool (*has_boxes)(const struct frameview *fv);
	/* Go to the next frame that is found, as finder_ops.next. */
	bool (*next)(struct view *view, int dir);
};

/* What views share that draw the frames of stacks as boxes with the width of their weight. */
struct frameview {
	struct view view; /* first, so that a view is a frameview */
	const struct frameview_ops *ops;
	struct stackview stacks;
	struct flameown own;	 /* of the layout */
	struct stack_weight all; /* of all stacks, when the layout was made */
	int cols;		 /* columns of the layout; 0: it must be made again */
	struct finder find;
};

/* Release everything but `view`. */
void frameview_release(struct frameview *fv);

/* The columns for a layout before the view was drawn. */
int frameview_first_cols(const struct frameview *fv);

/* How often an action is to be done. */
uint64_t frameview_times(const struct action_call *call);

/* Handlers: change the event (counted_act()), search (finder_act()). */
void frameview_event(struct frameview *fv, const struct action_call *call);
void frameview_find(struct frameview *fv, const struct action_call *call);

/*
 * Draw a box of a layout of the tree in a row. bar has its style, its eighths, its note and whether
 * the cursor is on it. Its sign for frames beyond the edge is drawn only if there are any.
 */
void frameview_draw_box(const struct frameview *fv, const struct surface *s, int row,
			const struct flame_layout *layout, const struct stacktree *tree,
			size_t number, struct framebox *bar);

/*
 * Draw the last line: the text of a box. If frames on the box are narrow and have no box, "narrow
 * frames: 3, 0.2%" is at the right end, if there is room.
 */
void frameview_draw_text(const struct frameview *fv, const struct surface *s,
			 const struct flame_layout *layout, size_t box, const struct buf *text);

/* Draw the first line: what is shown (stackview_title()), where, and what is still running. */
void frameview_draw_status(const struct frameview *fv, const struct surface *s, const char *what,
			   const char *position);

/* Operations of the view. */
bool frameview_act(struct view *view, const struct action_call *call);
void frameview_note(struct view *view, struct buf *out);
bool frameview_wake(struct view *view);
bool frameview_busy(const struct view *view);

#endif
