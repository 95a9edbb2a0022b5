/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_SANDWICH_VIEW_H
#define VIEWS_SANDWICH_VIEW_H

#include "base/mem.h"
#include "base/vec.h"
#include "stack/sandwich.h"
#include "views/frame_view.h"
#include "widgets/flame_layout.h"

/*
 * The sandwich, for the files that it consists of: views/sandwich.c counts, opens the view and has
 * the keys, views/sandwich_move.c moves the cursor, and views/sandwich_draw.c draws and has the
 * text.
 */

/* The two sides of the function. */
enum sandwich_side {
	CALLERS,
	CALLEES,
	SIDES
};

struct view_sandwich {
	struct frame_view fv; /* `own` is of the callees */
	struct sandwich sandwich;
	char *function;	    /* in the middle; NULL: unknown yet */
	bool given;	    /* the user named it */
	VEC(char *) before; /* earlier functions in the middle, for zooming out */
	struct flame_layout layout[SIDES];
	enum sandwich_side side; /* the cursor's side */
	uint32_t cursor;	 /* the cursor's node in that side's tree */
	size_t box;		 /* of the cursor, if there are boxes */
	int top, rows;		 /* the first line on the screen, and the number of lines */
	bool placed;		 /* top was chosen, with all lines or by the user */
};

static inline struct view_sandwich *sandwich_view_of(const struct view *view)
{
	return container_of(view, struct view_sandwich, fv.view);
}

/* The tree of a side. */
static inline const struct stacktree *sandwich_view_tree(const struct view_sandwich *v,
							 enum sandwich_side side)
{
	return side == CALLERS ? &v->sandwich.callers : &v->sandwich.callees;
}

/* Is the function in any stack, so that there are boxes? */
static inline bool sandwich_view_has_boxes(const struct view_sandwich *v)
{
	return v->layout[CALLEES].boxes.n;
}

/* The box under the cursor, if there are boxes. */
static inline const struct flame_box *sandwich_view_box(const struct view_sandwich *v)
{
	return &v->layout[v->side].boxes.v[v->box];
}

/* The frame under the cursor. STACK_NO_FRAME: it is a task, which has no callers. */
uint32_t sandwich_view_function(const struct view_sandwich *v);

/*
 * Make both trees from the stacks counted so far. The cursor stays on its frames as far as they
 * exist. arg: the view, as in struct stack_view_ops.
 */
void sandwich_view_make(void *arg);

/* Lay out the boxes for a screen of cols columns. */
void sandwich_view_lay_out(struct view_sandwich *v, int cols);

/* The function of struct frame_view_ops. */
void sandwich_view_ensure(struct frame_view *fv);

/* ---- sandwich_move.c: handlers of actions, and a function of struct frame_view_ops ---- */

void sandwich_move_side(struct frame_view *fv, const struct action_call *call);
void sandwich_move_level(struct frame_view *fv, const struct action_call *call);
void sandwich_move_end(struct frame_view *fv, const struct action_call *call);
void sandwich_move_pane(struct frame_view *fv, const struct action_call *call);
bool sandwich_move_next(struct view *view, int dir);

/* ---- sandwich_draw.c: functions of struct view_ops ---- */

void sandwich_draw(struct view *view, const struct surface *s, struct term_cursor *cursor);
void sandwich_draw_text(struct view *view, struct buf *out);

#endif
