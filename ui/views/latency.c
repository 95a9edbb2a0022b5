/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/latency.h"

#include <string.h>

#include "base/text.h"
#include "field/getter.h"
#include "records/records.h"
#include "session/session_time.h"
#include "term/shades.h"
#include "views/time_view.h"
#include "widgets/parts.h"

enum {
	LEVELS = HISTOGRAM_LEVELS, /* of a column */
	COLS_MOST = 256,
	AXIS = 9, /* screen columns for the durations on the left */
	DIGITS = 3,
	TEXT_ROWS = 64
};

struct view_latency {
	struct time_view tv; /* its cursor and mark are column * LEVELS + level */
	int cols;	     /* columns of time */
	int top, rows;	     /* the level of the first row, the number of rows */
	int per;	     /* levels in a row */
	int high;	     /* lines of the screen in a row */
	int cell;	     /* columns of time in a screen column */
	int wanted;	     /* the level where the user has left the cursor */
	int fitted;	     /* the level where fit() has put it, because it has the only records */
	uint64_t most;	     /* records of the fullest cell */
};

static struct view_latency *self(const struct view *view)
{
	return container_of(view, struct view_latency, tv.view);
}

/* ---- what is counted ---- */

/* The length of the field with which the argument begins. */
static size_t field_length(const char *arg)
{
	return strcspn(arg, " ");
}

static bool find_field(const char *arg, struct field *field)
{
	size_t len = field_length(arg);

	if (!len || !field_find(field, arg, len))
		return false;
	if (!field->member && getter_is_duration(field->id))
		return true;
	field_release(field);
	return false;
}

bool latency_is_field(const char *arg)
{
	struct field field;
	bool is = find_field(arg, &field);

	if (is)
		field_release(&field);
	return is;
}

static void count_cells(struct time_view *tv)
{
	struct view_latency *v = self(&tv->view);
	const struct time_range *shown = time_view_shown(tv);
	uint64_t ns = shown->hi - shown->lo;
	struct histogram_options options = {
		.filter = counted_filter(&tv->what),
		.lo = shown->lo,
		.hi = shown->hi,
		.levels = LEVELS,
		.watcher = &tv->view.watcher,
	};
	struct field field;

	if (find_field(tv->what.where, &field))
		options.weight = &field;
	v->cols = ns < COLS_MOST ? (int)ns + 1 : COLS_MOST;
	options.n = (size_t)(v->cols * LEVELS);
	tv->counts = histogram_start(tv->view.app->rec, &options);
	v->per = v->per ? v->per : 1;
	v->cell = v->cell ? v->cell : 1;
}

/* ---- cells ---- */

static uint64_t count_of(const struct view_latency *v, int col, int level, int levels)
{
	size_t first = (size_t)(col * LEVELS + (level > 0 ? level : 0));

	if (level + levels > LEVELS)
		levels = LEVELS - level;
	return histogram_rows(v->tv.counts, first, first + (size_t)levels);
}

/* Count the records of a row in one screen column, whose first column of time is col. */
static uint64_t count_cell(const struct view_latency *v, int col, int level)
{
	uint64_t n = 0;

	for (int i = col; i < col + v->cell && i < v->cols; i++)
		n += count_of(v, i, level, v->per);
	return n;
}

/* The lowest level of a row. */
static int level_of_row(const struct view_latency *v, int row)
{
	return v->top - (row + 1) * v->per + 1;
}

/* While records are counted, the levels with records change, so fit() must not forget this one. */
static int wanted_level(struct view_latency *v)
{
	int level = v->tv.cursor % LEVELS;

	if (level != v->fitted || v->tv.mark != NO_MARK)
		v->wanted = level;
	return v->wanted;
}

/* Find the levels with records, for so many rows and columns, and the fullest cell. */
static void fit(struct view_latency *v, int rows, int cols)
{
	int low = LEVELS, high = 0, cursor = wanted_level(v);

	for (int level = 0; level < LEVELS; level++)
		for (int col = 0; col < v->cols; col++)
			if (count_of(v, col, level, 1)) {
				low = level < low ? level : low;
				high = level;
			}
	if (low > high)
		low = high;
	low = cursor < low && v->tv.mark == NO_MARK ? low : cursor < low ? cursor : low;
	high = cursor > high && v->tv.mark != NO_MARK ? cursor : high;
	v->per = (high - low) / (rows > 0 ? rows : 1) + 1;
	v->rows = (high - low) / v->per + 1;
	v->top = low + v->rows * v->per - 1;
	v->fitted = cursor;
	if (v->tv.mark == NO_MARK && (cursor < low || cursor > v->top))
		v->fitted = cursor < low ? low : high;
	v->tv.cursor += v->fitted - v->tv.cursor % LEVELS;
	v->cell = cols > 0 ? (v->cols + cols - 1) / cols : v->cols;
	v->most = 0;
	for (int row = 0; row < v->rows; row++)
		for (int col = 0; col < v->cols; col += v->cell) {
			uint64_t n = count_cell(v, col, level_of_row(v, row));

			v->most = n > v->most ? n : v->most;
		}
}

/* The columns and levels between cursor and mark. */
struct chosen {
	int col, last_col, level, last_level;
};

static void order(int *a, int *b)
{
	int c = *a;

	if (*a > *b) {
		*a = *b;
		*b = c;
	}
}

/* The lowest level of the row with a level. */
static int row_level(const struct view_latency *v, int level)
{
	return v->top - (v->top - level) / v->per * v->per - v->per + 1;
}

static struct chosen chosen(const struct time_view *tv)
{
	const struct view_latency *v = self(&tv->view);
	int mark = tv->mark == NO_MARK ? tv->cursor : tv->mark;
	struct chosen c = { tv->cursor / LEVELS, mark / LEVELS, tv->cursor % LEVELS,
			    mark % LEVELS };

	order(&c.col, &c.last_col);
	order(&c.level, &c.last_level);
	c.col -= c.col % v->cell;
	c.last_col += v->cell - 1 - c.last_col % v->cell;
	c.last_col = c.last_col < v->cols ? c.last_col : v->cols - 1;
	c.level = row_level(v, c.level);
	c.last_level = row_level(v, c.last_level) + v->per - 1;
	c.level = c.level > 0 ? c.level : 0;
	c.last_level = c.last_level < LEVELS ? c.last_level : LEVELS - 1;
	return c;
}

static uint64_t time_of(const struct view_latency *v, int col)
{
	const struct time_range *shown = time_view_shown(&v->tv);
	unsigned __int128 ns = (unsigned __int128)(shown->hi - shown->lo) + 1;

	/* The first time in the column. */
	return shown->lo +
	       (uint64_t)((ns * (unsigned)col + (unsigned)v->cols - 1) / (unsigned)v->cols);
}

static uint64_t latency_time(const struct time_view *tv)
{
	return time_of(self(&tv->view), tv->cursor / LEVELS);
}

static void latency_go(struct time_view *tv, uint64_t time)
{
	const struct view_latency *v = self(&tv->view);

	tv->cursor %= LEVELS;
	for (int col = 1; col < v->cols && time_of(v, col) <= time; col++)
		tv->cursor += LEVELS;
}

static struct time_range chosen_range(const struct time_view *tv)
{
	const struct view_latency *v = self(&tv->view);
	struct chosen c = chosen(tv);

	return (struct time_range){ time_of(v, c.col), time_of(v, c.last_col + 1) - 1 };
}

static bool add_condition(const struct time_view *tv, struct buf *condition)
{
	struct chosen c = chosen(tv);
	int len = (int)field_length(tv->what.where);

	buf_addf(condition, "%.*s >= %llu and ", len, tv->what.where,
		 (unsigned long long)histogram_level((size_t)c.level));
	if (c.last_level + 1 < LEVELS)
		buf_addf(condition, "%.*s < %llu and ", len, tv->what.where,
			 (unsigned long long)histogram_level((size_t)c.last_level + 1));
	return true;
}

static uint64_t chosen_rows(const struct time_view *tv)
{
	const struct view_latency *v = self(&tv->view);
	struct chosen c = chosen(tv);
	uint64_t n = 0;

	for (int col = c.col; col <= c.last_col; col++)
		n += count_of(v, col, c.level, c.last_level - c.level + 1);
	return n;
}

/* Get the time of the choice, or of the column. */
static bool inside(const struct time_view *tv, struct time_range *inner)
{
	const struct time_range *shown = time_view_shown(tv);

	*inner = chosen_range(tv);
	return inner->hi - inner->lo < shown->hi - shown->lo;
}

/* ---- actions ---- */

static void across(struct time_view *tv, const struct action_call *call)
{
	struct view_latency *v = self(&tv->view);
	int64_t by = v->cell * time_view_steps(call, call->action == ACTION_RIGHT);
	int64_t col = time_view_nearest(tv->cursor / LEVELS + by, v->cols);

	tv->cursor = (int)col * LEVELS + tv->cursor % LEVELS;
}

static void along(struct time_view *tv, const struct action_call *call)
{
	struct view_latency *v = self(&tv->view);
	int64_t level =
		tv->cursor % LEVELS + v->per * time_view_steps(call, call->action == ACTION_UP);
	int64_t low = v->top - v->rows * v->per + 1;

	low = low > 0 ? low : 0;
	level = level < low ? low : level > v->top ? v->top : level;
	tv->cursor = tv->cursor / LEVELS * LEVELS + (int)(level < LEVELS ? level : LEVELS - 1);
}

static void to_end(struct time_view *tv, const struct action_call *call)
{
	struct view_latency *v = self(&tv->view);

	tv->cursor = tv->cursor % LEVELS + (call->action == ACTION_LAST ? v->cols - 1 : 0) * LEVELS;
}

static const time_view_handler handlers[ACTION_COUNT] = {
	TIME_VIEW_HANDLERS,  [ACTION_RIGHT] = across, [ACTION_LEFT] = across, [ACTION_DOWN] = along,
	[ACTION_UP] = along, [ACTION_FIRST] = to_end, [ACTION_LAST] = to_end,
};

bool view_latency_knows(enum action action)
{
	return handlers[action];
}

/* ---- drawing ---- */

static void add_title(const struct view_latency *v, struct buf *out)
{
	buf_add(out, v->tv.what.where, field_length(v->tv.what.where));
	buf_adds(out, " over time");
}

static void add_duration(int level, struct buf *out)
{
	text_add_duration(level > 0 ? histogram_level((size_t)level) : 0, DIGITS, out);
}

static void add_chosen(const struct view_latency *v, struct buf *out)
{
	struct chosen c = chosen(&v->tv);
	struct time_range range = chosen_range(&v->tv);
	uint64_t n = chosen_rows(&v->tv);

	time_range_add(v->tv.view.app, &range, out);
	buf_adds(out, ", ");
	add_duration(c.level, out);
	buf_adds(out, " to ");
	add_duration(c.last_level + 1, out);
	buf_adds(out, ": ");
	text_add_plural(n, "record", out);
}

/* Draw a row, with the shortest duration at its lower end. */
static void draw_row(const struct view_latency *v, const struct surface *body, int row)
{
	struct surface s = surface_sub(body, row * v->high, 0, v->high, body->cols);
	int level = level_of_row(v, row);
	struct chosen c = chosen(&v->tv);
	struct buf text = BUF_INIT;

	add_duration(level, &text);
	surface_put_right(&s, s.rows - 1, 0, AXIS - 1, STYLE_DIM, text.p);
	for (int col = 0; col < v->cols; col += v->cell) {
		int at = AXIS + col / v->cell;
		uint64_t n = count_cell(v, col, level);
		bool here = c.last_col >= col && c.col < col + v->cell &&
			    c.level <= level + v->per - 1 && c.last_level >= level;

		for (int i = 0; i < s.rows; i++) {
			shade_draw(&s, i, at, n, v->most);
			if (here)
				surface_restyle(&s, i, at, 1, STYLE_SELECTED);
		}
	}
	buf_release(&text);
}

static void latency_draw(struct view *view, const struct surface *s, struct term_cursor *cursor)
{
	struct view_latency *v = self(view);
	struct surface body = surface_sub(s, 2, 0, s->rows - 3, s->cols);
	struct buf title = BUF_INIT, position = BUF_INIT, text = BUF_INIT;

	if (time_view_draw_empty(&v->tv, s))
		return;
	fit(v, body.rows, s->cols - AXIS);
	v->high = body.rows > v->rows ? body.rows / v->rows : 1;
	add_title(v, &title);
	buf_addf(&position, "densest %llu", (unsigned long long)v->most);
	time_view_draw_status(&v->tv, s, &title, position.p);
	add_chosen(v, &text);
	parts_draw(s, 1, 1, s->cols - 1, STYLE_NORMAL, text.p);
	for (int row = 0; row < v->rows && row < body.rows; row++)
		draw_row(v, &body, row);
	time_view_draw_axis(&v->tv, s, 2 + v->rows * v->high, AXIS,
			    (v->cols + v->cell - 1) / v->cell, true);
	*cursor = (struct term_cursor){
		body.row + ((v->top - v->tv.cursor % LEVELS) / v->per + 1) * v->high - 1,
		body.col + AXIS + v->tv.cursor / LEVELS / v->cell, false
	};
	buf_release(&title);
	buf_release(&position);
	buf_release(&text);
}

static void latency_text(struct view *view, struct buf *out)
{
	struct view_latency *v = self(view);

	if (time_view_text_empty(&v->tv, out))
		return;
	fit(v, TEXT_ROWS, v->cols);
	add_title(v, out);
	buf_addc(out, '\n');
	for (int row = 0; row < v->rows; row++) {
		struct buf text = BUF_INIT;

		add_duration(level_of_row(v, row), &text);
		buf_addf(out, "%*s ", AXIS - 1, text.p);
		for (int col = 0; col < v->cols; col++)
			text_add_utf8(out,
				      shade_of(view->app->opt->ascii,
					       count_cell(v, col, level_of_row(v, row)), v->most));
		buf_addc(out, '\n');
		buf_release(&text);
	}
}

/* clang-format off */
const struct view_words view_latency_words[] = {
	{ ACTION_OPEN, "records", "show the records of the cell, or of the range of cells" },
	{ ACTION_FLAG, "range", "start a range of cells here; again: cancel it" },
	{ ACTION_MAXIMISE, "zoom", "zoom into the time of the cells" },
	{ ACTION_ZOOM_OUT, "out", "zoom out: show a longer time" },
	{ ACTION_RIGHT, "later", "next column" },
	{ ACTION_LEFT, "earlier", "previous column" },
	{ ACTION_DOWN, "shorter", "go to shorter durations" },
	{ ACTION_UP, "longer", "go to longer durations" },
	VIEW_WORDS_SEARCH,
	{ ACTION_NONE, NULL, NULL },
};

const struct number view_latency_numbers[] = {
	{ "records", "records", "whose time and duration are those of the cell", NUMBER_FILTER },
	{ "densest", "records", "the densest cell", NUMBER_FILTER },
	{ NULL, NULL, NULL, NUMBER_NONE },
};
/* clang-format on */

static const struct view_ops ops = {
	.name = "the latency map",
	.words = view_latency_words,
	.draw = latency_draw,
	.text = latency_text,
	TIME_VIEW_VIEW_OPS,
};

static const struct time_view_ops time_ops = {
	.handlers = handlers,
	.start = count_cells,
	.progress = time_view_histogram_progress,
	.cancel = time_view_histogram_cancel,
	.end = time_view_histogram_end,
	.time = latency_time,
	.go_focus = latency_go,
	.chosen = chosen_range,
	.inside = inside,
	.where = add_condition,
	.rows = chosen_rows,
};

int latency_open(struct app *app, const char *arg, struct err *err)
{
	size_t len = field_length(arg), next = len + strspn(arg + len, " ");
	const char *expr = !strncmp(arg + next, "where ", 6) ? arg + next + 6 : NULL;
	struct buf where = BUF_INIT, all = BUF_INIT;
	int rc = 0;

	if (arg[next] && !expr)
		rc = err_set_at(err, ERR_PARSE, next, "expected \"where EXPR\", or nothing");
	rc = rc ? rc : records_filter_where(app, arg, expr, &where, err);
	buf_addf(&all, "where %.*s", (int)len, arg);
	if (where.len)
		buf_addf(&all, " and (%s)", where.p);
	if (!rc)
		rc = time_view_open(app, all.p, sizeof(struct view_latency), &ops, &time_ops, err);
	buf_release(&where);
	buf_release(&all);
	return rc;
}
