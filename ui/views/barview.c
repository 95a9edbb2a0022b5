/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/barview.h"

static struct barview *self(const struct view *view)
{
	return container_of(view, struct barview, tv.view);
}

size_t barview_bucket(const struct barview *v, int i, int cols)
{
	return histogram_buckets(v->tv.counts) * (size_t)i / (size_t)cols;
}

void barview_chosen_buckets(const struct barview *v, size_t *first, size_t *end)
{
	int from, to;

	timeview_chosen(&v->tv, &from, &to);
	*first = barview_bucket(v, from, v->cols);
	*end = barview_bucket(v, to + 1, v->cols);
}

static struct time_range range_of(const struct barview *v, int from, int to)
{
	return (struct time_range){
		histogram_time(v->tv.counts, barview_bucket(v, from, v->cols)),
		histogram_time(v->tv.counts, barview_bucket(v, to + 1, v->cols)) - 1,
	};
}

int barview_most(const struct barview *v, int cols)
{
	size_t n = histogram_buckets(v->tv.counts);

	return (size_t)cols < n ? cols : (int)n;
}

int barview_next(const struct barview *v, int i)
{
	return i + 1 < v->cols ? i + 1 : NO_MARK;
}

void barview_rescale(struct barview *v, int cols)
{
	timeview_rescale(&v->tv, v->cols, cols);
	v->cols = cols;
	timeview_place(&v->tv);
}

void barview_count(struct timeview *tv, enum time_range_extra extra)
{
	struct barview *v = self(&tv->view);

	tv->counts = time_range_count(tv->view.app, &tv->what, timeview_shown(tv),
				      HISTOGRAM_BUCKETS, extra, &tv->view.watcher);
	/* A key may come before the view was drawn. */
	v->cols = barview_most(v, v->cols ? v->cols : BARVIEW_TEXT_COLS);
	timeview_place(tv);
}

uint64_t barview_time(const struct timeview *tv)
{
	return range_of(self(&tv->view), tv->cursor, tv->cursor).lo;
}

void barview_go(struct timeview *tv, uint64_t time)
{
	const struct barview *v = self(&tv->view);

	while (tv->cursor + 1 < v->cols && range_of(v, tv->cursor, tv->cursor).hi < time)
		tv->cursor++;
}

struct time_range barview_chosen(const struct timeview *tv)
{
	int from, to;

	timeview_chosen(tv, &from, &to);
	return range_of(self(&tv->view), from, to);
}

bool barview_inside(const struct timeview *tv, struct time_range *inner)
{
	*inner = barview_chosen(tv);
	return inner->lo < inner->hi && !timeview_has_fewer(tv, 2);
}

uint64_t barview_rows(const struct timeview *tv)
{
	size_t first, end;

	barview_chosen_buckets((const struct barview *)tv, &first, &end);
	return histogram_rows(tv->counts, first, end);
}

/* ---- actions ---- */

static void move_by(struct timeview *tv, int64_t by)
{
	tv->cursor = (int)timeview_nearest(tv->cursor + by, self(&tv->view)->cols);
}

void barview_right(struct timeview *tv, const struct action_call *call)
{
	move_by(tv, timeview_steps(call, true));
}

void barview_left(struct timeview *tv, const struct action_call *call)
{
	move_by(tv, timeview_steps(call, false));
}

void barview_page(struct timeview *tv, const struct action_call *call)
{
	move_by(tv, call->action == ACTION_PAGE_DOWN ? 10 : -10);
}

void barview_end(struct timeview *tv, const struct action_call *call)
{
	move_by(tv, call->action == ACTION_LAST ? INT32_MAX : -INT32_MAX);
}

bool barview_point(struct barview *v, int col, bool select)
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

void barview_change_scale(struct timeview *tv, const struct action_call *call)
{
	struct barview *v = self(&tv->view);

	(void)call;
	v->logarithmic = !v->logarithmic;
	app_say(tv->view.app, "The scale is %s.", v->logarithmic ? "logarithmic" : "linear");
}

/* ---- drawing ---- */

struct surface barview_draw_scale(struct barview *v, const struct surface *s, int row, int rows,
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

void barview_draw_chosen(const struct barview *v, const struct surface *s)
{
	int from, to;

	timeview_chosen(&v->tv, &from, &to);
	for (int row = 0; row < s->rows; row++)
		for (int col = from < 0 ? 0 : from; col <= to && col < s->cols; col++)
			choose_cell(s, row, col);
}
