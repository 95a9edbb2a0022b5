/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/frame_view.h"

#include "base/text.h"
#include "widgets/frame_match.h"
#include "widgets/status.h"

enum {
	TIMES_MAX = 1 << 12,
	COLS = 80 /* of a layout if the size of the screen is unknown */
};

static struct frame_view *self(const struct view *view)
{
	return container_of(view, struct frame_view, view);
}

void frame_view_release(struct frame_view *fv)
{
	stack_view_close(&fv->stacks);
	flame_own_release(&fv->own);
	finder_release(&fv->find);
}

int frame_view_first_cols(const struct frame_view *fv)
{
	return fv->view.app->grid.cols > 0 ? fv->view.app->grid.cols : COLS;
}

/* ---- actions ---- */

uint64_t frame_view_times(const struct action_call *call)
{
	return call->count < TIMES_MAX ? call->count : TIMES_MAX;
}

void frame_view_event(struct frame_view *fv, const struct action_call *call)
{
	counted_act(&fv->stacks.what, call->action);
}

static bool find_ready(struct view *view)
{
	struct frame_view *fv = self(view);

	fv->ops->ensure(fv);
	return fv->ops->has_boxes(fv);
}

static bool find_next(struct view *view, int dir)
{
	return self(view)->ops->next(view, dir);
}

void frame_view_find(struct frame_view *fv, const struct action_call *call)
{
	static const struct finder_ops find_ops = { .ready = find_ready, .next = find_next };

	finder_act(&fv->find, &fv->view, &find_ops, call);
}

static bool works_empty(const struct frame_view *fv, enum action action)
{
	for (const enum action *empty = fv->ops->empty; *empty != ACTION_NONE; empty++)
		if (*empty == action)
			return true;
	return false;
}

bool frame_view_knows(const struct view *view, enum action action)
{
	return self(view)->ops->handlers[action];
}

bool frame_view_act(struct view *view, const struct action_call *call)
{
	struct frame_view *fv = self(view);

	if (finder_escape(&fv->find, call))
		return true;
	if (!frame_view_knows(view, call->action))
		return false;
	fv->ops->ensure(fv);
	if (fv->ops->has_boxes(fv) || works_empty(fv, call->action))
		fv->ops->handlers[call->action](fv, call);
	return true;
}

/* ---- drawing ---- */

void frame_view_draw_box(const struct frame_view *fv, const struct surface *s, int row,
			 const struct flame_layout *layout, const struct stacktree *tree,
			 size_t number, struct framebox *bar)
{
	const struct flame_box *box = &layout->boxes.v[number];

	bar->found = frame_match_node(&fv->find.needle, tree, box->node);
	bar->open = flame_layout_is_open(layout, number, fv->cols);
	if (bar->beyond && !flame_layout_goes_on(layout, number))
		bar->beyond = NULL;
	stack_view_draw_bar(s, row, box->col, box->cols, tree, box->node, bar);
}

void frame_view_draw_text(const struct frame_view *fv, const struct surface *s,
			  const struct flame_layout *layout, size_t box, const struct buf *text)
{
	const struct flame_narrow *narrow = &layout->boxes.v[box].narrow;
	int row = s->rows - 1, left = (int)text_columns(text->p, text->len) + 2, cols;
	struct buf right = BUF_INIT;

	surface_put_left(s, row, 1, s->cols - 1, STYLE_NORMAL, text->p);
	if (narrow->frames && !narrow->drawn) {
		buf_addf(&right, "narrow frames: %zu, ", narrow->frames);
		stack_view_add_percent(&fv->stacks, &narrow->total, &fv->all, &right);
	}
	cols = (int)text_columns(right.p, right.len);
	if (left + cols < s->cols)
		surface_put(s, row, s->cols - 1 - cols, STYLE_NORMAL, right.p);
	buf_release(&right);
}

void frame_view_draw_status(const struct frame_view *fv, const struct surface *s, const char *what,
			    const char *position)
{
	struct surface line = surface_sub(s, 0, 0, 1, s->cols);
	struct buf title = BUF_INIT, work = BUF_INIT;

	stack_view_title(&fv->stacks, what, &title);
	stack_view_work(&fv->stacks, &work);
	status_draw(&line, &(struct status){ title.p, position, work.p, true });
	buf_release(&title);
	buf_release(&work);
}

/* ---- background work ---- */

void frame_view_note(struct view *view, struct buf *out)
{
	counted_add_note(&self(view)->stacks.what, out);
}

bool frame_view_wake(struct view *view)
{
	struct frame_view *fv = self(view);

	return stack_view_wake(&fv->stacks, &fv->ops->stacks, fv, !fv->ops->has_boxes(fv));
}

bool frame_view_busy(const struct view *view)
{
	return stack_view_busy(&self(view)->stacks);
}
