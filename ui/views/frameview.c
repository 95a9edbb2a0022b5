/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/frameview.h"

#include "base/text.h"
#include "widgets/status.h"

enum {
	TIMES_MAX = 1 << 12,
	COLS = 80 /* of a layout if the size of the screen is unknown */
};

static struct frameview *self(const struct view *view)
{
	return container_of(view, struct frameview, view);
}

void frameview_release(struct frameview *fv)
{
	stackview_close(&fv->stacks);
	flameown_release(&fv->own);
	finder_release(&fv->find);
}

int frameview_first_cols(const struct frameview *fv)
{
	return fv->view.app->grid.cols > 0 ? fv->view.app->grid.cols : COLS;
}

/* ---- actions ---- */

uint64_t frameview_times(const struct action_call *call)
{
	return call->count < TIMES_MAX ? call->count : TIMES_MAX;
}

void frameview_event(struct frameview *fv, const struct action_call *call)
{
	counted_act(&fv->stacks.what, call->action);
}

static bool find_ready(struct view *view)
{
	struct frameview *fv = self(view);

	fv->ops->ensure(fv);
	return fv->ops->has_boxes(fv);
}

static bool find_next(struct view *view, int dir)
{
	return self(view)->ops->next(view, dir);
}

void frameview_find(struct frameview *fv, const struct action_call *call)
{
	static const struct finder_ops find_ops = { .ready = find_ready, .next = find_next };

	finder_act(&fv->find, &fv->view, &find_ops, call);
}

static bool works_empty(const struct frameview *fv, enum action action)
{
	for (const enum action *empty = fv->ops->empty; *empty != ACTION_NONE; empty++)
		if (*empty == action)
			return true;
	return false;
}

bool frameview_act(struct view *view, const struct action_call *call)
{
	struct frameview *fv = self(view);

	if (finder_escape(&fv->find, call))
		return true;
	if (!fv->ops->handlers[call->action])
		return false;
	fv->ops->ensure(fv);
	if (fv->ops->has_boxes(fv) || works_empty(fv, call->action))
		fv->ops->handlers[call->action](fv, call);
	return true;
}

/* ---- drawing ---- */

void frameview_draw_box(const struct frameview *fv, const struct surface *s, int row,
			const struct flame_layout *layout, const struct stacktree *tree,
			size_t number, struct framebox *bar)
{
	const struct flame_box *box = &layout->boxes.v[number];

	bar->found = finder_matches(&fv->find, tree, box->node);
	bar->open = flame_layout_is_open(layout, number, fv->cols);
	if (bar->beyond && !flame_layout_goes_on(layout, number))
		bar->beyond = NULL;
	stackview_draw_bar(s, row, box->col, box->cols, tree, box->node, bar);
}

void frameview_draw_text(const struct frameview *fv, const struct surface *s,
			 const struct flame_layout *layout, size_t box, const struct buf *text)
{
	const struct flame_narrow *narrow = &layout->boxes.v[box].narrow;
	int row = s->rows - 1, left = (int)text_columns(text->p, text->len) + 2, cols;
	struct buf right = BUF_INIT;

	surface_put_left(s, row, 1, s->cols - 1, STYLE_NORMAL, text->p);
	if (narrow->frames && !narrow->drawn) {
		buf_addf(&right, "narrow frames: %zu, ", narrow->frames);
		stackview_add_percent(&fv->stacks, &narrow->total, &fv->all, &right);
	}
	cols = (int)text_columns(right.p, right.len);
	if (left + cols < s->cols)
		surface_put(s, row, s->cols - 1 - cols, STYLE_NORMAL, right.p);
	buf_release(&right);
}

void frameview_draw_status(const struct frameview *fv, const struct surface *s, const char *what,
			   const char *position)
{
	struct surface line = surface_sub(s, 0, 0, 1, s->cols);
	struct buf title = BUF_INIT, work = BUF_INIT;

	stackview_title(&fv->stacks, what, &title);
	stackview_work(&fv->stacks, &work);
	status_draw(&line, &(struct status){ title.p, position, work.p, true });
	buf_release(&title);
	buf_release(&work);
}

/* ---- background work ---- */

void frameview_note(struct view *view, struct buf *out)
{
	counted_add_note(&self(view)->stacks.what, out);
}

bool frameview_wake(struct view *view)
{
	struct frameview *fv = self(view);

	return stackview_wake(&fv->stacks, &fv->ops->stacks, fv, !fv->ops->has_boxes(fv));
}

bool frameview_busy(const struct view *view)
{
	return stackview_busy(&self(view)->stacks);
}
