/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/sandwich_view.h"
#include "widgets/frame_match.h"

static void move_to(struct view_sandwich *v, enum sandwich_side side, size_t box)
{
	v->side = side;
	v->box = box;
	v->cursor = sandwich_view_box(v)->node;
	if (!v->given && v->function)
		v->given = true;
}

void sandwich_move_side(struct frame_view *fv, const struct action_call *call)
{
	struct view_sandwich *v = sandwich_view_of(&fv->view);

	for (uint64_t n = frame_view_times(call); n; n--)
		move_to(v, v->side,
			flame_layout_side(&v->layout[v->side], v->box,
					  call->action == ACTION_RIGHT ? 1 : -1));
}

/* Go one line up or down, across the function to the other side. */
static void step(struct view_sandwich *v, bool up)
{
	enum sandwich_side away = up ? CALLERS : CALLEES;

	if (!v->box)
		v->side = away;
	move_to(v, v->side,
		flame_layout_level(&v->layout[v->side], v->box, v->side == away ? 1 : -1));
}

void sandwich_move_level(struct frame_view *fv, const struct action_call *call)
{
	struct view_sandwich *v = sandwich_view_of(&fv->view);
	bool page = call->action == ACTION_PAGE_UP || call->action == ACTION_PAGE_DOWN;
	bool up = call->action == ACTION_UP || call->action == ACTION_PAGE_UP;

	for (uint64_t n = page ? (uint64_t)(v->rows > 1 ? v->rows : 1) : frame_view_times(call); n;
	     n--)
		step(v, up);
}

/* Go along the widest frames to the end of a side. */
void sandwich_move_end(struct frame_view *fv, const struct action_call *call)
{
	struct view_sandwich *v = sandwich_view_of(&fv->view);
	enum sandwich_side side = call->action == ACTION_FIRST ? CALLERS : CALLEES;
	size_t next;

	move_to(v, side, v->side == side ? v->box : 0);
	while ((next = flame_layout_level(&v->layout[side], v->box, 1)) != v->box)
		move_to(v, side, next);
}

/* Go from the callers to the function, to the callees, and to the callers again. */
void sandwich_move_pane(struct frame_view *fv, const struct action_call *call)
{
	struct view_sandwich *v = sandwich_view_of(&fv->view);
	bool back = call->action == ACTION_PANE_PREV;
	int at = !v->box ? 1 : v->side == CALLERS ? 0 : 2, to = (at + (back ? 2 : 1)) % 3;
	enum sandwich_side side = to == 0 ? CALLERS : CALLEES;

	move_to(v, side, to == 1 ? 0 : flame_layout_level(&v->layout[side], 0, 1));
}

/* ---- search ---- */

static bool is_found(const struct view_sandwich *v, enum sandwich_side side, size_t box)
{
	return frame_match_node(&v->fv.find.needle, sandwich_view_tree(v, side),
				v->layout[side].boxes.v[box].node);
}

/* Boxes in one sequence: callers from the outermost, the function, callees. */
static size_t in_row(const struct view_sandwich *v, size_t i, enum sandwich_side *side)
{
	size_t callers = v->layout[CALLERS].boxes.n - 1;

	*side = i < callers ? CALLERS : CALLEES;
	return i < callers ? callers - i : i - callers;
}

bool sandwich_move_next(struct view *view, int dir)
{
	struct view_sandwich *v = sandwich_view_of(view);
	size_t callers = v->layout[CALLERS].boxes.n - 1, n = callers + v->layout[CALLEES].boxes.n;
	size_t at = v->side == CALLERS ? callers - v->box : callers + v->box;

	for (size_t i = 1; i <= n; i++) {
		enum sandwich_side side;
		size_t box = in_row(v, dir > 0 ? (at + i) % n : (at + n - i) % n, &side);

		if (is_found(v, side, box)) {
			move_to(v, side, box);
			return true;
		}
	}
	return false;
}
