/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/latency.h"

#include <string.h>

#include "field/getter.h"
#include "records/records.h"
#include "views/latency_view.h"

enum {
	COLS_MOST = 256
};

/* ---- what is counted ---- */

size_t latency_view_field(const char *arg)
{
	return strcspn(arg, " ");
}

static bool find_field(const char *arg, struct field *field)
{
	size_t len = latency_view_field(arg);

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
	struct view_latency *v = latency_view_of(&tv->view);
	const struct time_range *shown = time_view_shown(tv);
	uint64_t ns = shown->hi - shown->lo;
	struct histogram_options options = {
		.filter = counted_filter(&tv->what),
		.lo = shown->lo,
		.hi = shown->hi,
		.levels = LATENCY_LEVELS,
		.watcher = &tv->view.watcher,
	};
	struct field field;

	if (find_field(tv->what.where, &field))
		options.weight = &field;
	v->cols = ns < COLS_MOST ? (int)ns + 1 : COLS_MOST;
	options.n = (size_t)(v->cols * LATENCY_LEVELS);
	tv->counts = histogram_start(tv->view.app->rec, &options);
	v->per = v->per ? v->per : 1;
	v->cell = v->cell ? v->cell : 1;
}

/* ---- cells ---- */

/* The records of consecutive levels in a column. */
static uint64_t count_of(const struct view_latency *v, int col, int level, int levels)
{
	size_t first = (size_t)(col * LATENCY_LEVELS + (level > 0 ? level : 0));

	if (level + levels > LATENCY_LEVELS)
		levels = LATENCY_LEVELS - level;
	return histogram_rows(v->tv.counts, first, first + (size_t)levels);
}

uint64_t latency_view_cell(const struct view_latency *v, int col, int level)
{
	uint64_t n = 0;

	for (int i = col; i < col + v->cell && i < v->cols; i++)
		n += count_of(v, i, level, v->per);
	return n;
}

int latency_view_level(const struct view_latency *v, int row)
{
	return v->top - (row + 1) * v->per + 1;
}

/*
 * While records are counted, the levels with records change, so latency_view_fit() must not forget
 * this one.
 */
static int wanted_level(struct view_latency *v)
{
	int level = v->tv.cursor % LATENCY_LEVELS;

	if (level != v->fitted || v->tv.mark != NO_MARK)
		v->wanted = level;
	return v->wanted;
}

/* Find the lowest and the highest level with records. */
static void find_levels(const struct view_latency *v, int *low, int *high)
{
	*low = LATENCY_LEVELS;
	*high = 0;
	for (int level = 0; level < LATENCY_LEVELS; level++)
		for (int col = 0; col < v->cols; col++)
			if (count_of(v, col, level, 1)) {
				*low = level < *low ? level : *low;
				*high = level;
			}
	if (*low > *high)
		*low = *high;
}

static uint64_t fullest_cell(const struct view_latency *v)
{
	uint64_t most = 0;

	for (int row = 0; row < v->rows; row++)
		for (int col = 0; col < v->cols; col += v->cell) {
			uint64_t n = latency_view_cell(v, col, latency_view_level(v, row));

			most = n > most ? n : most;
		}
	return most;
}

void latency_view_fit(struct view_latency *v, int rows, int cols)
{
	int low, high, cursor = wanted_level(v);
	bool marked = v->tv.mark != NO_MARK;

	find_levels(v, &low, &high);
	if (marked && cursor < low)
		low = cursor;
	if (marked && cursor > high)
		high = cursor;
	v->per = (high - low) / (rows > 0 ? rows : 1) + 1;
	v->rows = (high - low) / v->per + 1;
	v->top = low + v->rows * v->per - 1;
	v->fitted = cursor;
	if (!marked && (cursor < low || cursor > v->top))
		v->fitted = cursor < low ? low : high;
	v->tv.cursor += v->fitted - v->tv.cursor % LATENCY_LEVELS;
	v->cell = cols > 0 ? (v->cols + cols - 1) / cols : v->cols;
	v->most = fullest_cell(v);
}

static void order(int *a, int *b)
{
	int lesser = *a < *b ? *a : *b;

	*b = *a > *b ? *a : *b;
	*a = lesser;
}

/* The lowest level of the row with a level. */
static int row_level(const struct view_latency *v, int level)
{
	return v->top - (v->top - level) / v->per * v->per - v->per + 1;
}

struct latency_chosen latency_view_chosen(const struct time_view *tv)
{
	const struct view_latency *v = latency_view_of(&tv->view);
	int mark = tv->mark == NO_MARK ? tv->cursor : tv->mark;
	struct latency_chosen c = { tv->cursor / LATENCY_LEVELS, mark / LATENCY_LEVELS,
				    tv->cursor % LATENCY_LEVELS, mark % LATENCY_LEVELS };

	order(&c.col, &c.last_col);
	order(&c.level, &c.last_level);
	c.col -= c.col % v->cell;
	c.last_col += v->cell - 1 - c.last_col % v->cell;
	c.last_col = c.last_col < v->cols ? c.last_col : v->cols - 1;
	c.level = row_level(v, c.level);
	c.last_level = row_level(v, c.last_level) + v->per - 1;
	c.level = c.level > 0 ? c.level : 0;
	c.last_level = c.last_level < LATENCY_LEVELS ? c.last_level : LATENCY_LEVELS - 1;
	return c;
}

/* The first time in a column. */
static uint64_t time_of(const struct view_latency *v, int col)
{
	const struct time_range *shown = time_view_shown(&v->tv);
	unsigned __int128 ns = (unsigned __int128)(shown->hi - shown->lo) + 1;

	return shown->lo +
	       (uint64_t)((ns * (unsigned)col + (unsigned)v->cols - 1) / (unsigned)v->cols);
}

static uint64_t latency_time(const struct time_view *tv)
{
	return time_of(latency_view_of(&tv->view), tv->cursor / LATENCY_LEVELS);
}

static void latency_go(struct time_view *tv, uint64_t time)
{
	const struct view_latency *v = latency_view_of(&tv->view);

	tv->cursor %= LATENCY_LEVELS;
	for (int col = 1; col < v->cols && time_of(v, col) <= time; col++)
		tv->cursor += LATENCY_LEVELS;
}

struct time_range latency_view_range(const struct time_view *tv)
{
	const struct view_latency *v = latency_view_of(&tv->view);
	struct latency_chosen c = latency_view_chosen(tv);

	return (struct time_range){ time_of(v, c.col), time_of(v, c.last_col + 1) - 1 };
}

static bool add_condition(const struct time_view *tv, struct buf *condition)
{
	struct latency_chosen c = latency_view_chosen(tv);
	int len = (int)latency_view_field(tv->what.where);

	buf_addf(condition, "%.*s >= %llu and ", len, tv->what.where,
		 (unsigned long long)histogram_level((size_t)c.level));
	if (c.last_level + 1 < LATENCY_LEVELS)
		buf_addf(condition, "%.*s < %llu and ", len, tv->what.where,
			 (unsigned long long)histogram_level((size_t)c.last_level + 1));
	return true;
}

uint64_t latency_view_rows(const struct time_view *tv)
{
	const struct view_latency *v = latency_view_of(&tv->view);
	struct latency_chosen c = latency_view_chosen(tv);
	uint64_t n = 0;

	for (int col = c.col; col <= c.last_col; col++)
		n += count_of(v, col, c.level, c.last_level - c.level + 1);
	return n;
}

static bool inside(const struct time_view *tv, struct time_range *inner)
{
	const struct time_range *shown = time_view_shown(tv);

	*inner = latency_view_range(tv);
	return inner->hi - inner->lo < shown->hi - shown->lo;
}

/* ---- actions ---- */

static void across(struct time_view *tv, const struct action_call *call)
{
	struct view_latency *v = latency_view_of(&tv->view);
	int64_t by = v->cell * time_view_steps(call, call->action == ACTION_RIGHT);
	int64_t col = time_view_nearest(tv->cursor / LATENCY_LEVELS + by, v->cols);

	tv->cursor = (int)col * LATENCY_LEVELS + tv->cursor % LATENCY_LEVELS;
}

static void along(struct time_view *tv, const struct action_call *call)
{
	struct view_latency *v = latency_view_of(&tv->view);
	int64_t level = tv->cursor % LATENCY_LEVELS +
			v->per * time_view_steps(call, call->action == ACTION_UP);
	int64_t low = v->top - v->rows * v->per + 1;

	low = low > 0 ? low : 0;
	level = level < low ? low : level > v->top ? v->top : level;
	tv->cursor = tv->cursor / LATENCY_LEVELS * LATENCY_LEVELS +
		     (int)(level < LATENCY_LEVELS ? level : LATENCY_LEVELS - 1);
}

static void to_end(struct time_view *tv, const struct action_call *call)
{
	struct view_latency *v = latency_view_of(&tv->view);

	tv->cursor = tv->cursor % LATENCY_LEVELS +
		     (call->action == ACTION_LAST ? v->cols - 1 : 0) * LATENCY_LEVELS;
}

static const time_view_handler handlers[ACTION_COUNT] = {
	TIME_VIEW_HANDLERS,  [ACTION_RIGHT] = across, [ACTION_LEFT] = across, [ACTION_DOWN] = along,
	[ACTION_UP] = along, [ACTION_FIRST] = to_end, [ACTION_LAST] = to_end,
};

bool view_latency_knows(enum action action)
{
	return handlers[action];
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
	.text = latency_draw_text,
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
	.chosen = latency_view_range,
	.inside = inside,
	.where = add_condition,
	.rows = latency_view_rows,
};

int latency_open(struct app *app, const char *arg, struct err *err)
{
	size_t len = latency_view_field(arg), next = len + strspn(arg + len, " ");
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
