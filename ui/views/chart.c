/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/chart.h"

#include <string.h>

#include "analysis/measure.h"
#include "analysis/quantity.h"
#include "base/text.h"
#include "records/filter.h"
#include "session/session_time.h"
#include "views/bar_view.h"
#include "views/chart_band.h"
#include "views/views.h"
#include "widgets/parts.h"
#include "wire/names.h"

enum {
	RANGE_COLS = 100 /* columns in which the least and the greatest value fit */
};

static void count_stats(struct time_view *tv)
{
	bar_view_count(tv, TIME_RANGE_STATS);
}

/* ---- numbers ---- */

/* Columns without values come last. */
static int128 greatest_value(const struct time_view *tv, int place, int *next)
{
	const struct bar_view *v = bar_view_of(&tv->view);
	struct numeric_stats stats;

	*next = bar_view_next(v, place);
	bar_view_stats(v, place, v->cols, &stats);
	return stats.n ? stats.greatest : (int128)INT64_MIN - 1;
}

static void add_number(const struct bar_view *v, enum quantity_kind kind, int128 number,
		       struct buf *out)
{
	struct quantity quantity = counted_quantity(&v->tv.what, kind);

	quantity_text(&quantity, number, out);
}

/* "35 values, 1 to 4" */
static void add_range(const struct bar_view *v, const struct numeric_stats *stats, struct buf *out)
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
static void add_stats(const struct bar_view *v, const struct numeric_stats *stats, struct buf *out)
{
	struct quantity one = counted_quantity(&v->tv.what, QUANTITY_ONE);

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
static struct scale scale_of(const struct bar_view *v, const struct numeric_stats *all)
{
	struct scale scale = { all->least, all->greatest, v->logarithmic,
			       counted_is_ns(&v->tv.what) };

	if (!scale.logarithmic && scale.least >= 0 && scale.least <= scale.greatest / 2)
		scale.least = 0;
	if (!scale.logarithmic && scale.least == scale.greatest)
		*(scale.least > 0 ? &scale.least : &scale.greatest) = 0;
	return scale;
}

static void draw_status(const struct bar_view *v, const struct surface *s,
			const struct numeric_stats *all)
{
	const struct time_view *tv = &v->tv;
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
static void chosen_text(const struct bar_view *v, struct buf *out)
{
	struct time_range range = bar_view_chosen(&v->tv);
	struct numeric_stats stats;
	size_t first, end;

	bar_view_chosen_buckets(v, &first, &end);
	histogram_stats(v->tv.counts, first, end, &stats);
	if (v->tv.mark == NO_MARK)
		session_time_add(v->tv.view.app->session, range.lo, out);
	else
		time_range_add(v->tv.view.app, &range, out);
	buf_adds(out, ": ");
	add_stats(v, &stats, out);
}

static void chart_draw(struct view *view, const struct surface *s, struct term_cursor *cursor)
{
	struct bar_view *v = bar_view_of(view);
	struct time_view *tv = &v->tv;
	struct buf text = BUF_INIT;
	struct surface bars;
	struct scale scale;
	struct numeric_stats all;

	if (time_view_draw_empty(tv, s))
		return;
	bar_view_stats(v, 0, 1, &all);
	scale = scale_of(v, &all);
	bars = bar_view_draw_scale(v, s, 2, s->rows - 3, &scale);
	bar_view_rescale(v, bar_view_most(v, bars.cols > 0 ? bars.cols : 1));
	draw_status(v, s, &all);
	chosen_text(v, &text);
	/* A flat line is seldom what the user wants to see. */
	if (all.n > 1 && all.least == all.greatest)
		buf_adds(&text, PARTS_MORE "; constant" PARTS_HINT " (others: :chart FIELD)");
	else
		buf_adds(&text, PARTS_HINT "; area: least to greatest, line: mean");
	parts_draw(s, 1, 1, s->cols - 1, STYLE_NORMAL, text.p);
	chart_band_draw(v, &bars, &scale);
	bar_view_draw_chosen(v, &bars);
	if (s->rows > 3)
		time_view_draw_axis(tv, s, s->rows - 1, v->left, v->cols, true);
	*cursor = (struct term_cursor){ bars.row + bars.rows - 1, bars.col + tv->cursor, false };
	buf_release(&text);
}

static bool chart_point(struct view *view, int row, int col, bool select)
{
	struct bar_view *v = bar_view_of(view);

	return row >= 2 && bar_view_point(v, col, select);
}

/* Append a line for each of several parts of the time, with its first time. */
static void chart_text(struct view *view, struct buf *out)
{
	struct bar_view *v = bar_view_of(view);
	int n;

	if (time_view_text_empty(&v->tv, out))
		return;
	n = bar_view_most(v, BAR_VIEW_TEXT_COLS);
	for (int i = 0; i < n; i++) {
		struct numeric_stats stats;

		bar_view_stats(v, i, n, &stats);
		session_time_add(view->app->session,
				 histogram_time(v->tv.counts, bar_view_bucket(v, i, n)), out);
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

/* ---- opening ---- */

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

/* The field under the cursor if it can be charted, else the period. */
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
	rc = time_view_open(app, whole.p, sizeof(struct bar_view), &ops, &time_ops, err);
	if (rc < 0 && err->offset != ERR_NO_OFFSET)
		err->offset -= err->offset < before ? err->offset : before;
	buf_release(&whole);
	return rc;
}
