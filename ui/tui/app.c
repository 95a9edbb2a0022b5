/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/app.h"

#include <stdarg.h>
#include <string.h>
#include <time.h>

#include "base/text.h"
#include "tui/command.h"
#include "tui/help.h"
#include "tui/info.h"

/* Ctrl-C twice in this time quits. */
#define QUIT_MS 1000

typedef void (*app_handler)(struct app *app, const struct action_call *call);

void app_init(struct app *app, struct recording *rec, const struct tui_options *opt)
{
	*app = (struct app){ .rec = rec, .opt = opt, .message = BUF_INIT, .cancel_ms = -QUIT_MS };
	grid_init(&app->grid, 0, 0, opt->ascii);
}

void app_release(struct app *app)
{
	while (app->n_views)
		app_pop(app);
	grid_release(&app->grid);
	buf_release(&app->message);
}

int64_t app_now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- views ---- */

struct view *app_view(const struct app *app)
{
	return app->views[app->n_views - 1];
}

void app_push(struct app *app, struct view *view)
{
	/* The same view again replaces what is on top of it. */
	if (app->n_views == APP_VIEWS)
		app_pop(app);
	view->app = app;
	app->views[app->n_views++] = view;
}

void app_pop(struct app *app)
{
	struct view *view = app_view(app);

	app->n_views--;
	if (view->ops->close)
		view->ops->close(view);
}

/* ---- messages ---- */

static void set_message(struct app *app, enum style style, const char *fmt, va_list ap)
{
	buf_reset(&app->message);
	buf_vaddf(&app->message, fmt, ap);
	app->message_style = style;
}

void app_say(struct app *app, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	set_message(app, STYLE_MESSAGE, fmt, ap);
	va_end(ap);
}

void app_complain(struct app *app, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	set_message(app, STYLE_ERROR, fmt, ap);
	va_end(ap);
	app->bell = true;
}

/* ---- actions that are the same in all views ---- */

static void act_info(struct app *app, const struct action_call *call)
{
	(void)call;
	info_open(app);
}

static void act_help(struct app *app, const struct action_call *call)
{
	(void)call;
	help_open(app);
}

static void act_close(struct app *app, const struct action_call *call)
{
	(void)call;
	if (app->n_views > 1)
		app_pop(app);
	else
		app->quit = true;
}

static void act_quit(struct app *app, const struct action_call *call)
{
	(void)call;
	app->quit = true;
}

static void act_repaint(struct app *app, const struct action_call *call)
{
	(void)call;
	app->repaint = true;
}

static void act_suspend(struct app *app, const struct action_call *call)
{
	(void)call;
	app->suspend = true;
}

static void act_command(struct app *app, const struct action_call *call)
{
	(void)call;
	command_prompt(app);
}

static void act_cancel(struct app *app, const struct action_call *call)
{
	struct view *view = app_view(app);
	int64_t now = app_now_ms();

	(void)call;
	if (view->ops->cancel && view->ops->cancel(view)) {
		app_say(app, "Stopped. What was found so far stays.");
		return;
	}
	if (now - app->cancel_ms < QUIT_MS)
		app->quit = true;
	app->cancel_ms = now;
	app_say(app, "Nothing is running. Ctrl-C again quits, and so does q.");
}

static void act_escape(struct app *app, const struct action_call *call)
{
	(void)call;
	if (app->n_views > 1)
		app_pop(app);
}

/* clang-format off */
static const app_handler app_handlers[ACTION_COUNT] = {
	[ACTION_INFO] = act_info,
	[ACTION_HELP] = act_help,
	[ACTION_CLOSE] = act_close,
	[ACTION_QUIT] = act_quit,
	[ACTION_REPAINT] = act_repaint,
	[ACTION_SUSPEND] = act_suspend,
	[ACTION_COMMAND] = act_command,
	[ACTION_CANCEL] = act_cancel,
	[ACTION_ESCAPE] = act_escape,
};
/* clang-format on */

void app_act(struct app *app, const struct action_call *call)
{
	struct view *view = app_view(app);

	if (view->ops->act(view, call))
		return;
	if (app_handlers[call->action])
		app_handlers[call->action](app, call);
	else
		app_complain(app, "'%s' means nothing here. ? shows the keys.",
			     action_info(call->action)->name);
}

/* ---- keys ---- */

static void unknown_key(struct app *app, keysym key)
{
	struct buf name = BUF_INIT;

	keysym_name(&name, key);
	app_complain(app, "No action for %s. ? shows the keys.", name.p);
	buf_release(&name);
}

void app_key(struct app *app, keysym key)
{
	struct action_call call;
	bool had_message = app->message.len != 0;

	if (prompt_is_open()) {
		prompt_key(key);
		return;
	}
	if (key & KEYSYM_ALT) {
		/* Nothing needs Alt, so this was Escape and a key typed fast. */
		app_key(app, KEYSYM_ESC);
		app_key(app, key & ~(keysym)KEYSYM_ALT);
		return;
	}
	buf_reset(&app->message);
	switch (keys_feed(&app->keys, key, &call)) {
	case KEYS_ACTION:
		/* Escape takes the message away first. */
		if (call.action != ACTION_ESCAPE || !had_message)
			app_act(app, &call);
		break;
	case KEYS_UNKNOWN:
		unknown_key(app, key);
		break;
	case KEYS_MORE:
	case KEYS_DROPPED:
		break;
	}
}

/* ---- background work ---- */

bool app_wake(struct app *app)
{
	bool now = false;

	for (size_t i = 0; i < app->n_views; i++)
		if (app->views[i]->ops->wake)
			now |= app->views[i]->ops->wake(app->views[i]);
	return now;
}

bool app_busy(const struct app *app)
{
	for (size_t i = 0; i < app->n_views; i++)
		if (app->views[i]->ops->busy && app->views[i]->ops->busy(app->views[i]))
			return true;
	return false;
}

/* ---- drawing ---- */

static int draw_hint(const struct app *app, const struct surface *s, int col, enum action action)
{
	struct buf keys = BUF_INIT;
	const char *hint = action_info(action)->hint;
	int width;

	if (action == ACTION_CLOSE && app->n_views > 1)
		hint = "back";

	keys_of(action, 1, &keys);
	width = (int)text_columns(keys.p, keys.len) + 1 + (int)strlen(hint);
	if (col + width + 1 <= s->cols) {
		col = surface_put(s, 0, col, STYLE_KEY, keys.p) + 1;
		col = surface_put(s, 0, col, STYLE_HINT, hint) + 2;
	}
	buf_release(&keys);
	return col;
}

/* The bottom line: a message or the keys that are of use, and at its end what is half typed. */
static void draw_bottom(struct app *app, const struct surface *s)
{
	const struct view *view = app_view(app);
	struct buf pending = BUF_INIT;
	struct surface line = *s;

	surface_fill(s, STYLE_NORMAL);
	keys_pending(&app->keys, &pending);
	if (pending.len) {
		int width = (int)text_columns(pending.p, pending.len);

		surface_put(s, 0, s->cols - 1 - width, STYLE_PROMPT, pending.p);
		line.cols = s->cols - width - 2 > 0 ? s->cols - width - 2 : 0;
	}
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

struct term_cursor app_draw(struct app *app, int rows, int cols)
{
	struct view *view = app_view(app);
	struct term_cursor cursor = { 0, 0, false };
	struct surface all, main, bottom;
	int low;

	if (rows != app->grid.rows || cols != app->grid.cols)
		grid_resize(&app->grid, rows, cols);
	all = surface_all(&app->grid);
	surface_fill(&all, STYLE_NORMAL);
	low = prompt_is_open() ? prompt_rows(cols) : 1;
	main = surface_sub(&all, 0, 0, rows - low, cols);
	bottom = surface_sub(&all, rows > low ? rows - low : 0, 0, low, cols);
	view->ops->draw(view, &main, &cursor);
	if (prompt_is_open())
		prompt_draw(&bottom, &cursor);
	else
		draw_bottom(app, &bottom);
	return cursor;
}
