/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_APP_VIEWS_H
#define SHELL_APP_VIEWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "term/action.h"

struct action_call;
struct app;
struct view;

#define APP_VIEWS_MAX 8

/* The stack of open views. */
struct app_views {
	struct view *list[APP_VIEWS_MAX]; /* the last one is on top */
	size_t n;
	VEC(struct view *) replaced; /* by views of the same topic; closed at the next key */
	struct view *home;	     /* the records: never closed, on top or below other views */
	size_t home_from;	     /* the place from which home was raised to the top */
	struct view *start;	     /* the first screen, if it is not the records; or NULL */
	const char *opening;	     /* the command of pushed views (view->command), or NULL */
	size_t least_freed;	     /* the smallest mem_freed() since memory was returned */
	int64_t budget_ms; /* when the memory of all views was last compared with their budget */
};

/* Return the view on top. While the program runs, there is always one. */
struct view *app_view(const struct app *app);

/*
 * app_push() puts a view on top. It replaces an open view of the same topic, and the application
 * owns it from now on. app_pop() closes the view on top, unless it is the home view, which moves
 * below the others.
 */
void app_push(struct app *app, struct view *view);
void app_pop(struct app *app);

/*
 * app_start() makes the view on top the first screen: closing it ends the program. app_is_last()
 * returns whether closing the view on top does so.
 */
void app_start(struct app *app);
bool app_is_last(const struct app *app);

/*
 * app_is_home(): is it the home view? app_knows_at_home(): does the home view have the action?
 * app_act_at_home(): perform an action in the home view, even if another view is on top.
 */
bool app_is_home(const struct app *app, const struct view *view);
bool app_knows_at_home(const struct app *app, enum action action);
void app_act_at_home(struct app *app, const struct action_call *call);

/*
 * Replace the view on top by one that its command opens, for the filter that the list has now.
 * False: the view has no command, or the command opens nothing else.
 */
bool app_open_again(struct app *app);

/*
 * Remove a view from any place of the stack. The view may be running, so it is closed at the next
 * key.
 */
void app_drop(struct app *app, struct view *view);

/* If another view is on top, it replaces this one, also as the first view. */
void app_replace(struct app *app, struct view *before);

/* Bring an open view to the top. False: no open view has that name and topic. */
bool app_raise(struct app *app, const char *name);
bool app_raise_topic(struct app *app, const char *name, const char *topic);

/* The name of the view on top. :map uses these names to bind keys in a view. */
const char *app_view_name(const struct app *app);

/* ---- for the application ---- */

/* Close all views above the home view. */
void app_views_close(struct app *app);

/* Close the views that app_push() has replaced, and those that app_drop() has removed. */
void app_views_close_replaced(struct app *app);

/*
 * While all views need more memory than their budget, forget those that were left first. It checks
 * the memory again only after a moment.
 */
void app_views_keep_budget(struct app *app);

/*
 * Let all views look for changes of the recording, or take what was counted in the background.
 * Returns true if the screen must be drawn.
 */
bool app_views_look(struct app *app);
bool app_views_wake(struct app *app);

/*
 * The same for all views except the records. The records must not change while a key is handled,
 * because app_key() would take the change for an effect of the key.
 */
void app_views_wake_others(struct app *app);

/* Is a view that the user sees at work? */
bool app_views_busy(const struct app *app);

void app_views_release(struct app *app);

#endif
