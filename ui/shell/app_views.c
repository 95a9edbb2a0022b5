/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shell/app_views.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "session/session_filter.h"
#include "shell/app.h"
#include "shell/command.h"
#include "views/views.h"

enum {
	/* Bytes of all allocations; if there are more, views are forgotten that were left first. */
	BUDGET_BYTES = 32 << 20,
	TRIM_BYTES = 4 << 20, /* so many freed bytes are returned to the system */
	BUDGET_MS = 100	      /* adding up what is allocated is not free */
};

struct view *app_view(const struct app *app)
{
	return app->views.list[app->views.n - 1];
}

const char *app_view_name(const struct app *app)
{
	return views_short(app_view(app)->ops->name);
}

static void close_view(struct view *view)
{
	if (view->app->views.start == view)
		view->app->views.start = NULL;
	free(view->topic);
	free(view->command);
	if (view->ops->close)
		view->ops->close(view);
}

static void close_top(struct app *app)
{
	close_view(app->views.list[--app->views.n]);
}

void app_views_close_replaced(struct app *app)
{
	for (size_t i = 0; i < app->views.replaced.n; i++)
		close_view(app->views.replaced.v[i]);
	app->views.replaced.n = 0;
}

/* Is a view hidden? The records are not, because other views ask them for their record. */
static bool is_hidden(const struct app *app, size_t i)
{
	return i + 1 < app->views.n && app->views.list[i] != app->views.home;
}

/* Pause the jobs of hidden views. */
static void look_at_top(struct app *app)
{
	for (size_t i = 0; i < app->views.n; i++)
		watcher_set_away(&app->views.list[i]->watcher, is_hidden(app, i));
}

/*
 * Forget the view that was left first, but never the records or the view on top. False: there is no
 * other view.
 */
static bool forget_oldest(struct app *app)
{
	size_t i = app->views.list[0] == app->views.home ? 1 : 0;
	struct view *view;

	if (i + 1 >= app->views.n)
		return false;
	view = app->views.list[i];
	memmove(&app->views.list[i], &app->views.list[i + 1],
		(app->views.n - i - 1) * sizeof(view));
	app->views.n--;
	close_view(view);
	return true;
}

/* Was much freed since the last time? Freed memory between memory in use cannot be returned. */
static bool is_worth_trimming(struct app *app)
{
	size_t now = mem_freed();
	bool worth = now > app->views.least_freed + TRIM_BYTES;

	if (worth || now < app->views.least_freed)
		app->views.least_freed = now;
	return worth;
}

/*
 * All views share one budget. Large contents of views are in files. While a job grows it wakes the
 * program, so the budget is kept then, too.
 */
void app_views_keep_budget(struct app *app)
{
	bool freed = false;

	if (app->views.budget_ms + BUDGET_MS > clock_ms())
		return;
	app->views.budget_ms = clock_ms();
	while (mem_used() > BUDGET_BYTES && forget_oldest(app))
		freed = true;
	if (freed || is_worth_trimming(app))
		mem_trim();
}

static void move_up(struct app *app, size_t i)
{
	struct view *view = app->views.list[i];

	memmove(&app->views.list[i], &app->views.list[i + 1],
		(app->views.n - i - 1) * sizeof(view));
	app->views.list[app->views.n - 1] = view;
}

/*
 * Move the view on top down: to the place i, or if it is on top there, too, to the lowest place.
 */
static void move_top_down(struct app *app, size_t i)
{
	struct view *view = app_view(app);

	if (i + 1 >= app->views.n)
		i = 0;
	memmove(&app->views.list[i + 1], &app->views.list[i],
		(app->views.n - 1 - i) * sizeof(view));
	app->views.list[i] = view;
}

static bool find_topic(const struct app *app, const char *name, const char *topic, size_t *i)
{
	for (*i = 0; *i < app->views.n; ++*i)
		if (app->views.list[*i]->topic && !strcmp(app->views.list[*i]->topic, topic) &&
		    !strcmp(app->views.list[*i]->ops->name, name))
			return true;
	return false;
}

void app_push(struct app *app, struct view *view)
{
	size_t same;

	/* The replaced view may be at work: it may be opening this one. */
	if (view->topic && find_topic(app, view->ops->name, view->topic, &same)) {
		move_up(app, same);
		same = --app->views.n;
		watcher_set_away(&app->views.list[same]->watcher, true);
		vec_push(&app->views.replaced, app->views.list[same]);
	}
	/* If there are too many views, forget the oldest one. */
	if (app->views.n >= APP_VIEWS_MAX) {
		move_up(app, app->views.list[0] == app->views.home ? 1 : 0);
		close_top(app);
	}
	view->app = app;
	view->command = app->views.opening ? mem_strdup(app->views.opening) : NULL;
	if (!app->views.n)
		app->views.home = view;
	app->views.list[app->views.n++] = view;
	look_at_top(app);
}

/* The filter with which a view has shown what a line counts is not for the views below. */
static void leave_records(struct app *app)
{
	move_top_down(app, app->views.home_from);
	app->views.home_from = 0;
	if (session_filter_leave(app->session) && app->session->conditions.list.n)
		app_say(app, "Restored the filter. %s undoes it.", app_key_of(app, ACTION_UNDO));
}

void app_pop(struct app *app)
{
	if (app_view(app) == app->views.home)
		leave_records(app);
	else
		close_top(app);
	look_at_top(app);
}

void app_views_close(struct app *app)
{
	while (!app_is_home(app, app_view(app)))
		close_top(app);
	look_at_top(app);
}

void app_drop(struct app *app, struct view *view)
{
	for (size_t i = 0; i < app->views.n; i++) {
		if (app->views.list[i] != view || view == app->views.home)
			continue;
		move_up(app, i);
		app->views.n--;
		watcher_set_away(&view->watcher, true);
		vec_push(&app->views.replaced, view);
		look_at_top(app);
		return;
	}
}

void app_replace(struct app *app, struct view *before)
{
	if (app_view(app) == before)
		return;
	if (app->views.start == before)
		app_start(app);
	app_drop(app, before);
}

bool app_open_again(struct app *app)
{
	struct view *before = app_view(app);
	char *command = before->command ? mem_strdup(before->command) : NULL;
	bool opened;

	/* Of the same filter it is the same view. */
	opened = command && command_run(app, command, NULL) >= 0 &&
		 (app_view(app) != before || !app->message.len);
	free(command);
	app_replace(app, before);
	return opened;
}

void app_start(struct app *app)
{
	app->views.start = app_view(app);
}

bool app_is_last(const struct app *app)
{
	return app->views.n == 1 || app_view(app) == app->views.start;
}

bool app_is_home(const struct app *app, const struct view *view)
{
	return view == app->views.home;
}

void app_act_at_home(struct app *app, const struct action_call *call)
{
	app->views.home->ops->act(app->views.home, call);
}

bool app_knows_at_home(const struct app *app, enum action action)
{
	return app->views.home->ops->knows(app->views.home, action);
}

bool app_raise(struct app *app, const char *name)
{
	for (size_t i = 0; i < app->views.n; i++) {
		if (strcmp(app->views.list[i]->ops->name, name) != 0)
			continue;
		if (app->views.list[i] == app->views.home && i + 1 < app->views.n)
			app->views.home_from = i;
		move_up(app, i);
		look_at_top(app);
		return true;
	}
	return false;
}

bool app_raise_topic(struct app *app, const char *name, const char *topic)
{
	size_t i;

	if (!find_topic(app, name, topic, &i))
		return false;
	move_up(app, i);
	look_at_top(app);
	return true;
}

bool app_views_look(struct app *app)
{
	bool now = false;

	for (size_t i = 0; i < app->views.n; i++)
		if (app->views.list[i]->ops->look)
			now |= app->views.list[i]->ops->look(app->views.list[i]);
	return now;
}

bool app_views_wake(struct app *app)
{
	bool now = false;

	for (size_t i = 0; i < app->views.n; i++)
		if (app->views.list[i]->ops->wake)
			now |= app->views.list[i]->ops->wake(app->views.list[i]);
	return now;
}

void app_views_wake_others(struct app *app)
{
	for (size_t i = 0; i < app->views.n; i++)
		if (app->views.list[i] != app->views.home && app->views.list[i]->ops->wake)
			app->views.list[i]->ops->wake(app->views.list[i]);
}

bool app_views_busy(const struct app *app)
{
	for (size_t i = 0; i < app->views.n; i++) {
		const struct view *view = app->views.list[i];

		if (!is_hidden(app, i) && view->ops->busy && view->ops->busy(view))
			return true;
	}
	return false;
}

void app_views_release(struct app *app)
{
	app_views_close_replaced(app);
	vec_release(&app->views.replaced);
	while (app->views.n)
		close_top(app);
}
