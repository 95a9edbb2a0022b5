/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_FLAME_VIEW_H
#define VIEWS_FLAME_VIEW_H

#include "base/mem.h"
#include "views/frame_view.h"
#include "widgets/flame_layout.h"

/*
 * The flame graph, for the files that it consists of: views/flame.c counts, opens the view and has
 * the keys, views/flame_move.c moves the cursor, and views/flame_draw.c draws.
 */
struct view_flame {
	struct frame_view fv;
	struct flame_layout layout;
	int map;	 /* columns of the map of levels, 0: none */
	uint32_t base;	 /* the node that fills the screen's width */
	uint32_t cursor; /* node */
	size_t box;	 /* of the cursor, if there are boxes */
	int top;	 /* the first level on the screen */
	int rows;	 /* screen rows for which top was found */
	bool icicle;	 /* the base is at the top */
	bool moved;	 /* the cursor was moved */
	bool from_all;	 /* it begins at "all", else at the stack of the current record */
};

static inline struct view_flame *flame_view_of(const struct view *view)
{
	return container_of(view, struct view_flame, fv.view);
}

static inline bool flame_view_has_boxes(const struct view_flame *v)
{
	return v->layout.boxes.n;
}

/* The box under the cursor, if there are boxes. */
static inline const struct flame_box *flame_view_box(const struct view_flame *v)
{
	return &v->layout.boxes.v[v->box];
}

/* Lay out the boxes of the stacks counted so far, for a graph of cols columns. */
void flame_view_lay_out(struct view_flame *v, int cols);

/* ---- flame_move.c: handlers of actions, and a function of struct frame_view_ops ---- */

void flame_move_side(struct frame_view *fv, const struct action_call *call);
void flame_move_level(struct frame_view *fv, const struct action_call *call);
void flame_move_first(struct frame_view *fv, const struct action_call *call);
void flame_move_last(struct frame_view *fv, const struct action_call *call);
bool flame_move_next(struct view *view, int dir);

/* ---- flame_draw.c: a function of struct view_ops ---- */

void flame_draw(struct view *view, const struct surface *s, struct term_cursor *cursor);

#endif
