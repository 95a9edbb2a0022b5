/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/text.h"
#include "session/session_time.h"
#include "term/scale.h"
#include "term/shades.h"
#include "views/heat_legend.h"
#include "views/heat_view.h"
#include "views/time_axis.h"
#include "widgets/parts.h"

enum {
	TICK_LINES = 3, /* least lines of the screen between two ticks */
	ALL = 6,	/* digits of a round time */
	SHORT = 3	/* digits of any other time */
};

/* The number of records in a cell, or the sum of the field. */
static uint64_t cell_value(const struct view_heat *v, int col, int row)
{
	size_t parts = (size_t)heat_view_cell_parts(v);
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

static void chosen_text(const struct view_heat *v, struct buf *out)
{
	struct time_range range = heat_view_chosen(&v->tv);
	int from, to;

	heat_view_chosen_parts(v, &from, &to);
	time_range_text(v->tv.view.app, &v->tv.what, &range, heat_view_chosen_rows(&v->tv),
			histogram_value(v->tv.counts, (size_t)from, (size_t)to + 1), out);
}

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
	return HEAT_AXIS + (col - v->first) * v->wide / v->cols;
}

/* The row of a line or half line of the map. */
static int row_at(const struct view_heat *v, int at)
{
	return (int)((int64_t)at * v->rows / v->high);
}

static bool is_chosen(const struct view_heat *v, int col, int row)
{
	int part = col * v->heat.parts + row * heat_view_cell_parts(v), from, to;

	heat_view_chosen_parts(v, &from, &to);
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
		surface_put_right(body, line, 0, HEAT_AXIS - 1, STYLE_DIM, time ? text.p : "0");
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
	int row = v->tv.cursor % v->heat.parts / heat_view_cell_parts(v);
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
	v->tv.cursor -= v->tv.cursor % heat_view_cell_parts(v);
	if (v->tv.mark != NO_MARK)
		v->tv.mark -= v->tv.mark % heat_view_cell_parts(v);
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
	heat_view_chosen_parts(v, &from, &to);
	from = from / v->heat.parts > v->first ? from / v->heat.parts : v->first;
	to = to / v->heat.parts < v->first + v->cols ? to / v->heat.parts : v->first + v->cols - 1;
	surface_on(s, row, screen_col(v, from), screen_col(v, to + 1) - screen_col(v, from),
		   STYLE_CHOSEN_BACK);
}

/* Draw the times of the columns that are shown. */
static void draw_axis(const struct view_heat *v, const struct surface *s, int row)
{
	const struct time_range shown = {
		heat_view_part_time(v, v->first * v->heat.parts),
		heat_view_part_time(v, (v->first + v->cols) * v->heat.parts) - 1,
	};

	time_axis_draw(v->tv.view.app->session, &shown, s, row, HEAT_AXIS, v->wide, true);
	draw_chosen_columns(v, s, row);
}

void heat_draw(struct view *view, const struct surface *s, struct term_cursor *cursor)
{
	struct view_heat *v = heat_view_of(view);
	struct surface body = surface_sub(
		s, HEAT_HEAD, 0, s->rows - HEAT_HEAD - heat_view_foot_rows(s->rows), s->cols);
	struct heat_legend legend;
	struct buf text = BUF_INIT;
	uint64_t most;
	int row;

	if (time_view_draw_empty(&v->tv, s))
		return;
	v->halves = grid_has_halves(s->grid);
	fit(v, body.rows, s->cols - HEAT_AXIS);
	most = highest_cell(v);
	draw_status(v, s, most);
	legend = legend_of(v, most);
	chosen_text(v, &text);
	parts_draw(s, 1, 1, s->cols - 1, STYLE_NORMAL, text.p);
	draw_map(v, &body, most);
	if (s->rows > HEAT_FOOT_ROWS)
		draw_axis(v, s, s->rows - HEAT_FOOT);
	if (s->rows > HEAT_HEAD + 1)
		heat_legend_draw(&legend, s, s->rows - 1);
	row = (v->tv.cursor % v->heat.parts / heat_view_cell_parts(v) * v->high + v->rows - 1) /
	      v->rows;
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

void heat_draw_text(struct view *view, struct buf *out)
{
	struct view_heat *v = heat_view_of(view);
	bool ascii = view->app->opt->ascii;
	struct heat_legend legend;
	uint64_t most;

	if (time_view_text_empty(&v->tv, out))
		return;
	if (!heat_view_has_screen(view->app))
		v->rows = HEAT_TEXT_ROWS;
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
		buf_addf(out, "%*s ", HEAT_AXIS - 1, row ? time.p : "0");
		for (int col = 0; col < v->heat.cols; col++)
			text_add_utf8(out, shade_of(ascii, cell_value(v, col, row), most));
		buf_addc(out, '\n');
		buf_release(&time);
	}
	heat_legend_add(&legend, ascii, out);
	buf_addc(out, '\n');
}
