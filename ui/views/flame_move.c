/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/flame_view.h"
#include "widgets/frame_match.h"

enum {
	PAGE = 10 /* frames */
};

static void move_to(struct view_flame *v, size_t box)
{
	v->box = box;
	v->cursor = flame_view_box(v)->node;
	v->moved = true;
}

void flame_move_side(struct frame_view *fv, const struct action_call *call)
{
	struct view_flame *v = flame_view_of(&fv->view);

	for (uint64_t n = frame_view_times(call); n; n--)
		move_to(v, flame_layout_side(&v->layout, v->box,
					     call->action == ACTION_RIGHT ? 1 : -1));
}

void flame_move_level(struct frame_view *fv, const struct action_call *call)
{
	struct view_flame *v = flame_view_of(&fv->view);
	bool page = call->action == ACTION_PAGE_UP || call->action == ACTION_PAGE_DOWN;
	bool up = call->action == ACTION_UP || call->action == ACTION_PAGE_UP;

	for (uint64_t n = page ? PAGE : frame_view_times(call); n; n--)
		move_to(v, flame_layout_level(&v->layout, v->box, up != v->icicle ? 1 : -1));
}

void flame_move_first(struct frame_view *fv, const struct action_call *call)
{
	struct view_flame *v = flame_view_of(&fv->view);

	(void)call;
	move_to(v, 0);
}

/* Go to the end of the widest frames. */
void flame_move_last(struct frame_view *fv, const struct action_call *call)
{
	struct view_flame *v = flame_view_of(&fv->view);
	size_t next;

	(void)call;
	while ((next = flame_layout_level(&v->layout, v->box, 1)) != v->box)
		move_to(v, next);
}

bool flame_move_next(struct view *view, int dir)
{
	struct view_flame *v = flame_view_of(view);
	const struct stacktree *tree = stack_view_lock(&v->fv.stacks);
	size_t found = frame_match_next(&v->fv.find.needle, &v->layout, tree, v->box, dir);

	stack_view_unlock(&v->fv.stacks);
	if (found == v->layout.boxes.n)
		return false;
	move_to(v, found);
	return true;
}
