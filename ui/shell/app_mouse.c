/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shell/app_mouse.h"

#include "base/clock.h"
#include "term/mouse.h"

#define WHEEL_LINES 3
#define TWICE_MS 400 /* two clicks within so many ms are a double click */

/* The wheel moves what is under it. */
static void turn(struct app *app, int row, int col, enum action action)
{
	struct view *view = app_view(app);

	if (view->ops->point)
		view->ops->point(view, row, col, false);
	if (view->ops->knows(view, action))
		app_act(app, &(struct action_call){
				     .action = action, .has_count = true, .count = WHEEL_LINES });
}

/* A click on a hint of the bottom line acts as its key. */
static void press_hint(struct app *app, int col)
{
	enum action action = bottom_action_at(&app->bottom, col);

	if (action != ACTION_NONE)
		app_act(app, &(struct action_call){ .action = action, .count = 1 });
}

static void press(struct app *app, int row, int col)
{
	struct view *view = app_view(app);
	int64_t now = clock_ms();
	bool twice = app->press.row == row && app->press.col == col &&
		     now - app->press.ms < TWICE_MS;

	app->press = (struct app_press){ row, col, twice ? now - TWICE_MS : now };
	if (row == app->grid.rows - 1)
		press_hint(app, col);
	else if (view->ops->point && view->ops->point(view, row, col, true) && twice)
		app_act(app, &(struct action_call){ .action = ACTION_OPEN, .count = 1 });
}

void app_mouse_act(struct app *app, keysym key)
{
	int row = mouse_row(key), col = mouse_col(key);

	if (mouse_kind(key) == MOUSE_PRESS)
		press(app, row, col);
	else
		turn(app, row, col, mouse_kind(key) == MOUSE_WHEEL_UP ? ACTION_UP : ACTION_DOWN);
}
