/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/app_actions.h"

#include "tui/command.h"
#include "tui/help.h"
#include "tui/paper.h"
#include "tui/view_branches.h"
#include "tui/view_chain.h"
#include "tui/view_chart.h"
#include "tui/view_events.h"
#include "tui/view_filters.h"
#include "tui/view_flame.h"
#include "tui/view_heat.h"
#include "tui/view_histogram.h"
#include "tui/view_info.h"
#include "tui/view_maps.h"
#include "tui/view_marks.h"
#include "tui/view_memory.h"
#include "tui/view_options.h"
#include "tui/view_overview.h"
#include "tui/view_problems.h"
#include "tui/view_strips.h"
#include "tui/view_threads.h"
#include "tui/view_tree.h"

/* Ctrl-C twice in this time quits. */
#define QUIT_MS 1000

/* What other views leave to the records. */
static void act_home(struct app *app, const struct action_call *call)
{
	app_raise(app, app->home->ops->name);
	app->home->ops->act(app->home, call);
}

/* Views that want to know more than that they are to open. */
static void act_view(struct app *app, const struct action_call *call)
{
	struct err err = ERR_INIT; /* there is nothing to mistake */

	switch (call->action) {
	case ACTION_VIEW_MAPS:
		maps_open_view(app, "", NULL);
		break;
	case ACTION_VIEW_CHAIN:
		chain_open(app, 0);
		break;
	case ACTION_VIEW_BRANCHES:
		branches_open(app, 0);
		break;
	case ACTION_VIEW_FLAME:
		flame_open(app, "", &err);
		break;
	case ACTION_VIEW_TREE:
		tree_open(app, "", false, &err);
		break;
	case ACTION_VIEW_HEAT:
		heat_open(app, "", &err);
		break;
	case ACTION_VIEW_CHART:
		chart_open(app, "", &err);
		break;
	case ACTION_VIEW_STRIPS:
		strips_open(app, "", &err);
		break;
	case ACTION_VIEW_HISTOGRAM:
	case ACTION_ZOOM_OUT:
		histogram_open(app, "", &err);
		break;
	default:
		app_raise(app, app->home->ops->name);
		break;
	}
}

static void close_view(struct app *app)
{
	if (app->n_views > 1)
		app_pop(app);
	else
		app->quit = true;
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
	int64_t now = app_now_ms();

	if (view->ops->cancel && view->ops->cancel(view)) {
		/* Opening it again begins anew. */
		free(view->topic);
		view->topic = NULL;
		app_say(app, "Stopped. What was found so far stays.");
		return;
	}
	if (app->cancel_ms && now - app->cancel_ms < QUIT_MS)
		app->quit = true;
	app->cancel_ms = now;
	app_say(app, "Nothing is running. %s again quits, and so does %s.",
		app_key_of(app, ACTION_CANCEL), app_key_of(app, ACTION_QUIT));
}

static void escape(struct app *app)
{
	if (app->n_views > 1)
		app_pop(app);
}

/* clang-format off */
static const struct {
	void (*run)(struct app *app); /* or */
	void (*act)(struct app *app, const struct action_call *call);
} handlers[ACTION_COUNT] = {
	[ACTION_INFO] = { .run = info_open },
	[ACTION_VIEW_RECORDS] = { .act = act_view },
	[ACTION_VIEW_OVERVIEW] = { .run = overview_open },
	[ACTION_VIEW_EVENTS] = { .run = events_open },
	[ACTION_VIEW_PROBLEMS] = { .run = problems_open },
	[ACTION_VIEW_THREADS] = { .run = threads_open },
	[ACTION_VIEW_MAPS] = { .act = act_view },
	[ACTION_VIEW_FILTERS] = { .run = filters_open },
	[ACTION_VIEW_CHAIN] = { .act = act_view },
	[ACTION_VIEW_FLAME] = { .act = act_view },
	[ACTION_VIEW_TREE] = { .act = act_view },
	[ACTION_VIEW_BRANCHES] = { .act = act_view },
	[ACTION_VIEW_MEMORY] = { .run = memory_open },
	[ACTION_VIEW_HISTOGRAM] = { .act = act_view },
	[ACTION_VIEW_CHART] = { .act = act_view },
	[ACTION_VIEW_HEAT] = { .act = act_view },
	[ACTION_VIEW_STRIPS] = { .act = act_view },
	[ACTION_ZOOM_OUT] = { .act = act_view },
	[ACTION_VIEW_MARKS] = { .run = marks_open_view },
	[ACTION_VIEW_INFO] = { .run = info_show },
	[ACTION_FILTER] = { .act = act_home },
	[ACTION_FIND] = { .act = act_home },
	[ACTION_FIND_NEXT] = { .act = act_home },
	[ACTION_FIND_PREV] = { .act = act_home },
	[ACTION_UNDO] = { .act = act_home },
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
	[ACTION_PAGE] = { .run = paper_prompt },
	[ACTION_CANCEL] = { .run = cancel },
	[ACTION_ESCAPE] = { .run = escape },
};
/* clang-format on */

bool app_actions_know(enum action action)
{
	return handlers[action].run || handlers[action].act;
}

bool app_actions_do(struct app *app, const struct action_call *call)
{
	if (handlers[call->action].run)
		handlers[call->action].run(app);
	else if (handlers[call->action].act)
		handlers[call->action].act(app, call);
	return app_actions_know(call->action);
}
