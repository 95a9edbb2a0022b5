/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shell/app_actions.h"

#include "base/clock.h"
#include "records/records.h"
#include "shell/command.h"
#include "shell/help.h"
#include "views/info.h"
#include "views/options.h"
#include "views/saved_view.h"
#include "views/views.h"

/* Ms within which a second Ctrl-C quits. */
#define QUIT_MS 1000

/* Other views leave these actions to the records. */
static void act_home(struct app *app, const struct action_call *call)
{
	records_show(app);
	app_act_at_home(app, call);
}

bool app_actions_need_record(enum action action)
{
	return action == ACTION_VIEW_CHAIN || action == ACTION_VIEW_BRANCHES ||
	       action == ACTION_VIEW_MEMORY || action == ACTION_VIEW_MAPS ||
	       action == ACTION_VIEW_STACKCHART || action == ACTION_VIEW_CPU;
}

/* Such a view shows the record of the line under the cursor, if the line stands for one. */
static void go_to_line(struct app *app)
{
	const struct view *view = app_view(app);
	uint64_t row = view->ops->row ? view->ops->row(view) : UINT64_MAX;

	if (row != UINT64_MAX && row != session_at(app->session))
		records_go_row(app, row);
}

static void close_view(struct app *app)
{
	if (app_is_last(app))
		app->quit = true;
	else
		app_pop(app);
}

static void quit(struct app *app)
{
	app->quit = true;
}

static void repaint(struct app *app)
{
	app->repaint = true;
}

static void suspend(struct app *app)
{
	app->suspend = true;
}

static void act_command(struct app *app, const struct action_call *call)
{
	static const char *const begun[ACTION_COUNT] = {
		[ACTION_COMMAND] = "",
		[ACTION_WRITE] = "write ",
		[ACTION_PIPE] = "pipe ",
		[ACTION_RUN] = "run ",
	};

	command_prompt(app, begun[call->action]);
}

static void cancel(struct app *app)
{
	struct view *view = app_view(app);
	int64_t now = clock_ms();

	/* Before the view says what it stopped. */
	app_say(app, "Stopped. The results so far remain.");
	if (view->ops->cancel && view->ops->cancel(view)) {
		/* A view that is opened again is a new one. */
		free(view->topic);
		view->topic = NULL;
		return;
	}
	if (app->last_key.cancel_ms && now - app->last_key.cancel_ms < QUIT_MS)
		app->quit = true;
	app->last_key.cancel_ms = now;
	app_say(app, "Nothing is running. %s again quits, and so does %s.",
		app_key_of(app, ACTION_CANCEL), app_key_of(app, ACTION_QUIT));
}

static void escape(struct app *app)
{
	if (!app_is_last(app))
		app_pop(app);
}

/* clang-format off */
static const struct {
	void (*run)(struct app *app); /* one of these functions */
	int (*open)(struct app *app, const char *arg, struct err *err);
	void (*act)(struct app *app, const struct action_call *call);
} handlers[ACTION_COUNT] = {
#define VIEW(id, name, keys, hint, open, help) [ACTION_VIEW_##id] = { .run = open },
#define VIEW_OF(id, name, keys, hint, opens, help) [ACTION_VIEW_##id] = { .open = opens },
#include "views.def"
	[ACTION_INFO] = { .run = info_open },
	[ACTION_ZOOM_OUT] = { .open = histogram_open },
	[ACTION_FILTER] = { .act = records_ask },
	[ACTION_FIND] = { .act = records_ask },
	[ACTION_FIND_NEXT] = { .act = act_home },
	[ACTION_FIND_PREV] = { .act = act_home },
	[ACTION_UNDO] = { .run = records_undo },
	[ACTION_OPTIONS] = { .run = options_open },
	[ACTION_HELP] = { .run = help_open },
	[ACTION_CLOSE] = { .run = close_view },
	[ACTION_QUIT] = { .run = quit },
	[ACTION_REPAINT] = { .run = repaint },
	[ACTION_SUSPEND] = { .run = suspend },
	[ACTION_COMMAND] = { .act = act_command },
	[ACTION_WRITE] = { .act = act_command },
	[ACTION_PIPE] = { .act = act_command },
	[ACTION_RUN] = { .act = act_command },
	[ACTION_PAGE] = { .run = saved_view_prompt },
	[ACTION_CANCEL] = { .run = cancel },
	[ACTION_ESCAPE] = { .run = escape },
};
/* clang-format on */

bool app_actions_know(enum action action)
{
	return handlers[action].run || handlers[action].open || handlers[action].act;
}

/* The commands that open the same views, for the records that the list shows. */
static const char *const listed[ACTION_COUNT] = {
	[ACTION_VIEW_HISTOGRAM] = "hist",      [ACTION_VIEW_FLAME] = "flame",
	[ACTION_VIEW_TREE] = "tree",	       [ACTION_VIEW_HEAT] = "heat",
	[ACTION_VIEW_THREAD_TIMES] = "strips", [ACTION_ZOOM_OUT] = "hist",
};

bool app_actions_do(struct app *app, const struct action_call *call)
{
	struct err err = ERR_INIT; /* nothing was typed, so nothing can be wrong */

	if (app_actions_need_record(call->action))
		go_to_line(app);
	app->views.opening = listed[call->action];
	if (handlers[call->action].open)
		handlers[call->action].open(app, "", &err);
	else if (handlers[call->action].run)
		handlers[call->action].run(app);
	else if (handlers[call->action].act)
		handlers[call->action].act(app, call);
	app->views.opening = NULL;
	return app_actions_know(call->action);
}
