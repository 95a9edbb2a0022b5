/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/heat.h"

#include "base/text.h"
#include "session/session_time.h"
#include "shell/app.h"
#include "term/shades.h"
#include "views/timeview.h"
#include "views/views.h"

#define SECOND 1000000000ull

enum {
	PARTS = 200,	 /* counted parts of a column, or half as many; a cell has several */
	COLS_FEW = 20,	 /* a short recording gets at least about so many columns, */
	COLS_MOST = 512, /* a long recording gets at most so many */
	CELL_MOST = 8,	 /* screen columns of a cell, if there is room */
	AXIS = 9,	 /* screen columns for the times on the left */
	FRAMED = 3,	 /* screen columns of a cell with room for a frame around its number */
	TEXT_ROWS = 20,
	ALL = 6,  /* digits of a round time */
	SHORT = 4 /* digits of any other time */
};

/* What is shown: columns of a round time each. */
struct heat {
	uint64_t lo, width; /* ns; the width is a multiple of parts */
	int cols, parts;
};

struct view_heat {
	struct timeview tv; /* its cursor and mark are column * parts + the cell's first part */
	struct heat heat;   /* of the shown counts */
	int rows;	    /* cells of a column, a divisor of parts; 0: not drawn yet */
	int first, cols;    /* columns on the screen */
	int cell;	    /* screen columns of each of them */
	bool halves;	    /* a screen line has two rows, drawn as colours */
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

static uint64_t part_time(const struct view_heat *v)
{
	return v->heat.width / (uint64_t)v->heat.parts;
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

static struct time_range chosen_stretch(const struct timeview *tv)
{
	const struct view_heat *v = (const struct view_heat *)tv;
	uint64_t part = part_time(v);
	int from, to;

	chosen(v, &from, &to);
	return (struct time_range){ v->heat.lo + (uint64_t)from * part,
				    v->heat.lo + ((uint64_t)to + 1) * part - 1 };
}

static void chosen_text(const struct view_heat *v, struct buf *out)
{
	struct time_range range = chosen_stretch(&v->tv);
	int from, to;

	chosen(v, &from, &to);
	time_range_text(v->tv.view.app, &v->tv.what, &range,
			histogram_rows(v->tv.counts, (size_t)from, (size_t)to + 1),
			histogram_value(v->tv.counts, (size_t)from, (size_t)to + 1), out);
}

/* ---- what is counted ---- */

/* 1, 2, 5, 10, 20 ... times 100 ns: the first one that is enough. */
static uint64_t round_width(uint64_t least)
{
	uint64_t width = PARTS / 2;

	for (unsigned step = 0; width < least && width <= UINT64_MAX / 4; step++)
		width = step % 3 == 1 ? width / 2 * 5 : width * 2;
	return width;
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

/* A column is a second, unless that makes too few or too many columns. */
static struct heat heat_of(const struct time_range *range)
{
	uint64_t span = range->hi - range->lo;
	struct heat heat = { .lo = range->lo, .width = SECOND };

	if (span < COLS_FEW * SECOND)
		heat.width = round_width(span / (3ul * COLS_FEW));
	else if (span / SECOND >= COLS_MOST)
		heat.width = round_width(span / (COLS_MOST - 1));
	heat.cols = (int)(span / heat.width) + 1;
	heat.parts = heat.width % PARTS ? PARTS / 2 : PARTS;
	end_in_time(&heat);
	return heat;
}

static void count_cells(struct timeview *tv)
{
	struct view_heat *v = (struct view_heat *)tv;
	struct time_range all;

	v->heat = heat_of(timeview_shown(tv));
	all.lo = v->heat.lo;
	all.hi = all.lo + (uint64_t)v->heat.cols * v->heat.width - 1;
	tv->counts = time_range_count(tv->view.app, &tv->what, &all,
				      (size_t)(v->heat.cols * v->heat.parts), false,
				      &tv->view.watcher);
	v->first = 0;
	/* A key may come before the view was drawn. */
	v->rows = v->rows && v->heat.parts % v->rows == 0 ? v->rows : TEXT_ROWS;
	timeview_place(tv);
}

static uint64_t cursor_time(const struct timeview *tv)
{
	const struct view_heat *v = (const struct view_heat *)tv;

	return v->heat.lo + (uint64_t)tv->cursor * part_time(v);
}

static void go_to_time(struct timeview *tv, uint64_t time)
{
	struct view_heat *v = (struct view_heat *)tv;
	uint64_t part = time > v->heat.lo ? (time - v->heat.lo) / part_time(v) : 0;
	uint64_t last = (uint64_t)(v->heat.cols * v->heat.parts - cell_parts(v));

	tv->cursor = (int)(part < last ? part : last);
	tv->cursor -= tv->cursor % cell_parts(v);
}

/* Get the time of the choice, or of the column. */
static bool inside(const struct timeview *tv, struct time_range *inner)
{
	const struct view_heat *v = (const struct view_heat *)tv;

	*inner = chosen_stretch(tv);
	if (tv->mark == NO_MARK) {
		inner->lo = v->heat.lo + (uint64_t)(tv->cursor / v->heat.parts) * v->heat.width;
		inner->hi = inner->lo + v->heat.width - 1;
	}
	return heat_of(inner).width < v->heat.width;
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

	if (weighing_is_time(&v->tv.what)) {
		shade_add_time(n, SHORT, out);
		return;
	}
	if (n < 1000000) {
		buf_addf(out, "%llu", (unsigned long long)n);
		return;
	}
	while (of >= 999.5) {
		of /= 1000;
		i++;
	}
	buf_addf(out, "%.3g%c", of, units[i]);
}

/* Append the meaning of a shade: "# 13-17". */
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
		add_number(v, first, out);
		if (last > first) {
			buf_addc(out, '-');
			add_number(v, last, out);
		}
		buf_adds(out, "  ");
		first = last + 1;
	}
}

static void draw_status(const struct view_heat *v, const struct surface *s, uint64_t most)
{
	struct buf title = BUF_INIT, position = BUF_INIT;

	if (!time_range_sum_name(&v->tv.what, &title))
		buf_adds(&title, "records");
	weighing_add_event(&v->tv.what, &title);
	buf_adds(&title, ", ");
	shade_add_time(v->heat.width, ALL, &title);
	buf_adds(&title, " a column");
	buf_adds(&position, "densest ");
	weighing_text(&v->tv.what, most, &position);
	timeview_draw_status(&v->tv, s, &title, position.p);
	buf_release(&title);
	buf_release(&position);
}

static void add_row_time(const struct view_heat *v, int row, struct buf *out)
{
	shade_add_time(v->heat.width / (uint64_t)v->rows * (uint64_t)row, ALL, out);
}

static int screen_col(const struct view_heat *v, int col)
{
	return AXIS + (col - v->first) * v->cell;
}

static bool is_chosen(const struct view_heat *v, int col, int row)
{
	int part = col * v->heat.parts + row * cell_parts(v), from, to;

	chosen(v, &from, &to);
	return row < v->rows && part >= from && part <= to;
}

static void draw_axis(const struct view_heat *v, const struct surface *s, int line, int row)
{
	struct buf text = BUF_INIT;

	if (line % 4 == 0) {
		add_row_time(v, row, &text);
		surface_put_right(s, line, 0, AXIS - 1, STYLE_DIM, row ? text.p : "0");
	}
	buf_release(&text);
}

static void draw_row(const struct view_heat *v, const struct surface *s, int row, uint64_t most)
{
	draw_axis(v, s, row, row);
	for (int col = v->first; col < v->first + v->cols; col++) {
		uint64_t value = cell_value(v, col, row);
		enum style style = s->grid->colours >= 16 && value ? theme_amount(value, most)
								   : STYLE_BAR;

		surface_repeat(s, row, screen_col(v, col), v->cell, style,
			       shade_of(s->grid->ascii, value, most));
		if (is_chosen(v, col, row))
			surface_restyle(s, row, screen_col(v, col), v->cell, STYLE_SELECTED);
	}
}

static enum style half_style(const struct view_heat *v, int col, int row, uint64_t most)
{
	return row < v->rows ? theme_amount(cell_value(v, col, row), most) : STYLE_NORMAL;
}

/* Draw two rows of cells. Chosen cells are filled, or framed if there is room. */
static void draw_halves(const struct view_heat *v, const struct surface *s, int line, uint64_t most)
{
	bool alone = v->tv.mark == NO_MARK;
	int row = 2 * line, frame = v->cell < (alone ? FRAMED : 2) ? v->cell : 1;

	draw_axis(v, s, line, row);
	for (int col = v->first; col < v->first + v->cols; col++) {
		enum style upper = half_style(v, col, row, most);
		enum style lower = half_style(v, col, row + 1, most);
		bool up = is_chosen(v, col, row), low = is_chosen(v, col, row + 1);
		int at = screen_col(v, col);

		surface_halves(s, line, at, v->cell, upper, lower);
		if (!up && !low)
			continue;
		upper = up ? STYLE_SCALE_CURSOR : upper;
		lower = low ? STYLE_SCALE_CURSOR : lower;
		surface_halves(s, line, at, frame, upper, lower);
		if (v->cell >= FRAMED)
			surface_halves(s, line, at + v->cell - frame, frame, upper, lower);
	}
}

/* Draw "1 ████ 4 ████ 9 ████ 16": the colours of the scale, and the largest number of some. */
static void draw_scale(const struct view_heat *v, const struct surface *s, int row, uint64_t most)
{
	struct buf text = BUF_INIT;
	int at;

	if (!most)
		return;
	add_number(v, 1, &text);
	at = surface_put(s, row, 1, STYLE_DIM, text.p) + 1;
	for (unsigned i = 0; i < THEME_AMOUNTS; i++) {
		surface_repeat(s, row, at++, 1, (enum style)(STYLE_SCALE_0 + i), 0x2588);
		if (i % 4 != 3 || (i != THEME_AMOUNTS - 1 && !theme_amount_last(i, most)))
			continue;
		buf_reset(&text);
		add_number(v, theme_amount_last(i, most), &text);
		at = surface_put(s, row, at + 1, STYLE_DIM, text.p) + 1;
	}
	buf_release(&text);
}

/* The largest number of rows that fits and that divides a column. */
static int rows_that_fit(const struct view_heat *v, int rows)
{
	while (rows > 1 && v->heat.parts % rows)
		rows--;
	return rows > 1 ? rows : 1;
}

static void fit(struct view_heat *v, int rows, int cols)
{
	int column;

	v->rows = rows_that_fit(v, v->halves ? 2 * rows : rows);
	timeview_place(&v->tv);
	v->tv.cursor -= v->tv.cursor % cell_parts(v);
	if (v->tv.mark != NO_MARK)
		v->tv.mark -= v->tv.mark % cell_parts(v);
	v->cols = cols < v->heat.cols ? cols : v->heat.cols;
	v->cols = v->cols > 0 ? v->cols : 1;
	v->cell = cols / v->cols < CELL_MOST ? cols / v->cols : CELL_MOST;
	v->cell = v->cell > 0 ? v->cell : 1;
	column = v->tv.cursor / v->heat.parts;
	if (v->first > column)
		v->first = column;
	if (column >= v->first + v->cols)
		v->first = column - v->cols + 1;
	if (v->first + v->cols > v->heat.cols)
		v->first = v->heat.cols - v->cols;
}

static void draw_cells(const struct view_heat *v, const struct surface *s, uint64_t most)
{
	int lines = v->halves ? (v->rows + 1) / 2 : v->rows;

	for (int line = 0; line < lines && line < s->rows; line++) {
		if (v->halves)
			draw_halves(v, s, line, most);
		else
			draw_row(v, s, line, most);
	}
}

static void draw_legend(const struct view_heat *v, const struct surface *s, int row, uint64_t most)
{
	struct buf text = BUF_INIT;

	if (v->halves) {
		draw_scale(v, s, row, most);
		return;
	}
	add_legend(v, s->grid->ascii, most, &text);
	surface_put_left(s, row, 1, s->cols - 1, STYLE_DIM, text.p);
	buf_release(&text);
}

static void heat_draw(struct view *view, const struct surface *s, struct term_cursor *cursor)
{
	struct view_heat *v = self(view);
	struct surface body = surface_sub(s, 2, 0, s->rows - 3, s->cols);
	struct buf text = BUF_INIT;
	uint64_t most;
	int line;

	if (timeview_draw_empty(&v->tv, s))
		return;
	v->halves = grid_has_halves(s->grid);
	fit(v, body.rows, s->cols - AXIS);
	most = highest_cell(v);
	draw_status(v, s, most);
	chosen_text(v, &text);
	surface_put_left(s, 1, 1, s->cols - 1, STYLE_NORMAL, text.p);
	draw_cells(v, &body, most);
	if (s->rows > 3)
		draw_legend(v, s, s->rows - 1, most);
	line = v->tv.cursor % v->heat.parts / cell_parts(v);
	*cursor = (struct term_cursor){ body.row + (v->halves ? line / 2 : line),
					body.col + screen_col(v, v->tv.cursor / v->heat.parts),
					false };
	buf_release(&text);
}

static void heat_text(struct view *view, struct buf *out)
{
	struct view_heat *v = self(view);
	bool ascii = view->app->opt->ascii;
	uint64_t most;

	if (timeview_text_empty(&v->tv, out))
		return;
	v->rows = TEXT_ROWS;
	most = highest_cell(v);
	session_time_add(view->app->session, v->heat.lo, out);
	buf_adds(out, " and on, ");
	shade_add_time(v->heat.width, ALL, out);
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
	{ ACTION_OPEN, "records", "show the records of the cell, or of the stretch" },
	{ ACTION_FLAG, "other end", "start a stretch here; again: no stretch" },
	{ ACTION_MAXIMISE, "zoom in", "zoom into the stretch, or the column" },
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
	.chosen = chosen_stretch,
	.inside = inside,
};

int heat_open(struct app *app, const char *arg, struct err *err)
{
	return timeview_open(app, arg, sizeof(struct view_heat), &ops, &how, err);
}
