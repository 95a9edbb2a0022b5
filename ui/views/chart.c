/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/chart.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/measure.h"
#include "analysis/quantity.h"
#include "base/mem.h"
#include "base/text.h"
#include "records/filter.h"
#include "session/session_time.h"
#include "views/bar_view.h"
#include "views/views.h"
#include "widgets/dotline.h"
#include "widgets/parts.h"
#include "wire/names.h"

enum {
	RANGE_COLS = 100 /* columns in which the least and the greatest value fit */
};

struct view_chart {
	struct bar_view bars; /* must be first */
};

static struct view_chart *self(const struct view *view)
{
	return container_of(view, struct view_chart, bars.tv.view);
}

static void count_stats(struct time_view *tv)
{
	bar_view_count(tv, TIME_RANGE_STATS);
}

/* ---- numbers ---- */

static void stats_of(const struct view_chart *v, int i, int cols, struct numeric_stats *stats)
{
	histogram_stats(v->bars.tv.counts, bar_view_bucket(&v->bars, i, cols),
			bar_view_bucket(&v->bars, i + 1, cols), stats);
}

/* Columns without values come last. */
static int128 greatest_value(const struct time_view *tv, int place, int *next)
{
	const struct view_chart *v = self(&tv->view);
	struct numeric_stats stats;

	*next = bar_view_next(&v->bars, place);
	stats_of(v, place, v->bars.cols, &stats);
	return stats.n ? stats.greatest : (int128)INT64_MIN - 1;
}

static void stats_of_all(const struct view_chart *v, struct numeric_stats *stats)
{
	histogram_stats(v->bars.tv.counts, 0, histogram_buckets(v->bars.tv.counts), stats);
}

static void add_number(const struct view_chart *v, enum quantity_kind kind, int128 number,
		       struct buf *out)
{
	struct quantity quantity = counted_quantity(&v->bars.tv.what, kind);

	quantity_text(&quantity, number, out);
}

/* "35 values, 1 to 4" */
static void add_range(const struct view_chart *v, const struct numeric_stats *stats,
		      struct buf *out)
{
	text_add_plural(stats->n, "value", out);
	if (!stats->n)
		return;
	buf_adds(out, ", ");
	add_number(v, QUANTITY_ONE, stats->least, out);
	buf_adds(out, " to ");
	add_number(v, QUANTITY_ONE, stats->greatest, out);
}

/* "35 values, 1 to 4, mean 2.5 s" */
static void add_stats(const struct view_chart *v, const struct numeric_stats *stats,
		      struct buf *out)
{
	struct quantity one = counted_quantity(&v->bars.tv.what, QUANTITY_ONE);

	add_range(v, stats, out);
	if (!stats->n)
		return;
	buf_adds(out, ", mean ");
	add_number(v, QUANTITY_MEAN, numeric_stats_mean(stats), out);
	quantity_add_unit(&one, out);
}

/* ---- actions ---- */

static const time_view_handler handlers[ACTION_COUNT] = {
	BAR_VIEW_HANDLERS,
	[ACTION_HOTTEST] = time_view_highest,
};

bool view_chart_knows(enum action action)
{
	return handlers[action];
}

/* ---- drawing ---- */

/*
 * The scale begins at 0, unless all numbers are far from it, or it is logarithmic. A single number
 * is a line at its distance from 0.
 */
static struct scale scale_of(const struct view_chart *v, const struct numeric_stats *all)
{
	struct scale scale = { all->least, all->greatest, v->bars.logarithmic,
			       counted_is_ns(&v->bars.tv.what) };

	if (!scale.logarithmic && scale.least >= 0 && scale.least <= scale.greatest / 2)
		scale.least = 0;
	if (!scale.logarithmic && scale.least == scale.greatest)
		*(scale.least > 0 ? &scale.least : &scale.greatest) = 0;
	return scale;
}

/*
 * The part of a row between two heights, in eighths from its bottom: the first, and the one after
 * the last.
 */
static int part_of_row(int row, int low, int high, int *first)
{
	int bottom = row * SCALE_EIGHTHS, top = bottom + SCALE_EIGHTHS;
	int from = low > bottom ? low : bottom, to = high + 1 < top ? high + 1 : top;

	*first = from - bottom;
	return to - from;
}

/* The height of the mean, in dots of a line. */
static int mean_height(const struct scale *scale, int rows, const struct numeric_stats *stats)
{
	return scale_height(scale, rows, int128_whole(numeric_stats_mean(stats))) * DOTLINE_UP /
	       SCALE_EIGHTHS;
}

/*
 * Draw the row of a band, filled with so many eighths from the first on. At its upper edge it is
 * drawn in eighths; at its lower edge only half or nothing, because there are no other characters.
 */
static void draw_band(const struct surface *s, int row, int col, int first, int eighths)
{
	if (!grid_has_halves(s->grid))
		surface_repeat(s, row, col, 1, STYLE_BAND, s->grid->ascii ? ':' : 0x2591);
	else if (!first && eighths < SCALE_EIGHTHS)
		surface_repeat(s, row, col, 1, STYLE_BAND, 0x2580 + (uint32_t)eighths);
	else if (eighths > SCALE_EIGHTHS * 3 / 4)
		surface_repeat(s, row, col, 1, STYLE_BAND, 0x2588);
	else if (eighths > SCALE_EIGHTHS / 4)
		surface_repeat(s, row, col, 1, STYLE_BAND, 0x2580);
}

/*
 * The heights of the mean in dots, two for each column. A half of a column without values has the
 * mean of the whole column.
 */
static int *mean_heights(const struct view_chart *v, const struct scale *scale, int rows)
{
	int cols = v->bars.cols * DOTLINE_ACROSS;
	int *heights = mem_alloc((size_t)cols * sizeof(*heights));

	for (int i = 0; i < cols; i++) {
		struct numeric_stats stats;

		stats_of(v, i, cols, &stats);
		if (!stats.n)
			stats_of(v, i / DOTLINE_ACROSS, v->bars.cols, &stats);
		heights[i] = stats.n ? mean_height(scale, rows, &stats) : DOTLINE_NONE;
	}
	return heights;
}

static void draw_line(const struct surface *s, int row, int col, bool chosen, bool on_band,
		      uint32_t dots)
{
	surface_repeat(s, row, col, 1, chosen && on_band ? STYLE_CHOSEN_LINE : STYLE_LINE,
		       s->grid->ascii ? '=' : dots);
	if (on_band && !chosen && grid_has_halves(s->grid))
		surface_on(s, row, col, 1, STYLE_BAND);
}

/* Draw a band from the least to the greatest number, with the mean as a line. */
static void draw_column(const struct view_chart *v, const struct surface *s, int col,
			const struct scale *scale, const int *means)
{
	struct numeric_stats stats;
	size_t n = (size_t)v->bars.cols * DOTLINE_ACROSS;
	int high, low, mean, from, to;
	bool chosen;

	stats_of(v, col, v->bars.cols, &stats);
	if (!stats.n)
		return;
	time_view_chosen(&v->bars.tv, &from, &to);
	chosen = col >= from && col <= to;
	high = scale_height(scale, s->rows, stats.greatest);
	low = scale_height(scale, s->rows, stats.least);
	mean = mean_height(scale, s->rows, &stats) / DOTLINE_UP;
	for (int up = 0; up < s->rows; up++) {
		int row = s->rows - 1 - up, first, eighths = part_of_row(up, low, high, &first);
		uint32_t dots = s->grid->ascii ? up == mean : dotline_at(means, n, (size_t)col, up);

		if (dots)
			draw_line(s, row, col, chosen, eighths > SCALE_EIGHTHS / 2, dots);
		else if (eighths > 0)
			draw_band(s, row, col, first, eighths);
	}
}

static void draw_status(const struct view_chart *v, const struct surface *s,
			const struct numeric_stats *all)
{
	const struct time_view *tv = &v->bars.tv;
	struct buf title = BUF_INIT, position = BUF_INIT;

	text_escape_str(&title, tv->what.field);
	counted_add_event(&tv->what, &title);
	buf_adds(&title, " over time");
	if (s->cols >= RANGE_COLS)
		add_range(v, all, &position);
	else
		text_add_plural(all->n, "value", &position);
	time_view_draw_status(tv, s, &title, position.p);
	buf_release(&title);
	buf_release(&position);
}

/* Append the time of the chosen columns, and their numbers. */
static void chosen_text(const struct view_chart *v, struct buf *out)
{
	struct time_range range = bar_view_chosen(&v->bars.tv);
	struct numeric_stats stats;
	size_t first, end;

	bar_view_chosen_buckets(&v->bars, &first, &end);
	histogram_stats(v->bars.tv.counts, first, end, &stats);
	if (v->bars.tv.mark == NO_MARK)
		session_time_add(v->bars.tv.view.app->session, range.lo, out);
	else
		time_range_add(v->bars.tv.view.app, &range, out);
	buf_adds(out, ": ");
	add_stats(v, &stats, out);
}

static void chart_draw(struct view *view, const struct surface *s, struct term_cursor *cursor)
{
	struct view_chart *v = self(view);
	struct time_view *tv = &v->bars.tv;
	struct buf text = BUF_INIT;
	struct surface bars;
	struct scale scale;
	struct numeric_stats all;
	int *means;

	if (time_view_draw_empty(tv, s))
		return;
	stats_of_all(v, &all);
	scale = scale_of(v, &all);
	bars = bar_view_draw_scale(&v->bars, s, 2, s->rows - 3, &scale);
	bar_view_rescale(&v->bars, bar_view_most(&v->bars, bars.cols > 0 ? bars.cols : 1));
	draw_status(v, s, &all);
	chosen_text(v, &text);
	/* A flat line is seldom what the user wants to see. */
	if (all.n > 1 && all.least == all.greatest)
		buf_adds(&text, PARTS_MORE "; constant" PARTS_HINT " (others: :chart FIELD)");
	else
		buf_adds(&text, PARTS_HINT "; area: least to greatest, line: mean");
	parts_draw(s, 1, 1, s->cols - 1, STYLE_NORMAL, text.p);
	means = mean_heights(v, &scale, bars.rows);
	for (int i = 0; i < v->bars.cols; i++)
		draw_column(v, &bars, i, &scale, means);
	free(means);
	bar_view_draw_chosen(&v->bars, &bars);
	if (s->rows > 3)
		time_view_draw_axis(tv, s, s->rows - 1, v->bars.left, v->bars.cols, true);
	*cursor = (struct term_cursor){ bars.row + bars.rows - 1, bars.col + tv->cursor, false };
	buf_release(&text);
}

static bool chart_point(struct view *view, int row, int col, bool select)
{
	struct view_chart *v = self(view);

	return row >= 2 && bar_view_point(&v->bars, col, select);
}

/* Append a line for each of several parts of the time, with its first time. */
static void chart_text(struct view *view, struct buf *out)
{
	struct view_chart *v = self(view);
	int n;

	if (time_view_text_empty(&v->bars.tv, out))
		return;
	n = bar_view_most(&v->bars, BAR_VIEW_TEXT_COLS);
	for (int i = 0; i < n; i++) {
		struct numeric_stats stats;

		stats_of(v, i, n, &stats);
		session_time_add(view->app->session,
				 histogram_time(v->bars.tv.counts, bar_view_bucket(&v->bars, i, n)),
				 out);
		buf_adds(out, ": ");
		add_stats(v, &stats, out);
		buf_addc(out, '\n');
	}
}

/* clang-format off */
const struct view_words view_chart_words[] = {
	BAR_VIEW_WORDS,
	{ ACTION_HOTTEST, "highest", "go to the largest value; again: to the next lower one" },
	{ ACTION_NONE, NULL, NULL },
};
/* clang-format on */

/* clang-format off */
const struct number view_chart_numbers[] = {
	{ "values", "records", "that have the field, in the time of one column", NUMBER_TOTALS },
	{ "least", "s, ns or none", "the least value of the field in that time", NUMBER_TOTALS },
	{ "greatest", "s, ns or none", "the greatest value of the field in that time", NUMBER_TOTALS },
	{ "mean", "s, ns or none", "mean of the field", NUMBER_TOTALS },
	{ NULL, NULL, NULL, NUMBER_NONE },
};
/* clang-format on */

static const struct view_ops ops = {
	.name = "the chart",
	.words = view_chart_words,
	.draw = chart_draw,
	.point = chart_point,
	.text = chart_text,
	TIME_VIEW_VIEW_OPS,
};

static const struct time_view_ops time_ops = {
	.handlers = handlers,
	.start = count_stats,
	.amount = greatest_value,
	BAR_VIEW_TIME_VIEW_OPS,
};

/* ---- opening it ---- */

/* Has the field numbers that mean an amount? The place in the file says nothing over time. */
static bool is_charted(const char *name)
{
	struct field field;
	bool ok = field_find(&field, name, strlen(name));

	if (!ok)
		return false;
	ok = field.id != F_ordinal && !field_has_names(field_info(field.id)) &&
	     !measure_check(&field, NULL);
	field_release(&field);
	return ok;
}

static void usual_field(struct app *app, struct buf *out)
{
	if (!records_field_name(app, out) || !is_charted(out->p)) {
		buf_reset(out);
		buf_adds(out, field_id_name(F_period));
	}
}

int chart_open(struct app *app, const char *arg, struct err *err)
{
	struct buf whole = BUF_INIT;
	size_t before;
	int rc;

	if (!*arg || !strncmp(arg, "where ", 6)) {
		usual_field(app, &whole);
		buf_addc(&whole, ' ');
	}
	before = whole.len;
	buf_adds(&whole, arg);
	rc = time_view_open(app, whole.p, sizeof(struct view_chart), &ops, &time_ops, err);
	if (rc < 0 && err->offset != ERR_NO_OFFSET)
		err->offset -= err->offset < before ? err->offset : before;
	buf_release(&whole);
	return rc;
}
