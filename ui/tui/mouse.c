/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/mouse.h"

#include "tui/app.h"

#define WHEEL_LINES 3
#define TWICE_MS 400 /* two presses in this time are a double click */

/* The buttons of reports; bits 4, 8 and 16 are Shift, Alt and Ctrl, 32 is a motion. */
enum {
	BUTTON_LEFT = 0,
	BUTTON_WHEEL_UP = 64,
	BUTTON_WHEEL_DOWN = 65,
	BUTTON_KEYS = 4 | 8 | 16
};

void mouse_report_begin(struct mouse_report *report)
{
	*report = (struct mouse_report){ .open = true };
}

static keysym report_key(const struct mouse_report *report, bool pressed)
{
	unsigned button = report->v[0] & ~(unsigned)BUTTON_KEYS;
	unsigned col = report->v[1] - 1, row = report->v[2] - 1;
	enum mouse_kind kind = button == BUTTON_LEFT	   ? MOUSE_PRESS
			       : button == BUTTON_WHEEL_UP ? MOUSE_WHEEL_UP
							   : MOUSE_WHEEL_DOWN;

	if (!pressed || report->n != 2 || row >= MOUSE_PLACES || col >= MOUSE_PLACES)
		return KEYSYM_NONE;
	if (button != BUTTON_LEFT && button != BUTTON_WHEEL_UP && button != BUTTON_WHEEL_DOWN)
		return KEYSYM_NONE;
	return KEYSYM_MOUSE | (keysym)kind << 20 | row << 10 | col;
}

keysym mouse_report_add(struct mouse_report *report, keysym c)
{
	unsigned *v = &report->v[report->n];

	if (c >= '0' && c <= '9' && *v <= MOUSE_PLACES) {
		*v = *v * 10 + (c - '0');
		return KEYSYM_NONE;
	}
	if (c == ';' && report->n < 2) {
		report->n++;
		return KEYSYM_NONE;
	}
	report->open = false;
	return c == 'M' || c == 'm' ? report_key(report, c == 'M') : KEYSYM_NONE;
}

/* The wheel moves in what it is over. */
static void turn(struct app *app, int row, int col, enum action action)
{
	struct view *view = app_view(app);

	if (view->ops->point)
		view->ops->point(view, row, col, false);
	if (view->ops->knows(view, action))
		app_act(app, &(struct action_call){
				     .action = action, .has_count = true, .count = WHEEL_LINES });
}

/* A hint of the bottom line is its key. */
static void press_hint(struct app *app, int col)
{
	enum action action = bottom_action_at(&app->bottom, col);

	if (action != ACTION_NONE)
		app_act(app, &(struct action_call){ .action = action, .count = 1 });
}

static void press(struct app *app, int row, int col)
{
	struct view *view = app_view(app);
	int64_t now = app_now_ms();
	bool twice = app->press.row == row && app->press.col == col &&
		     now - app->press.ms < TWICE_MS;

	app->press = (struct app_press){ row, col, twice ? now - TWICE_MS : now };
	if (row == app->grid.rows - 1)
		press_hint(app, col);
	else if (view->ops->point && view->ops->point(view, row, col, true) && twice)
		app_act(app, &(struct action_call){ .action = ACTION_OPEN, .count = 1 });
}

void mouse_act(struct app *app, keysym key)
{
	int row = mouse_row(key), col = mouse_col(key);

	if (mouse_kind(key) == MOUSE_PRESS)
		press(app, row, col);
	else
		turn(app, row, col, mouse_kind(key) == MOUSE_WHEEL_UP ? ACTION_UP : ACTION_DOWN);
}
