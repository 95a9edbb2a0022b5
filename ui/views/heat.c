/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/heat.h"

#include "views/heat_view.h"
#include "views/views.h"

enum {
	COLS_TEXT = 60 /* of a short recording if there is no screen */
};

/* ---- cells ---- */

uint64_t heat_view_part_time(const struct view_heat *v, int part)
{
	return histogram_time(v->tv.counts, (size_t)part);
}

void heat_view_chosen_parts(const struct view_heat *v, int *from, int *to)
{
	time_view_chosen(&v->tv, from, to);
	*to += heat_view_cell_parts(v) - 1;
}

struct time_range heat_view_chosen(const struct time_view *tv)
{
	const struct view_heat *v = heat_view_of(&tv->view);
	int from, to;

	heat_view_chosen_parts(v, &from, &to);
	return (struct time_range){ heat_view_part_time(v, from),
				    heat_view_part_time(v, to + 1) - 1 };
}

uint64_t heat_view_chosen_rows(const struct time_view *tv)
{
	int from, to;

	heat_view_chosen_parts(heat_view_of(&tv->view), &from, &to);
	return histogram_rows(tv->counts, (size_t)from, (size_t)to + 1);
}

/* ---- what is counted ---- */

bool heat_view_has_screen(const struct app *app)
{
	return app->grid.rows > 0 && !app->opt->batch;
}

/* The columns of a short recording: as many as the screen has. */
static int wanted_cols(const struct app *app)
{
	return heat_view_has_screen(app) ? app->grid.cols - HEAT_AXIS : COLS_TEXT;
}

int heat_view_foot_rows(int lines)
{
	return lines > HEAT_FOOT_ROWS ? HEAT_FOOT : 1;
}

/* The rows of a column: as many as the screen has. */
static int wanted_rows(const struct app *app)
{
	int lines = app->grid.rows - 1, rows;

	rows = lines - HEAT_HEAD - heat_view_foot_rows(lines);
	rows = grid_has_halves(&app->grid) ? 2 * rows : rows;
	if (!heat_view_has_screen(app) || rows < 1)
		rows = HEAT_TEXT_ROWS;
	return rows < HEAT_PARTS ? rows : HEAT_PARTS;
}

static void count_cells(struct time_view *tv)
{
	struct view_heat *v = heat_view_of(&tv->view);
	const struct app *app = tv->view.app;
	struct time_range all;

	v->rows = wanted_rows(app);
	v->heat = heat_cells_of(time_view_shown(tv), wanted_cols(app), v->rows);
	all.lo = v->heat.lo;
	all.hi = all.lo + (uint64_t)v->heat.cols * v->heat.width - 1;
	tv->counts = time_range_count(tv->view.app, &tv->what, &all,
				      (size_t)(v->heat.cols * v->heat.parts), TIME_RANGE_NOTHING,
				      &tv->view.watcher);
	v->first = 0;
	time_view_place(tv);
}

static uint64_t cursor_time(const struct time_view *tv)
{
	const struct view_heat *v = heat_view_of(&tv->view);

	return heat_view_part_time(v, tv->cursor);
}

static void go_to_time(struct time_view *tv, uint64_t time)
{
	struct view_heat *v = heat_view_of(&tv->view);
	unsigned __int128 part = time > v->heat.lo ? time - v->heat.lo : 0;
	int last = v->heat.cols * v->heat.parts - heat_view_cell_parts(v);

	part = part * (unsigned)v->heat.parts / v->heat.width;
	tv->cursor = part < (unsigned)last ? (int)part : last;
	tv->cursor -= tv->cursor % heat_view_cell_parts(v);
}

/* Get the time of the choice, or of the column. */
static bool inside(const struct time_view *tv, struct time_range *inner)
{
	const struct view_heat *v = heat_view_of(&tv->view);

	*inner = heat_view_chosen(tv);
	if (tv->mark == NO_MARK) {
		inner->lo = v->heat.lo + (uint64_t)(tv->cursor / v->heat.parts) * v->heat.width;
		inner->hi = inner->lo + v->heat.width - 1;
	}
	return heat_cells_of(inner, wanted_cols(tv->view.app), wanted_rows(tv->view.app)).width <
	       v->heat.width;
}

/* ---- actions ---- */

static void move_to(struct view_heat *v, int64_t part)
{
	int64_t last = (int64_t)v->heat.cols * v->heat.parts - heat_view_cell_parts(v);

	v->tv.cursor = (int)time_view_nearest(part, last + 1);
}

static void heat_across(struct time_view *tv, const struct action_call *call)
{
	struct view_heat *v = heat_view_of(&tv->view);
	int64_t to =
		tv->cursor + time_view_steps(call, call->action == ACTION_RIGHT) * v->heat.parts;

	if (to >= 0 && to < (int64_t)v->heat.cols * v->heat.parts)
		move_to(v, to);
}

static void heat_down(struct time_view *tv, const struct action_call *call)
{
	struct view_heat *v = heat_view_of(&tv->view);

	move_to(v, tv->cursor + time_view_steps(call, call->action == ACTION_DOWN) *
					heat_view_cell_parts(v));
}

static void heat_page(struct time_view *tv, const struct action_call *call)
{
	struct view_heat *v = heat_view_of(&tv->view);

	move_to(v, tv->cursor + (call->action == ACTION_PAGE_DOWN ? 10 : -10) * v->heat.parts);
}

static void heat_end(struct time_view *tv, const struct action_call *call)
{
	move_to(heat_view_of(&tv->view), call->action == ACTION_LAST ? INT32_MAX : 0);
}

static int128 cell_amount(const struct time_view *tv, int place, int *next)
{
	const struct view_heat *v = heat_view_of(&tv->view);
	int parts = heat_view_cell_parts(v);

	*next = place + parts < v->heat.cols * v->heat.parts ? place + parts : NO_MARK;
	return histogram_value(tv->counts, (size_t)place, (size_t)(place + parts));
}

static const time_view_handler handlers[ACTION_COUNT] = {
	TIME_VIEW_HANDLERS,	      [ACTION_HOTTEST] = time_view_highest,
	[ACTION_RIGHT] = heat_across, [ACTION_LEFT] = heat_across,
	[ACTION_DOWN] = heat_down,    [ACTION_UP] = heat_down,
	[ACTION_PAGE_UP] = heat_page, [ACTION_PAGE_DOWN] = heat_page,
	[ACTION_FIRST] = heat_end,    [ACTION_LAST] = heat_end,
};

bool view_heat_knows(enum action action)
{
	return handlers[action];
}

/* clang-format off */
const struct view_words view_heat_words[] = {
	{ ACTION_OPEN, "records", "show the records of the cell, or of the range" },
	{ ACTION_FLAG, "range", "start a time range here; again: cancel it" },
	{ ACTION_MAXIMISE, "zoom", "zoom into the range, or the column" },
	{ ACTION_ZOOM_OUT, "out", "zoom out: show a longer time" },
	{ ACTION_RIGHT, "later", "next column; the title has the time of a column" },
	{ ACTION_LEFT, "earlier", "previous column" },
	{ ACTION_DOWN, "later", "next cell of the column, then of the next column" },
	{ ACTION_UP, "earlier", "previous cell" },
	{ ACTION_EVENT_ALL, "all records", "count all records again; in a sum: the samples of all events" },
	{ ACTION_HOTTEST, "densest", "go to the densest cell; again: to the next densest" },
	VIEW_WORDS_SEARCH,
	{ ACTION_NONE, NULL, NULL },
};
/* clang-format on */

/* clang-format off */
const struct number view_heat_numbers[] = {
	{ "records", "records", "in the time of a cell", NUMBER_FILTER },
	{ "sum(FIELD)", "s, ns or none", "sum of the field in the time of a cell", NUMBER_TOTALS },
	{ "densest", "as the cells", "the densest cell", NUMBER_TOTALS },
	{ NULL, NULL, NULL, NUMBER_NONE },
};
/* clang-format on */

static const struct view_ops ops = {
	.name = "the heat map",
	.words = view_heat_words,
	.draw = heat_draw,
	.text = heat_draw_text,
	TIME_VIEW_VIEW_OPS,
};

static const struct time_view_ops time_ops = {
	.handlers = handlers,
	.start = count_cells,
	.progress = time_view_histogram_progress,
	.cancel = time_view_histogram_cancel,
	.end = time_view_histogram_end,
	.time = cursor_time,
	.go = go_to_time,
	.chosen = heat_view_chosen,
	.inside = inside,
	.amount = cell_amount,
	.event = true,
	.rows = heat_view_chosen_rows,
};

int heat_open(struct app *app, const char *arg, struct err *err)
{
	return time_view_open(app, arg, sizeof(struct view_heat), &ops, &time_ops, err);
}
