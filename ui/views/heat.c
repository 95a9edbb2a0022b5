/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/heat.h"

#include "base/text.h"
#include "session/session_time.h"
#include "shell/app.h"
#include "term/scale.h"
#include "term/shades.h"
#include "views/heat_cells.h"
#include "views/heat_legend.h"
#include "views/time_axis.h"
#include "views/time_view.h"
#include "views/views.h"
#include "widgets/parts.h"

enum {
	COLS_TEXT = 60, /* of a short recording if there is no screen */
	AXIS = 9,	/* screen columns for the times on the left */
	HEAD = 2,	/* lines of the screen above the map */
	FOOT = 2,	/* and below it, if there are more than */
	FOOT_ROWS = 7,
	TICK_LINES = 3, /* least lines of the screen between two ticks */
	TEXT_ROWS = 20,
	ALL = 6,  /* digits of a round time */
	SHORT = 3 /* digits of any other time */
};

struct view_heat {
	struct time_view tv;	/* its cursor and mark are column * parts + the cell's first part */
	struct heat_cells heat; /* of the shown counts */
	int rows;		/* cells of a column, a divisor of parts */
	int first, cols;	/* columns on the screen */
	int wide, high;		/* screen columns of the map, its lines or half lines */
	bool halves;		/* a screen line has two of them, drawn as colours */
};

static struct view_heat *self(const struct view *view)
{
	return container_of(view, struct view_heat, tv.view);
}

/* ---- cells ---- */

static int cell_parts(const struct view_heat *v)
{
	return v->heat.parts / v->rows;
}

/* The first time of a part of a column. */
static uint64_t part_time(const struct view_heat *v, int part)
{
	return histogram_time(v->tv.counts, (size_t)part);
}

static uint64_t cell_value(const struct view_heat *v, int col, int row)
{
	size_t parts = (size_t)cell_parts(v);
	size_t first = (size_t)(col * v->heat.parts) + (size_t)row * parts;

	return histogram_value(v->tv.counts, first, first + parts);
}

static uint64_t highest_cell(const struct view_heat *v)
{
	uint64_t most = 0;

	for (int col = 0; col < v->heat.cols; col++)
		for (int row = 0; row < v->rows; row++) {
			uint64_t n = cell_value(v, col, row);

			most = n > most ? n : most;
		}
	return most;
}

/* The parts between cursor and mark, which both begin a cell. */
static void chosen(const struct view_heat *v, int *from, int *to)
{
	time_view_chosen(&v->tv, from, to);
	*to += cell_parts(v) - 1;
}

static struct time_range chosen_range(const struct time_view *tv)
{
	const struct view_heat *v = self(&tv->view);
	int from, to;

	chosen(v, &from, &to);
	return (struct time_range){ part_time(v, from), part_time(v, to + 1) - 1 };
}

static uint64_t chosen_rows(const struct time_view *tv)
{
	int from, to;

	chosen(self(&tv->view), &from, &to);
	return histogram_rows(tv->counts, (size_t)from, (size_t)to + 1);
}

static void chosen_text(const struct view_heat *v, struct buf *out)
{
	struct time_range range = chosen_range(&v->tv);
	int from, to;

	chosen(v, &from, &to);
	time_range_text(v->tv.view.app, &v->tv.what, &range, chosen_rows(&v->tv),
			histogram_value(v->tv.counts, (size_t)from, (size_t)to + 1), out);
}

/* ---- what is counted ---- */

static bool has_screen(const struct app *app)
{
	return app->grid.rows > 0 && !app->opt->batch;
}

/* The columns of a short recording: as many as the screen has. */
static int wanted_cols(const struct app *app)
{
	return has_screen(app) ? app->grid.cols - AXIS : COLS_TEXT;
}

/* The lines of the screen for the map, and for what is below it. */
static int foot_rows(int rows)
{
	return rows > FOOT_ROWS ? FOOT : 1;
}

/* The rows of a column: as many as the screen has. */
static int wanted_rows(const struct app *app)
{
	int lines = app->grid.rows - 1, rows;

	rows = lines - HEAD - foot_rows(lines);
	rows = grid_has_halves(&app->grid) ? 2 * rows : rows;
	if (!has_screen(app) || rows < 1)
		rows = TEXT_ROWS;
	return rows < HEAT_PARTS ? rows : HEAT_PARTS;
}

static void count_cells(struct time_view *tv)
{
	struct view_heat *v = self(&tv->view);
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
	const struct view_heat *v = self(&tv->view);

	return part_time(v, tv->cursor);
}

static void go_to_time(struct time_view *tv, uint64_t time)
{
	struct view_heat *v = self(&tv->view);
	unsigned __int128 part = time > v->heat.lo ? time - v->heat.lo : 0;
	int last = v->heat.cols * v->heat.parts - cell_parts(v);

	part = part * (unsigned)v->heat.parts / v->heat.width;
	tv->cursor = part < (unsigned)last ? (int)part : last;
	tv->cursor -= tv->cursor % cell_parts(v);
}

/* Get the time of the choice, or of the column. */
static bool inside(const struct time_view *tv, struct time_range *inner)
{
	const struct view_heat *v = self(&tv->view);

	*inner = chosen_range(tv);
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
	int64_t last = (int64_t)v->heat.cols * v->heat.parts - cell_parts(v);

	v->tv.cursor = (int)time_view_nearest(part, last + 1);
}

static void heat_across(struct time_view *tv, const struct action_call *call)
{
	struct view_heat *v = self(&tv->view);
	int64_t to =
		tv->cursor + time_view_steps(call, call->action == ACTION_RIGHT) * v->heat.parts;

	if (to >= 0 && to < (int64_t)v->heat.cols * v->heat.parts)
		move_to(v, to);
}

static void heat_down(struct time_view *tv, const struct action_call *call)
{
	struct view_heat *v = self(&tv->view);

	move_to(v, tv->cursor + time_view_steps(call, call->action == ACTION_DOWN) * cell_parts(v));
}

static void heat_page(struct time_view *tv, const struct action_call *call)
{
	struct view_heat *v = self(&tv->view);

	move_to(v, tv->cursor + (call->action == ACTION_PAGE_DOWN ? 10 : -10) * v->heat.parts);
}

static void heat_end(struct time_view *tv, const struct action_call *call)
{
	move_to(self(&tv->view), call->action == ACTION_LAST ? INT32_MAX : 0);
}

static int128 cell_amount(const struct time_view *tv, int place, int *next)
{
	const struct view_heat *v = self(&tv->view);
	int parts = cell_parts(v);

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

/* ---- drawing ---- */

static struct heat_legend legend_of(const struct view_heat *v, uint64_t most)
{
	return (struct heat_legend){ &v->tv.what, v->heat.width / (uint64_t)v->rows, most };
}

static void draw_status(const struct view_heat *v, const struct surface *s, uint64_t most)
{
	struct buf title = BUF_INIT, position = BUF_INIT;

	if (!time_range_sum_name(&v->tv.what, &title))
		buf_adds(&title, "records");
	counted_add_event(&v->tv.what, &title);
	buf_adds(&title, PARTS_MORE ", ");
	text_add_duration(v->heat.width, ALL, &title);
	buf_adds(&title, " a column");
	buf_adds(&position, "densest ");
	counted_text(&v->tv.what, most, &position);
	time_view_draw_status(&v->tv, s, &title, position.p);
	buf_release(&title);
	buf_release(&position);
}

/* The screen column of a column, or of the one after the last. */
static int screen_col(const struct view_heat *v, int col)
{
	return AXIS + (col - v->first) * v->wide / v->cols;
}

/* The row of a line or half line of the map. */
static int row_at(const struct view_heat *v, int at)
{
	return (int)((int64_t)at * v->rows / v->high);
}

static bool is_chosen(const struct view_heat *v, int col, int row)
{
	int part = col * v->heat.parts + row * cell_parts(v), from, to;

	chosen(v, &from, &to);
	return part >= from && part <= to;
}

/* Draw round times of a column at their lines. */
static void draw_times(const struct view_heat *v, const struct surface *body)
{
	uint64_t lines = (uint64_t)body->rows, most = lines / TICK_LINES;
	uint64_t step = scale_step(v->heat.width, most ? most : 1);

	for (uint64_t time = 0; time < v->heat.width; time += step) {
		int line = (int)((unsigned __int128)time * lines / v->heat.width);
		struct buf text = BUF_INIT;

		text_add_duration(time, ALL, &text);
		surface_put_right(body, line, 0, AXIS - 1, STYLE_DIM, time ? text.p : "0");
		buf_release(&text);
	}
}

static void draw_row(const struct view_heat *v, const struct surface *s, int line, uint64_t most)
{
	int row = row_at(v, line);

	for (int col = v->first; col < v->first + v->cols; col++) {
		int at = screen_col(v, col), cols = screen_col(v, col + 1) - at;
		uint64_t value = cell_value(v, col, row);
		enum style style = s->grid->colours >= 16 && value ? theme_amount(value, most)
								   : STYLE_BAR;

		surface_repeat(s, line, at, cols, style, shade_of(s->grid->ascii, value, most));
		if (is_chosen(v, col, row))
			surface_restyle(s, line, at, cols, STYLE_SELECTED);
	}
}

/* Two rows in a line of the screen, of a column. */
struct pair {
	int col, upper, lower; /* rows */
};

static bool is_pair_chosen(const struct view_heat *v, struct pair pair, int side)
{
	return is_chosen(v, pair.col + side, pair.upper) ||
	       is_chosen(v, pair.col + side, pair.lower);
}

/* Draw a thin line at the edges of the chosen range, on the colour of the larger value. */
static void draw_edges(const struct view_heat *v, const struct surface *s, int line,
		       struct pair pair, enum style back)
{
	static const uint32_t lines[] = { 0x258f,
					  0x2595 }; /* an eighth on the left, on the right */
	int at[] = { screen_col(v, pair.col), screen_col(v, pair.col + 1) - 1 };

	if (v->tv.mark == NO_MARK || !is_pair_chosen(v, pair, 0))
		return;
	for (int right = 1; right >= 0; right--) {
		if (is_pair_chosen(v, pair, right ? 1 : -1))
			continue;
		surface_repeat(s, line, at[right], 1, STYLE_SCALE_CURSOR, lines[right]);
		surface_on(s, line, at[right], 1, back);
	}
}

/* The cell of the cursor has a mark in its middle. */
static void draw_cursor(const struct view_heat *v, const struct surface *s, int line,
			struct pair pair, enum style upper, enum style lower)
{
	int row = v->tv.cursor % v->heat.parts / cell_parts(v);
	int from = screen_col(v, pair.col), to = screen_col(v, pair.col + 1) - 1;

	if (pair.col != v->tv.cursor / v->heat.parts || (pair.upper != row && pair.lower != row))
		return;
	surface_halves(s, line, from + (to - from) / 2, 1,
		       pair.upper == row ? STYLE_SCALE_CURSOR : upper,
		       pair.lower == row ? STYLE_SCALE_CURSOR : lower);
}

static void draw_halves(const struct view_heat *v, const struct surface *s, int line, uint64_t most)
{
	for (int col = v->first; col < v->first + v->cols; col++) {
		struct pair pair = { col, row_at(v, 2 * line), row_at(v, 2 * line + 1) };
		uint64_t above = cell_value(v, col, pair.upper);
		uint64_t below = cell_value(v, col, pair.lower);
		enum style upper = theme_amount(above, most), lower = theme_amount(below, most);
		int at = screen_col(v, col);

		surface_halves(s, line, at, screen_col(v, col + 1) - at, upper, lower);
		draw_edges(v, s, line, pair, above > below ? upper : lower);
		draw_cursor(v, s, line, pair, upper, lower);
	}
}

/* The largest number of rows that fits and that divides a column. */
static int rows_that_fit(const struct view_heat *v, int rows)
{
	while (rows > 1 && v->heat.parts % rows)
		rows--;
	return rows > 1 ? rows : 1;
}

static void fit(struct view_heat *v, int lines, int cols)
{
	int column;

	v->high = lines > 0 ? (v->halves ? 2 * lines : lines) : 1;
	v->wide = cols > 0 ? cols : 1;
	v->rows = rows_that_fit(v, v->high);
	time_view_place(&v->tv);
	v->tv.cursor -= v->tv.cursor % cell_parts(v);
	if (v->tv.mark != NO_MARK)
		v->tv.mark -= v->tv.mark % cell_parts(v);
	v->cols = v->wide < v->heat.cols ? v->wide : v->heat.cols;
	column = v->tv.cursor / v->heat.parts;
	if (v->first > column)
		v->first = column;
	if (column >= v->first + v->cols)
		v->first = column - v->cols + 1;
	if (v->first + v->cols > v->heat.cols)
		v->first = v->heat.cols - v->cols;
}

static void draw_map(const struct view_heat *v, const struct surface *body, uint64_t most)
{
	draw_times(v, body);
	for (int line = 0; line < body->rows; line++) {
		if (v->halves)
			draw_halves(v, body, line, most);
		else
			draw_row(v, body, line, most);
	}
}

/* Give a chosen range a background on the axis. */
static void draw_chosen_columns(const struct view_heat *v, const struct surface *s, int row)
{
	int from, to;

	if (v->tv.mark == NO_MARK || !v->halves)
		return;
	chosen(v, &from, &to);
	from = from / v->heat.parts > v->first ? from / v->heat.parts : v->first;
	to = to / v->heat.parts < v->first + v->cols ? to / v->heat.parts : v->first + v->cols - 1;
	surface_on(s, row, screen_col(v, from), screen_col(v, to + 1) - screen_col(v, from),
		   STYLE_CHOSEN_BACK);
}

/* Draw the times of the columns that are shown. */
static void draw_axis(const struct view_heat *v, const struct surface *s, int row)
{
	const struct time_range shown = {
		part_time(v, v->first * v->heat.parts),
		part_time(v, (v->first + v->cols) * v->heat.parts) - 1,
	};

	time_axis_draw(v->tv.view.app->session, &shown, s, row, AXIS, v->wide, true);
	draw_chosen_columns(v, s, row);
}

static void heat_draw(struct view *view, const struct surface *s, struct term_cursor *cursor)
{
	struct view_heat *v = self(view);
	struct surface body = surface_sub(s, HEAD, 0, s->rows - HEAD - foot_rows(s->rows), s->cols);
	struct heat_legend legend;
	struct buf text = BUF_INIT;
	uint64_t most;
	int row;

	if (time_view_draw_empty(&v->tv, s))
		return;
	v->halves = grid_has_halves(s->grid);
	fit(v, body.rows, s->cols - AXIS);
	most = highest_cell(v);
	draw_status(v, s, most);
	legend = legend_of(v, most);
	chosen_text(v, &text);
	parts_draw(s, 1, 1, s->cols - 1, STYLE_NORMAL, text.p);
	draw_map(v, &body, most);
	if (s->rows > FOOT_ROWS)
		draw_axis(v, s, s->rows - FOOT);
	if (s->rows > HEAD + 1)
		heat_legend_draw(&legend, s, s->rows - 1);
	row = (v->tv.cursor % v->heat.parts / cell_parts(v) * v->high + v->rows - 1) / v->rows;
	*cursor = (struct term_cursor){ body.row + (v->halves ? row / 2 : row),
					body.col + screen_col(v, v->tv.cursor / v->heat.parts),
					false };
	buf_release(&text);
}

static void add_row_time(const struct view_heat *v, int row, struct buf *out)
{
	uint64_t time = v->heat.width * (uint64_t)row;

	text_add_duration(time / (uint64_t)v->rows, time % (uint64_t)v->rows ? SHORT : ALL, out);
}

static void heat_text(struct view *view, struct buf *out)
{
	struct view_heat *v = self(view);
	bool ascii = view->app->opt->ascii;
	struct heat_legend legend;
	uint64_t most;

	if (time_view_text_empty(&v->tv, out))
		return;
	if (!has_screen(view->app))
		v->rows = TEXT_ROWS;
	most = highest_cell(v);
	legend = legend_of(v, most);
	session_time_add(view->app->session, v->heat.lo, out);
	buf_adds(out, " and on, ");
	text_add_duration(v->heat.width, ALL, out);
	buf_adds(out, " a column");
	if (v->tv.what.weighed)
		buf_adds(out, ", ");
	time_range_sum_name(&v->tv.what, out);
	buf_addc(out, '\n');
	for (int row = 0; row < v->rows; row++) {
		struct buf time = BUF_INIT;

		add_row_time(v, row, &time);
		buf_addf(out, "%*s ", AXIS - 1, row ? time.p : "0");
		for (int col = 0; col < v->heat.cols; col++)
			text_add_utf8(out, shade_of(ascii, cell_value(v, col, row), most));
		buf_addc(out, '\n');
		buf_release(&time);
	}
	heat_legend_add(&legend, ascii, out);
	buf_addc(out, '\n');
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
	{ ACTION_EVENT_ALL, "all records", "count all records, or the samples of all events" },
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
	.text = heat_text,
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
	.chosen = chosen_range,
	.inside = inside,
	.amount = cell_amount,
	.event = true,
	.rows = chosen_rows,
};

int heat_open(struct app *app, const char *arg, struct err *err)
{
	return time_view_open(app, arg, sizeof(struct view_heat), &ops, &time_ops, err);
}
