/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/histogram.h"

#include "session/session_time.h"
#include "shell/app.h"
#include "views/barview.h"
#include "views/views.h"

static struct barview *self(struct view *view)
{
	return (struct barview *)view;
}

static uint64_t bar_value(const struct barview *v, int i, int cols)
{
	return histogram_value(v->tv.counts, barview_bucket(v, i, cols),
			       barview_bucket(v, i + 1, cols));
}

static uint64_t highest_bar(const struct barview *v, int cols)
{
	uint64_t most = 0;

	for (int i = 0; i < cols; i++) {
		uint64_t n = bar_value(v, i, cols);

		most = n > most ? n : most;
	}
	return most;
}

static void count_bars(struct timeview *tv)
{
	barview_count(tv, false);
}

static const timeview_handler handlers[ACTION_COUNT] = {
	BARVIEW_HANDLERS,
};

bool view_histogram_knows(enum action action)
{
	return handlers[action];
}

/* ---- drawing ---- */

/* The highest bar fills all rows. A bar above 0 is always visible. */
static unsigned bar_eighths(const struct scale *scale, int rows, uint64_t value)
{
	uint64_t most = (uint64_t)scale->greatest;
	unsigned eighths;

	if (!value || rows <= 0)
		return 0;
	if (scale->logarithmic)
		return (unsigned)scale_height(scale, rows, value) + 1;
	most = value > most ? value : most; /* the records are still being counted */
	eighths = (unsigned)((unsigned __int128)value * (unsigned)rows * SCALE_EIGHTHS / most);
	return eighths ? eighths : 1;
}

static void draw_bar(const struct surface *s, int col, enum style style, unsigned eighths)
{
	/* Eighths of a cell. Without block characters there are four steps. */
	static const char steps[] = " ..::||##";

	for (int row = s->rows - 1; row >= 0 && eighths; row--) {
		unsigned part = eighths < SCALE_EIGHTHS ? eighths : SCALE_EIGHTHS;
		uint32_t block = s->grid->ascii ? (unsigned char)steps[part] : 0x2580 + part;

		surface_repeat(s, row, col, 1, style, block);
		eighths -= part;
	}
}

static void draw_status(const struct barview *v, const struct surface *s, uint64_t most)
{
	struct buf title = BUF_INIT, position = BUF_INIT;

	if (!time_range_sum_name(&v->tv.what, &title))
		buf_adds(&title, "records");
	counted_add_event(&v->tv.what, &title);
	buf_adds(&title, " over time");
	buf_adds(&position, "highest ");
	counted_text(&v->tv.what, most, &position);
	timeview_draw_status(&v->tv, s, &title, position.p);
	buf_release(&title);
	buf_release(&position);
}

static void chosen_text(const struct barview *v, struct buf *out)
{
	struct time_range range = barview_chosen(&v->tv);
	size_t first, end;

	barview_chosen_buckets(v, &first, &end);
	time_range_text(v->tv.view.app, &v->tv.what, &range,
			histogram_rows(v->tv.counts, first, end),
			histogram_value(v->tv.counts, first, end), out);
}

static void histogram_draw(struct view *view, const struct surface *s, struct term_cursor *cursor)
{
	struct barview *v = self(view);
	struct scale scale = { .logarithmic = v->logarithmic, .time = counted_is_ns(&v->tv.what) };
	struct surface bars;
	struct buf text = BUF_INIT;
	enum style style = counted_style(&v->tv.what);
	uint64_t most;
	int cols;

	if (timeview_draw_empty(&v->tv, s))
		return;
	/*
	 * The numbers on the left take columns, and the highest bar depends on the number of
	 * columns.
	 */
	cols = barview_most(v, s->cols > v->left ? s->cols - v->left : 1);
	scale.greatest = highest_bar(v, cols);
	bars = barview_draw_scale(v, s, 2, s->rows - 3, &scale);
	cols = barview_most(v, bars.cols > 0 ? bars.cols : 1);
	barview_rescale(v, cols);
	most = highest_bar(v, cols);
	scale.greatest = most;
	style = style == STYLE_NORMAL ? STYLE_BAR : style;
	draw_status(v, s, most);
	chosen_text(v, &text);
	surface_put_left(s, 1, 1, s->cols - 1, STYLE_NORMAL, text.p);
	for (int i = 0; i < cols; i++)
		draw_bar(&bars, i, style, bar_eighths(&scale, bars.rows, bar_value(v, i, cols)));
	barview_draw_chosen(v, &bars);
	if (s->rows > 3)
		timeview_draw_axis(&v->tv, s, s->rows - 1, v->left, cols, true);
	*cursor = (struct term_cursor){ bars.row + bars.rows - 1, bars.col + v->tv.cursor, false };
	buf_release(&text);
}

static bool histogram_point(struct view *view, int row, int col, bool select)
{
	return row >= 2 && barview_point(self(view), col, select);
}

/* Append a line for each of several parts of the time, with its first time. */
static void histogram_text(struct view *view, struct buf *out)
{
	struct barview *v = self(view);
	uint64_t most;
	int n;

	if (timeview_text_empty(&v->tv, out))
		return;
	n = barview_most(v, BARVIEW_TEXT_COLS);
	most = highest_bar(v, n);
	for (int i = 0; i < n; i++) {
		uint64_t value = bar_value(v, i, n);
		struct buf number = BUF_INIT;

		counted_text(&v->tv.what, value, &number);
		session_time_add(view->app->session,
				 histogram_time(v->tv.counts, barview_bucket(v, i, n)), out);
		buf_addf(out, " %*s ", v->tv.what.weighed ? 20 : 10, number.p);
		buf_fill(out, '#',
			 most ? (size_t)((double)value * BARVIEW_TEXT_COLS / (double)most) : 0);
		buf_addc(out, '\n');
		buf_release(&number);
	}
}

static const struct view_words words[] = { BARVIEW_WORDS, { ACTION_NONE, NULL, NULL } };

/* clang-format off */
const struct number view_histogram_numbers[] = {
	{ "records", "records", "of the time of a bar", NUMBER_FILTER },
	{ "sum(FIELD)", "s, ns or none", "of the numbers of the field in the time of a bar", NUMBER_TOTALS },
	{ "highest", "as the bars", "the highest bar", NUMBER_TOTALS },
	{ NULL, NULL, NULL, NUMBER_NONE },
};
/* clang-format on */

static const struct view_ops ops = {
	.name = "the histogram",
	.words = words,
	.draw = histogram_draw,
	.point = histogram_point,
	.text = histogram_text,
	TIMEVIEW_VIEW_OPS,
};

static const struct timeview_ops how = {
	.handlers = handlers,
	.start = count_bars,
	BARVIEW_TIMEVIEW_OPS,
};

int histogram_open(struct app *app, const char *arg, struct err *err)
{
	return timeview_open(app, arg, sizeof(struct barview), &ops, &how, err);
}
