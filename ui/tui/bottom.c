/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/bottom.h"

#include <string.h>

#include "base/text.h"
#include "tui/app.h"
#include "tui/view_records.h"

static int draw_hint(struct app *app, const struct surface *s, int col, enum action action)
{
	struct bottom *bottom = &app->bottom;
	struct buf keys = BUF_INIT;
	const char *hint = view_hint(app_view(app), action);
	int width;

	if (action == ACTION_CLOSE && app->n_views > 1)
		hint = "back";

	app_keys_of(app, action, 1, &keys);
	width = (int)text_columns(keys.p, keys.len) + 1 + (int)strlen(hint);
	if (keys.len && col + width + 1 <= s->cols) {
		if (bottom->n < BOTTOM_HINTS)
			bottom->hints[bottom->n++] =
				(struct bottom_hint){ col, col + width, action };
		col = surface_put(s, 0, col, STYLE_KEY, keys.p) + 1;
		col = surface_put(s, 0, col, STYLE_HINT, hint) + 2;
	}
	buf_release(&keys);
	return col;
}

/* What the file has lost concerns all views; the records say it in their first line, too. */
static void draw_change(struct app *app, struct surface *line)
{
	const char *note = records_change_note(app->home);
	int width = note ? (int)text_columns(note, strlen(note)) + 2 : 0;

	if (!note || app_view(app) == app->home || width > line->cols)
		return;
	surface_put(line, 0, line->cols - width + 1, STYLE_ERROR, note);
	line->cols -= width;
}

void bottom_draw(struct app *app, const struct surface *s)
{
	const struct view *view = app_view(app);
	struct buf pending = BUF_INIT;
	struct surface line = *s;

	app->bottom.n = 0;
	surface_fill(s, STYLE_NORMAL);
	keys_pending(&app->keys, &pending);
	if (pending.len) {
		int width = (int)text_columns(pending.p, pending.len);

		surface_put(s, 0, s->cols - 1 - width, STYLE_PROMPT, pending.p);
		line.cols = s->cols - width - 2 > 0 ? s->cols - width - 2 : 0;
	}
	draw_change(app, &line);
	if (app->message.len) {
		surface_put_left(&line, 0, 1, line.cols - 1, app->message_style, app->message.p);
	} else {
		const enum action *hint = view->ops->hints(view);
		int col = 1;

		for (; *hint != ACTION_NONE; hint++)
			col = draw_hint(app, &line, col, *hint);
	}
	buf_release(&pending);
}

enum action bottom_action_at(const struct bottom *bottom, int col)
{
	for (size_t i = 0; i < bottom->n; i++)
		if (col >= bottom->hints[i].col && col < bottom->hints[i].end)
			return bottom->hints[i].action;
	return ACTION_NONE;
}
