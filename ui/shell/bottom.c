/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shell/bottom.h"

#include <string.h>

#include "base/text.h"
#include "records/change.h"
#include "shell/app.h"
#include "shell/app_actions.h"
#include "term/wrap.h"

enum {
	MESSAGE_ROWS = 4 /* of a message; a longer one is cut at its end */
};

/* Without these a user does not know how to leave, or what else exists: they are dropped last. */
static bool is_needed(enum action action)
{
	return action == ACTION_CLOSE || action == ACTION_HELP;
}

/* Has the action its usual effect here? */
static bool is_usual(const struct view *view, enum action action)
{
	return (view->ops->knows(view, action) || app_actions_know(action)) &&
	       view_help(view, action) == action_info(action)->help;
}

static const char *word_of(struct app *app, struct view *view, enum action action)
{
	const char *here = view->ops->hint ? view->ops->hint(view, action) : NULL;

	if (here)
		return here;
	return action == ACTION_CLOSE && !app_is_last(app) ? "back" : view_hint(view, action);
}

/* Set the hint of an action. False: the action has no key, or no effect here. */
static bool set_hint(struct app *app, enum action action, struct bottom_hint *hint)
{
	struct buf keys = BUF_INIT;
	bool fits;

	app_keys_of(app, action, 1, &keys);
	fits = keys.len && keys.len < sizeof(hint->key);
	if (fits) {
		hint->action = action;
		memcpy(hint->key, keys.p, keys.len + 1);
		hint->word = word_of(app, app_view(app), action);
		hint->width = (int)text_columns(keys.p, keys.len) + 1 +
			      (int)text_columns_str(hint->word) + 2;
	}
	buf_release(&keys);
	return fits && *hint->word;
}

static bool has_hint(const enum action *hints, enum action action)
{
	while (*hints != ACTION_NONE && *hints != action)
		hints++;
	return *hints == action;
}

/* The hints of the view, and after them hints that are the same in all views. */
static size_t list_hints(struct app *app, struct bottom_hint *hints)
{
	static const enum action common[] = { ACTION_FILTER_AND, ACTION_PAGE };
	const struct view *view = app_view(app);
	const enum action *own = view->ops->hints(view);
	size_t n = 0;

	for (const enum action *action = own; *action != ACTION_NONE && n < BOTTOM_HINTS; action++)
		n += set_hint(app, *action, &hints[n]);
	for (size_t i = 0; i < sizeof(common) / sizeof(common[0]) && n < BOTTOM_HINTS; i++)
		if (!has_hint(own, common[i]) && is_usual(view, common[i]))
			n += set_hint(app, common[i], &hints[n]);
	return n;
}

/* The last hint is dropped first. The most useful one, and how to leave, stay longest. */
static size_t hint_to_drop(const struct bottom_hint *hints, size_t n)
{
	for (size_t i = n; i-- > 1;)
		if (!is_needed(hints[i].action))
			return i;
	for (size_t i = n; i-- > 1;)
		if (hints[i].action == ACTION_HELP)
			return i;
	return n - 1;
}

/* Draw complete hints, in order, as many as fit. */
static void draw_hints(struct app *app, const struct surface *s)
{
	struct bottom_hint *hints = app->bottom.hints;
	size_t n = list_hints(app, hints), i;
	int width = 0, col = 1;

	for (i = 0; i < n; i++)
		width += hints[i].width;
	/* The last hint needs no blanks after it. */
	while (n && width - 1 > s->cols) {
		i = hint_to_drop(hints, n);
		width -= hints[i].width;
		memmove(&hints[i], &hints[i + 1], (--n - i) * sizeof(*hints));
	}
	for (i = 0; i < n; i++) {
		hints[i].col = col;
		surface_put(s, 0, col, STYLE_KEY, hints[i].key);
		surface_put(s, 0, col + (int)text_columns_str(hints[i].key) + 1, STYLE_HINT,
			    hints[i].word);
		col += hints[i].width;
	}
	app->bottom.n = n;
}

/* The columns of a note, with the blanks around it; none without a note. */
static int note_cols(const char *note)
{
	return note ? (int)text_columns_str(note) + 2 : 0;
}

/* Lost data of the file concern all views. The records have this note in their first line, too. */
static const char *change_note(const struct app *app, int cols)
{
	const char *note = records_change_note(app);

	if (!note || app_is_home(app, app_view(app)) || note_cols(note) > cols)
		return NULL;
	return note;
}

/* The columns for a message. */
static int message_cols(const struct app *app, int cols)
{
	return cols - 1 - note_cols(change_note(app, cols));
}

int bottom_rows(const struct app *app, int cols)
{
	struct buf lines = BUF_INIT;
	int rows;

	wrap_text(app->message.p, message_cols(app, cols), &lines);
	rows = wrap_rows(&lines);
	buf_release(&lines);
	return rows < 1 ? 1 : rows < MESSAGE_ROWS ? rows : MESSAGE_ROWS;
}

static void draw_message(const struct app *app, const struct surface *s)
{
	struct buf lines = BUF_INIT;

	wrap_text(app->message.p, message_cols(app, s->cols), &lines);
	surface_put_lines(s, 0, 1, app->message_style, lines.p);
	buf_release(&lines);
}

void bottom_draw(struct app *app, const struct surface *s)
{
	const char *note = change_note(app, s->cols);
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
	if (note && !pending.len) {
		line.cols -= note_cols(note);
		surface_put(s, 0, line.cols + 1, STYLE_ERROR, note);
	}
	if (app->message.len)
		draw_message(app, &line);
	else
		draw_hints(app, &line);
	buf_release(&pending);
}

enum action bottom_action_at(const struct bottom *bottom, int col)
{
	for (size_t i = 0; i < bottom->n; i++)
		if (col >= bottom->hints[i].col &&
		    col < bottom->hints[i].col + bottom->hints[i].width - 2)
			return bottom->hints[i].action;
	return ACTION_NONE;
}
