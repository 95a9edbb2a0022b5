/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/table.h"

#include <stdlib.h>

#include "base/mem.h"
#include "views/table_draw.h"
#include "widgets/linemove.h"

enum {
	SIDE_STEP = 8 /* columns */
};

bool view_table_row(const struct view_table *vt, uint64_t *row)
{
	*row = vt->cursor;
	return vt->cursor < vt->ops->count(vt);
}

bool view_table_closed(const struct view_table *vt)
{
	(void)vt;
	return true;
}

/* ---- moving ---- */

typedef void (*table_handler)(struct view_table *vt, const struct action_call *call);

static void move_to(struct view_table *vt, uint64_t row)
{
	uint64_t n = vt->ops->count(vt);

	vt->cursor = row < n ? row : n ? n - 1 : 0;
}

static void table_move(struct view_table *vt, const struct action_call *call)
{
	const struct linemove at = { vt->cursor, vt->ops->count(vt), vt->rows, vt->rows / 2 };

	move_to(vt, linemove_to(&at, call));
}

static void table_right(struct view_table *vt, const struct action_call *call)
{
	size_t next = vt->column + 1;

	(void)call;
	while (next < vt->columns.n && !table_columns_fits(&vt->columns, next))
		next++;
	if (vt->ops->cells && next < vt->columns.n)
		vt->column = next;
	else if (vt->left + vt->last_cols < vt->columns.widths[vt->columns.n - 1])
		vt->left += SIDE_STEP;
}

static void table_left(struct view_table *vt, const struct action_call *call)
{
	(void)call;
	if (!vt->left && vt->column)
		do
			vt->column--;
		while (vt->column && !table_columns_fits(&vt->columns, vt->column));
	vt->left = vt->left > SIDE_STEP ? vt->left - SIDE_STEP : 0;
}

/* ---- looking for text ---- */

static uint64_t find_count(const struct view *view)
{
	const struct view_table *vt = view_table_of(view);

	return vt->ops->count(vt);
}

static uint64_t find_cursor(const struct view *view)
{
	return view_table_of(view)->cursor;
}

/*
 * Append the contents of all cells, also of those that do not fit the screen. Numbers are found as
 * the screen has them, and as they are typed.
 */
static void find_text(struct view *view, uint64_t line, struct buf *out)
{
	struct view_table *vt = view_table_of(view);

	for (size_t c = 0; c < vt->columns.n; c++) {
		if (c)
			buf_addc(out, ' ');
		vt->ops->cell(vt, line, c, out);
		if (!table_draw_has_digits(vt, c))
			continue;
		buf_addc(out, ' ');
		table_draw_add_cell(vt, line, c, out);
	}
}

static void find_go(struct view *view, uint64_t line)
{
	move_to(view_table_of(view), line);
}

static bool find_closed(const struct view *view)
{
	const struct view_table *vt = view_table_of(view);

	return vt->ops->closed && vt->ops->closed(vt);
}

static void table_find(struct view_table *vt, const struct action_call *call)
{
	static const struct finder_ops ops = {
		.count = find_count,
		.cursor = find_cursor,
		.text = find_text,
		.go = find_go,
		.closed = find_closed,
	};

	finder_act(&vt->find, &vt->view, &ops, call);
}

/* clang-format off */
static const table_handler handlers[ACTION_COUNT] = {
	LINEMOVE_HANDLERS(table_move),
	[ACTION_PERCENT] = table_move,
	[ACTION_RIGHT] = table_right,
	[ACTION_LEFT] = table_left,
	[ACTION_FIND] = table_find,
	[ACTION_FIND_NEXT] = table_find,
	[ACTION_FIND_PREV] = table_find,
};
/* clang-format on */

static bool own(const struct table_ops *ops, enum action action)
{
	for (const enum action *a = ops->actions; a && *a != ACTION_NONE; a++)
		if (*a == action)
			return true;
	return false;
}

static bool table_act(struct view *view, const struct action_call *call)
{
	struct view_table *vt = view_table_of(view);

	if (own(vt->ops, call->action) && vt->ops->act(vt, call))
		return true;
	if (!handlers[call->action])
		return false;
	handlers[call->action](vt, call);
	return true;
}

bool view_table_knows(const struct table_ops *ops, enum action action)
{
	return handlers[action] || own(ops, action);
}

static bool table_knows(const struct view *view, enum action action)
{
	return view_table_knows(view_table_of(view)->ops, action);
}

static void table_explain(const struct view *view, struct buf *out)
{
	const struct view_table *vt = view_table_of(view);

	if (vt->ops->explain && vt->cursor < vt->ops->count(vt))
		vt->ops->explain(vt, vt->cursor, out);
}

static const enum action *table_hints(const struct view *view)
{
	const struct view_table *vt = view_table_of(view);

	return vt->ops->choose_hints ? vt->ops->choose_hints(vt) : vt->ops->hints;
}

/* There are two lines above the first one. */
static bool table_point(struct view *view, int row, int col, bool select)
{
	struct view_table *vt = view_table_of(view);
	uint64_t line = vt->top + (uint64_t)(row - 2);

	(void)col;
	if (row < 2 || row >= 2 + vt->rows || line >= vt->ops->count(vt))
		return false;
	if (select)
		vt->cursor = line;
	return true;
}

/* ---- background work ---- */

bool view_table_busy(const struct view *view)
{
	const struct view_table *vt = view_table_of(view);
	struct worker_progress progress;

	job_progress(vt->job, &progress);
	return !progress.done && !vt->cancelled;
}

bool view_table_cancel(struct view *view)
{
	if (!view_table_busy(view))
		return false;
	job_cancel(view_table_of(view)->job);
	view_table_of(view)->cancelled = true;
	return true;
}

void view_table_work(const struct view_table *vt, const char *doing, const char *done,
		     struct buf *out)
{
	struct worker_progress progress;

	job_progress(vt->job, &progress);
	if (progress.failed)
		buf_adds(out, "the index is damaged: perfnav index --force rebuilds it");
	else if (!progress.done && vt->cancelled)
		buf_addf(out, "%u%% %s", job_percent(&progress), done);
	else if (!progress.done)
		buf_addf(out, "%s\u2026 %u%%", doing, job_percent(&progress));
}

/* ---- the view ---- */

static void table_close(struct view *view)
{
	finder_release(&view_table_of(view)->find);
	view_table_of(view)->ops->close(view_table_of(view));
}

void view_table_init(struct view_table *vt, struct app *app, const struct table_ops *ops)
{
	*vt = (struct view_table){ .ops = ops,
				   .columns = { .v = ops->columns, .n = ops->n },
				   .title = ops->title };
	vt->vops = (struct view_ops){
		.name = ops->name,
		.words = ops->words,
		.act = table_act,
		.knows = table_knows,
		.hints = table_hints,
		.draw = table_draw,
		.point = table_point,
		.title = table_draw_title,
		.text = table_draw_text,
		.explain = table_explain,
		.hint = ops->hint,
		.row = ops->row,
		.note = ops->note,
		.wake = ops->wake,
		.busy = ops->busy,
		.cancel = ops->cancel,
		.close = table_close,
	};
	vt->view = VIEW_INIT(&vt->vops, app);
}

void *view_table_once(struct app *app, const struct table_ops *ops, size_t size)
{
	struct view_table *vt;

	if (app_raise(app, ops->name))
		return NULL;
	vt = mem_zalloc(size);
	view_table_init(vt, app, ops);
	app_push(app, &vt->view);
	return vt;
}

void *view_table_of_topic(struct app *app, const struct table_ops *ops, size_t size, char *topic)
{
	struct view_table *vt;

	if (app_raise_topic(app, ops->name, topic)) {
		free(topic);
		return NULL;
	}
	vt = mem_zalloc(size);
	view_table_init(vt, app, ops);
	vt->view.topic = topic;
	return vt;
}
