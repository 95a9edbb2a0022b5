/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/bar_view.h"

enum {
	ZOOM_PART = 4 /* zooming in shows this part, 1/4, of the time */
};

size_t bar_view_bucket(const struct bar_view *v, int i, int cols)
{
	return histogram_buckets(v->tv.counts) * (size_t)i / (size_t)cols;
}

void bar_view_stats(const struct bar_view *v, int i, int cols, struct numeric_stats *stats)
{
	histogram_stats(v->tv.counts, bar_view_bucket(v, i, cols), bar_view_bucket(v, i + 1, cols),
			stats);
}

void bar_view_chosen_buckets(const struct bar_view *v, size_t *first, size_t *end)
{
	int from, to;

	time_view_chosen(&v->tv, &from, &to);
	*first = bar_view_bucket(v, from, v->cols);
	*end = bar_view_bucket(v, to + 1, v->cols);
}

static struct time_range range_of(const struct bar_view *v, int from, int to)
{
	return (struct time_range){
		histogram_time(v->tv.counts, bar_view_bucket(v, from, v->cols)),
		histogram_time(v->tv.counts, bar_view_bucket(v, to + 1, v->cols)) - 1,
	};
}

int bar_view_most(const struct bar_view *v, int cols)
{
	size_t n = histogram_buckets(v->tv.counts);

	return (size_t)cols < n ? cols : (int)n;
}

int bar_view_next(const struct bar_view *v, int i)
{
	return i + 1 < v->cols ? i + 1 : NO_MARK;
}

void bar_view_rescale(struct bar_view *v, int cols)
{
	time_view_rescale(&v->tv, v->cols, cols);
	v->cols = cols;
	time_view_place(&v->tv);
}

void bar_view_count(struct time_view *tv, enum time_range_extra extra)
{
	struct bar_view *v = bar_view_of(&tv->view);

	tv->counts = time_range_count(tv->view.app, &tv->what, time_view_shown(tv),
				      HISTOGRAM_BUCKETS, extra, &tv->view.watcher);
	/* A key may come before the view was drawn. */
	v->cols = bar_view_most(v, v->cols ? v->cols : BAR_VIEW_TEXT_COLS);
	time_view_place(tv);
}

uint64_t bar_view_time(const struct time_view *tv)
{
	return range_of(bar_view_of(&tv->view), tv->cursor, tv->cursor).lo;
}

uint64_t bar_view_focus(const struct time_view *tv)
{
	struct time_range range = range_of(bar_view_of(&tv->view), tv->cursor, tv->cursor);

	return range.lo + (range.hi - range.lo) / 2;
}

void bar_view_go(struct time_view *tv, uint64_t time)
{
	const struct bar_view *v = bar_view_of(&tv->view);

	tv->cursor = 0;
	while (tv->cursor + 1 < v->cols && range_of(v, tv->cursor, tv->cursor).hi < time)
		tv->cursor++;
}

struct time_range bar_view_chosen(const struct time_view *tv)
{
	int from, to;

	time_view_chosen(tv, &from, &to);
	return range_of(bar_view_of(&tv->view), from, to);
}

static uint64_t rows_of(const struct bar_view *v, int from, int to)
{
	return histogram_rows(v->tv.counts, bar_view_bucket(v, from, v->cols),
			      bar_view_bucket(v, to + 1, v->cols));
}

/* The marked range; without a mark a part of the shown time, around the cursor. */
bool bar_view_inside(const struct time_view *tv, struct time_range *inner)
{
	const struct bar_view *v = bar_view_of(&tv->view);
	int from, to, around = tv->mark == NO_MARK ? v->cols / ZOOM_PART / 2 : 0;

	time_view_chosen(tv, &from, &to);
	from = (int)time_view_nearest(from - around, v->cols);
	to = (int)time_view_nearest(to + around, v->cols);
	*inner = range_of(v, from, to);
	return inner->lo < inner->hi && (time_view_busy(&tv->view) || rows_of(v, from, to) > 1);
}

uint64_t bar_view_rows(const struct time_view *tv)
{
	int from, to;

	time_view_chosen(tv, &from, &to);
	return rows_of(bar_view_of(&tv->view), from, to);
}

/* ---- actions ---- */

static void move_by(struct time_view *tv, int64_t by)
{
	tv->cursor = (int)time_view_nearest(tv->cursor + by, bar_view_of(&tv->view)->cols);
}

void bar_view_right(struct time_view *tv, const struct action_call *call)
{
	move_by(tv, time_view_steps(call, true));
}

void bar_view_left(struct time_view *tv, const struct action_call *call)
{
	move_by(tv, time_view_steps(call, false));
}

void bar_view_page(struct time_view *tv, const struct action_call *call)
{
	move_by(tv, call->action == ACTION_PAGE_DOWN ? 10 : -10);
}

void bar_view_end(struct time_view *tv, const struct action_call *call)
{
	move_by(tv, call->action == ACTION_LAST ? INT32_MAX : -INT32_MAX);
}

bool bar_view_point(struct bar_view *v, int col, bool select)
{
	col -= v->left;
	if (col < 0 || col >= v->cols)
		return false;
	if (select) {
		v->tv.cursor = col;
		v->tv.from = 0;
	}
	return true;
}

void bar_view_change_scale(struct time_view *tv, const struct action_call *call)
{
	struct bar_view *v = bar_view_of(&tv->view);

	(void)call;
	v->logarithmic = !v->logarithmic;
	app_say(tv->view.app, "The scale is %s.", v->logarithmic ? "logarithmic" : "linear");
}

/* ---- drawing ---- */

struct surface bar_view_draw_scale(struct bar_view *v, const struct surface *s, int row, int rows,
				   const struct scale *scale)
{
	v->left = scale_draw(scale, s, row, rows);
	return surface_sub(s, row, v->left, rows, s->cols - v->left);
}

/* A full block has no background, and a blank no other colour: a terminal gets neither. */
static void choose_cell(const struct surface *s, int row, int col)
{
	const struct cell *cell = grid_cell(s->grid, s->row + row, s->col + col);
	uint32_t ch = cell->ch[0];

	if (cell->style == STYLE_CHOSEN_LINE)
		return;
	surface_restyle(s, row, col, 1, STYLE_CHOSEN);
	if (s->grid->colours < 256 || ch == 0x2588)
		return;
	if (ch == ' ')
		surface_restyle(s, row, col, 1, STYLE_NORMAL);
	surface_on(s, row, col, 1, STYLE_CHOSEN_BACK);
}

void bar_view_draw_chosen(const struct bar_view *v, const struct surface *s)
{
	int from, to;

	time_view_chosen(&v->tv, &from, &to);
	for (int row = 0; row < s->rows; row++)
		for (int col = from < 0 ? 0 : from; col <= to && col < s->cols; col++)
			choose_cell(s, row, col);
}
