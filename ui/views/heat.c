/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/heat.h"

#include "base/text.h"
#include "session/session_time.h"
#include "shell/app.h"
#include "term/scale.h"
#include "term/shades.h"
#include "views/timeview.h"
#include "views/views.h"

#define SECOND 1000000000ull

enum {
	PARTS = 200,	 /* counted parts of a column at most; a cell has several */
	COLS_FEW = 20,	 /* a recording of fewer seconds gets as many columns as the screen has, */
	COLS_WIDE = 120, /* but not more than so many, */
	COLS_TEXT = 60,	 /* and so many if there is no screen; */
	COLS_MOST = 512, /* a long recording gets at most so many */
	AXIS = 9,	 /* screen columns for the times on the left */
	HEAD = 2,	 /* lines of the screen above the map */
	FOOT = 2,	 /* and below it, if there are more than */
	FOOT_ROWS = 7,
	TICK_LINES = 3, /* least lines of the screen between two ticks */
	TEXT_ROWS = 20,
	NARROW_COLS = 60, /* a narrower screen has half of the colours in its legend */
	SCALE_PART = 4,	  /* steps of the scale with a number */
	ALL = 6,	  /* digits of a round time */
	SHORT = 3	  /* digits of any other time */
};

/* What is shown: columns of the same time, in parts of about the same time. */
struct heat {
	uint64_t lo, width; /* ns */
	int cols, parts;
};

struct view_heat {
	struct timeview tv; /* its cursor and mark are column * parts + the cell's first part */
	struct heat heat;   /* of the shown counts */
	int rows;	    /* cells of a column, a divisor of parts */
	int first, cols;    /* columns on the screen */
	int wide, high;	    /* screen columns of the map, its lines or half lines */
	bool halves;	    /* a screen line has two of them, drawn as colours */
};

static struct view_heat *self(struct view *view)
{
	return (struct view_heat *)view;
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
	timeview_chosen(&v->tv, from, to);
	*to += cell_parts(v) - 1;
}

static struct time_range chosen_range(const struct timeview *tv)
{
	const struct view_heat *v = (const struct view_heat *)tv;
	int from, to;

	chosen(v, &from, &to);
	return (struct time_range){ part_time(v, from), part_time(v, to + 1) - 1 };
}

static void chosen_text(const struct view_heat *v, struct buf *out)
{
	struct time_range range = chosen_range(&v->tv);
	int from, to;

	chosen(v, &from, &to);
	time_range_text(v->tv.view.app, &v->tv.what, &range,
			histogram_rows(v->tv.counts, (size_t)from, (size_t)to + 1),
			histogram_value(v->tv.counts, (size_t)from, (size_t)to + 1), out);
}

/* ---- what is counted ---- */

/*
 * Return the first of 10, 12, 14 ... 80, 100, 120 ... that is enough; less than 10 is not rounded.
 * These numbers are close to each other, so that the columns fill a screen.
 */
static uint64_t round_time(uint64_t least)
{
	static const uint8_t steps[] = { 10, 12, 14, 16, 18, 20, 25, 30, 35, 40, 50, 60, 70, 80 };
	uint64_t unit = 1;
	size_t i = 0;

	if (least < steps[0])
		return least > 0 ? least : 1;
	while (unit * steps[i] < least && unit <= UINT64_MAX / 1000) {
		i = (i + 1) % sizeof(steps);
		unit *= i ? 1 : 10;
	}
	return unit * steps[i];
}

/*
 * No column extends beyond the last possible time: the first begins earlier, or there is one column
 * less.
 */
static void end_in_time(struct heat *heat)
{
	unsigned __int128 all = (unsigned __int128)heat->width * (unsigned)heat->cols;

	if (all > UINT64_MAX)
		heat->cols--;
	else if (heat->lo > UINT64_MAX - (uint64_t)(all - 1))
		heat->lo = UINT64_MAX - (uint64_t)(all - 1);
}

static bool has_screen(const struct app *app)
{
	return app->grid.rows > 0 && !app->opt->batch;
}

/* The columns of a short recording: as many as the screen has. */
static uint64_t wanted_cols(const struct app *app)
{
	int cols = app->grid.cols - AXIS;

	if (!has_screen(app))
		return COLS_TEXT;
	return cols < COLS_FEW ? COLS_FEW : cols > COLS_WIDE ? COLS_WIDE : (uint64_t)cols;
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
	return rows < PARTS ? rows : PARTS;
}

/*
 * A column is a second, unless that makes too few or too many columns: then a cell has a round
 * time.
 */
static struct heat heat_of(const struct app *app, const struct time_range *range)
{
	uint64_t span = range->hi - range->lo, rows = (uint64_t)wanted_rows(app), parts;
	struct heat heat = { .lo = range->lo, .width = SECOND };

	if (span < COLS_FEW * SECOND)
		heat.width = rows * round_time(span / wanted_cols(app) / rows + 1);
	else if (span / SECOND >= COLS_MOST)
		heat.width = rows * round_time(span / (COLS_MOST - 1) / rows + 1);
	heat.cols = (int)(span / heat.width) + 1;
	parts = heat.width / rows < PARTS / rows ? heat.width / rows : PARTS / rows;
	heat.parts = (int)(rows * parts);
	end_in_time(&heat);
	return heat;
}

static void count_cells(struct timeview *tv)
{
	struct view_heat *v = (struct view_heat *)tv;
	const struct app *app = tv->view.app;
	struct time_range all;

	v->heat = heat_of(app, timeview_shown(tv));
	v->rows = wanted_rows(app);
	all.lo = v->heat.lo;
	all.hi = all.lo + (uint64_t)v->heat.cols * v->heat.width - 1;
	tv->counts = time_range_count(tv->view.app, &tv->what, &all,
				      (size_t)(v->heat.cols * v->heat.parts), false,
				      &tv->view.watcher);
	v->first = 0;
	timeview_place(tv);
}

static uint64_t cursor_time(const struct timeview *tv)
{
	const struct view_heat *v = (const struct view_heat *)tv;

	return part_time(v, tv->cursor);
}

static void go_to_time(struct timeview *tv, uint64_t time)
{
	struct view_heat *v = (struct view_heat *)tv;
	unsigned __int128 part = time > v->heat.lo ? time - v->heat.lo : 0;
	int last = v->heat.cols * v->heat.parts - cell_parts(v);

	part = part * (unsigned)v->heat.parts / v->heat.width;
	tv->cursor = part < (unsigned)last ? (int)part : last;
	tv->cursor -= tv->cursor % cell_parts(v);
}

/* Get the time of the choice, or of the column. */
static bool inside(const struct timeview *tv, struct time_range *inner)
{
	const struct view_heat *v = (const struct view_heat *)tv;

	*inner = chosen_range(tv);
	if (tv->mark == NO_MARK) {
		inner->lo = v->heat.lo + (uint64_t)(tv->cursor / v->heat.parts) * v->heat.width;
		inner->hi = inner->lo + v->heat.width - 1;
	}
	return heat_of(tv->view.app, inner).width < v->heat.width;
}

/* ---- actions ---- */

static void move_to(struct view_heat *v, int64_t part)
{
	int64_t last = (int64_t)v->heat.cols * v->heat.parts - cell_parts(v);

	v->tv.cursor = (int)(part < 0 ? 0 : part > last ? last : part);
}

static void heat_across(struct timeview *tv, const struct action_call *call)
{
	struct view_heat *v = (struct view_heat *)tv;
	int64_t to =
		tv->cursor + timeview_steps(call, call->action == ACTION_RIGHT) * v->heat.parts;

	if (to >= 0 && to < (int64_t)v->heat.cols * v->heat.parts)
		move_to(v, to);
}

static void heat_down(struct timeview *tv, const struct action_call *call)
{
	struct view_heat *v = (struct view_heat *)tv;

	move_to(v, tv->cursor + timeview_steps(call, call->action == ACTION_DOWN) * cell_parts(v));
}

static void heat_page(struct timeview *tv, const struct action_call *call)
{
	struct view_heat *v = (struct view_heat *)tv;

	move_to(v, tv->cursor + (call->action == ACTION_PAGE_DOWN ? 10 : -10) * v->heat.parts);
}

static void heat_end(struct timeview *tv, const struct action_call *call)
{
	move_to((struct view_heat *)tv, call->action == ACTION_LAST ? INT32_MAX : 0);
}

static const timeview_handler handlers[ACTION_COUNT] = {
	TIMEVIEW_HANDLERS,
	[ACTION_RIGHT] = heat_across,
	[ACTION_LEFT] = heat_across,
	[ACTION_DOWN] = heat_down,
	[ACTION_UP] = heat_down,
	[ACTION_PAGE_UP] = heat_page,
	[ACTION_PAGE_DOWN] = heat_page,
	[ACTION_FIRST] = heat_end,
	[ACTION_LAST] = heat_end,
};

bool view_heat_knows(enum action action)
{
	return handlers[action];
}

/* ---- drawing ---- */

/* Append a number such as 4711, 1.23G or 1.234 ms; large numbers are shortened. */
static void add_number(const struct view_heat *v, uint64_t n, struct buf *out)
{
	static const char units[] = "MGTPE";
	double of = (double)n / 1e6;
	size_t i = 0;

	if (counted_is_time(&v->tv.what)) {
		text_add_duration(n, SHORT, out);
		return;
	}
	while (of >= 999.5) {
		of /= 1000;
		i++;
	}
	if (n < 1000000)
		buf_addf(out, "%llu", (unsigned long long)n);
	else
		buf_addf(out, "%.3g%c", of, units[i]);
	counted_add_unit(&v->tv.what, out);
}

/* Append the amounts of a colour: "13-17", or of sums "to 1.2 ms". */
static void add_amounts(const struct view_heat *v, uint64_t first, uint64_t last, struct buf *out)
{
	if (v->tv.what.weighed) {
		buf_adds(out, "to ");
	} else if (first < last) {
		add_number(v, first, out);
		buf_addc(out, '-');
	}
	add_number(v, last, out);
}

/* Append what the amounts are: "records in each 500 us". */
static void add_unit(const struct view_heat *v, struct buf *out)
{
	if (!time_range_sum_name(&v->tv.what, out))
		buf_adds(out, "records");
	buf_adds(out, " in each ");
	text_add_duration(v->heat.width / (uint64_t)v->rows, SHORT, out);
}

/* Append the meaning of the shades: "# 13-17". */
static void add_legend(const struct view_heat *v, bool ascii, uint64_t most, struct buf *out)
{
	uint64_t first = 1;

	for (unsigned level = 1; level <= SHADES && most; level++) {
		/* The largest count of this shade. */
		uint64_t last = (uint64_t)(((unsigned __int128)most * level + SHADES - 1) / SHADES);

		if (last < first)
			continue;
		text_add_utf8(out, shade_of(ascii, first, most));
		buf_addc(out, ' ');
		add_amounts(v, first, last, out);
		buf_adds(out, "  ");
		first = last + 1;
	}
	if (most)
		add_unit(v, out);
}

static void draw_status(const struct view_heat *v, const struct surface *s, uint64_t most)
{
	struct buf title = BUF_INIT, position = BUF_INIT;

	if (!time_range_sum_name(&v->tv.what, &title))
		buf_adds(&title, "records");
	counted_add_event(&v->tv.what, &title);
	buf_adds(&title, ", ");
	text_add_duration(v->heat.width, ALL, &title);
	buf_adds(&title, " a column");
	buf_adds(&position, "densest ");
	counted_text(&v->tv.what, most, &position);
	timeview_draw_status(&v->tv, s, &title, position.p);
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

/*
 * Draw "█ 1  ██ 2-4  ████ 5-10": the colours of parts of the scale, and their amounts. Returns the
 * column after it.
 */
static int draw_scale(const struct view_heat *v, const struct surface *s, int row, uint64_t most)
{
	unsigned every = s->cols < NARROW_COLS ? 2 : 1;
	uint64_t first = 1;
	int at = 1;

	for (unsigned i = SCALE_PART - 1; i < THEME_AMOUNTS; i += SCALE_PART) {
		uint64_t last = theme_amount_last(i, most);
		struct buf text = BUF_INIT;

		if (last < first)
			continue;
		for (enum style style = theme_amount(first, most);
		     style <= theme_amount(last, most); style += every)
			surface_repeat(s, row, at++, 1, style, 0x2588);
		add_amounts(v, first, last, &text);
		at = surface_put(s, row, at + 1, STYLE_DIM, text.p) + (every > 1 ? 1 : 2);
		first = last + 1;
		buf_release(&text);
	}
	return at;
}

/* What the amounts are, in the colour of the event if only one is counted. */
static void draw_unit(const struct view_heat *v, const struct surface *s, int row, int col)
{
	enum style style = counted_style(&v->tv.what);
	struct buf text = BUF_INIT;

	add_unit(v, &text);
	if (col + (int)text.len <= s->cols)
		surface_put(s, row, col, style == STYLE_NORMAL ? STYLE_DIM : style, text.p);
	buf_release(&text);
}

static void draw_legend(const struct view_heat *v, const struct surface *s, int row, uint64_t most)
{
	struct buf text = BUF_INIT;

	if (v->halves && most)
		draw_unit(v, s, row, draw_scale(v, s, row, most));
	if (v->halves)
		return;
	add_legend(v, s->grid->ascii, most, &text);
	surface_put_left(s, row, 1, s->cols - 1, STYLE_DIM, text.p);
	buf_release(&text);
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
	timeview_place(&v->tv);
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

	timeview_draw_axis_of(&v->tv, &shown, s, row, AXIS, v->wide, true);
	draw_chosen_columns(v, s, row);
}

static void heat_draw(struct view *view, const struct surface *s, struct term_cursor *cursor)
{
	struct view_heat *v = self(view);
	struct surface body = surface_sub(s, HEAD, 0, s->rows - HEAD - foot_rows(s->rows), s->cols);
	struct buf text = BUF_INIT;
	uint64_t most;
	int row;

	if (timeview_draw_empty(&v->tv, s))
		return;
	v->halves = grid_has_halves(s->grid);
	fit(v, body.rows, s->cols - AXIS);
	most = highest_cell(v);
	draw_status(v, s, most);
	chosen_text(v, &text);
	surface_put_left(s, 1, 1, s->cols - 1, STYLE_NORMAL, text.p);
	draw_map(v, &body, most);
	if (s->rows > FOOT_ROWS)
		draw_axis(v, s, s->rows - FOOT);
	if (s->rows > HEAD + 1)
		draw_legend(v, s, s->rows - 1, most);
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
	uint64_t most;

	if (timeview_text_empty(&v->tv, out))
		return;
	if (!has_screen(view->app))
		v->rows = TEXT_ROWS;
	most = highest_cell(v);
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
	add_legend(v, ascii, most, out);
	buf_addc(out, '\n');
}

/* clang-format off */
static const struct view_words words[] = {
	{ ACTION_OPEN, "records", "show the records of the cell, or of the range" },
	{ ACTION_FLAG, "other end", "start a time range here; again: cancel it" },
	{ ACTION_MAXIMISE, "zoom in", "zoom into the range, or the column" },
	{ ACTION_ZOOM_OUT, "zoom out", "zoom out: show a longer time" },
	{ ACTION_RIGHT, "later", "next column, usually one second later" },
	{ ACTION_LEFT, "earlier", "previous column" },
	{ ACTION_DOWN, "later", "next cell of the column, then of the next column" },
	{ ACTION_UP, "earlier", "previous cell" },
	{ ACTION_NONE, NULL, NULL },
};
/* clang-format on */

/* clang-format off */
const struct number view_heat_numbers[] = {
	{ "records", "records", "of the time of a cell", NUMBER_FILTER },
	{ "sum(FIELD)", "s, ns or none", "of the numbers of the field in the time of a cell", NUMBER_TOTALS },
	{ "densest", "as the cells", "the densest cell", NUMBER_TOTALS },
	{ NULL, NULL, NULL, NUMBER_NONE },
};
/* clang-format on */

static const struct view_ops ops = {
	.name = "the heat map",
	.words = words,
	.draw = heat_draw,
	.text = heat_text,
	TIMEVIEW_VIEW_OPS,
};

static const struct timeview_ops how = {
	.handlers = handlers,
	.start = count_cells,
	.progress = timeview_histogram_progress,
	.cancel = timeview_histogram_cancel,
	.end = timeview_histogram_end,
	.time = cursor_time,
	.go = go_to_time,
	.chosen = chosen_range,
	.inside = inside,
};

int heat_open(struct app *app, const char *arg, struct err *err)
{
	return timeview_open(app, arg, sizeof(struct view_heat), &ops, &how, err);
}
