/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/histogram.h"

#include "base/text.h"
#include "session/session_time.h"
#include "shell/app.h"
#include "views/bar_view.h"
#include "views/views.h"
#include "widgets/event_style.h"
#include "widgets/parts.h"
#include "widgets/stackedbar.h"

enum {
	TOP = 2,	 /* rows above the bars, without the legend */
	LEGEND_ROWS = 8, /* least rows of a screen that has the legend */
	MORE_COLS = 9	 /* columns for "  99 more" */
};

static uint64_t bar_value(const struct bar_view *v, int i, int cols)
{
	return histogram_value(v->tv.counts, bar_view_bucket(v, i, cols),
			       bar_view_bucket(v, i + 1, cols));
}

static uint64_t highest_bar(const struct bar_view *v, int cols)
{
	uint64_t most = 0;

	for (int i = 0; i < cols; i++) {
		uint64_t n = bar_value(v, i, cols);

		most = n > most ? n : most;
	}
	return most;
}

static int128 bar_amount(const struct time_view *tv, int place, int *next)
{
	const struct bar_view *v = bar_view_of(&tv->view);

	*next = bar_view_next(v, place);
	return bar_value(v, place, v->cols);
}

static void count_bars(struct time_view *tv)
{
	bar_view_count(tv, TIME_RANGE_EVENTS);
}

static const time_view_handler handlers[ACTION_COUNT] = {
	BAR_VIEW_HANDLERS,
	[ACTION_HOTTEST] = time_view_highest,
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

/* The parts of bars: one for each event, in its colour, and the other records on top. */
struct bar_parts {
	struct stackedbar_part list[HISTOGRAM_EVENTS + 1];
	size_t n; /* 1: the bars have no parts */
};

/* Bars that count different events are divided. */
static void choose_parts(const struct bar_view *v, struct bar_parts *parts)
{
	const struct shown_events *choices = histogram_choices(v->tv.counts);
	enum style style = counted_style(&v->tv.what);
	size_t events = histogram_events(v->tv.counts);

	parts->n = 1;
	parts->list[0].style = style == STYLE_NORMAL ? STYLE_BAR : style;
	if (v->tv.what.by_event || style != STYLE_NORMAL || events < 2)
		return;
	parts->n = events + 1;
	for (size_t i = 0; i < events; i++)
		parts->list[i].style = event_style_of_choice(v->tv.view.app->rec, choices, i);
	parts->list[events].style = STYLE_CODE_UNKNOWN; /* grey */
}

static void count_parts(const struct bar_view *v, struct bar_parts *parts, size_t first, size_t end)
{
	for (size_t i = 0; i < parts->n && parts->n > 1; i++)
		parts->list[i].value = histogram_event_value(v->tv.counts, i, first, end);
}

/* Return the first row of the bars: below the legend, if there is room for one. */
static int top_of(const struct bar_parts *parts, const struct surface *s)
{
	return parts->n > 1 && s->rows >= LEGEND_ROWS ? TOP + 1 : TOP;
}

static void draw_bars(const struct bar_view *v, const struct surface *s, const struct scale *scale,
		      struct bar_parts *parts)
{
	static const struct stackedbar_part chosen = { 1, STYLE_CHOSEN };
	int from, to;

	time_view_chosen(&v->tv, &from, &to);
	for (int i = 0; i < v->cols; i++) {
		unsigned eighths = bar_eighths(scale, s->rows, bar_value(v, i, v->cols));

		count_parts(v, parts, bar_view_bucket(v, i, v->cols),
			    bar_view_bucket(v, i + 1, v->cols));
		if (i >= from && i <= to)
			stackedbar_draw(s, i, eighths, &chosen, 1);
		else
			stackedbar_draw(s, i, eighths, parts->list, parts->n);
	}
	bar_view_draw_chosen(v, s);
}

/* The part with the largest value; SIZE_MAX: all are 0. left: how many are not. */
static size_t largest_part(const struct bar_parts *parts, size_t *left)
{
	size_t most = SIZE_MAX;

	*left = 0;
	for (size_t i = 0; i < parts->n; i++) {
		*left += parts->list[i].value > 0;
		if (parts->list[i].value &&
		    (most == SIZE_MAX || parts->list[i].value > parts->list[most].value))
			most = i;
	}
	return most;
}

/*
 * Draw the number of each event in the chosen time, the largest number first, and how many other
 * events have no room.
 */
static void draw_legend(const struct bar_view *v, const struct surface *s, int row,
			struct bar_parts *parts)
{
	const struct shown_events *choices = histogram_choices(v->tv.counts);
	struct buf text = BUF_INIT;
	size_t first, end, most, left;
	int col = 1, cols;

	bar_view_chosen_buckets(v, &first, &end);
	count_parts(v, parts, first, end);
	while ((most = largest_part(parts, &left)) != SIZE_MAX) {
		buf_reset(&text);
		if (most + 1 < parts->n)
			text_escape_str(&text, choices->names.v[most]);
		else
			buf_adds(&text, "other records");
		buf_addc(&text, ' ');
		counted_text(&v->tv.what, parts->list[most].value, &text);
		cols = (int)text_columns(text.p, text.len);
		if (col > 1 && col + cols + (left > 1 ? MORE_COLS : 0) > s->cols) {
			buf_reset(&text);
			buf_addf(&text, "%zu more", left);
			surface_put_left(s, row, col, s->cols - col, STYLE_DIM, text.p);
			break;
		}
		surface_put_left(s, row, col, s->cols - col, parts->list[most].style, text.p);
		col += cols + 2;
		parts->list[most].value = 0;
	}
	buf_release(&text);
}

static void draw_status(const struct bar_view *v, const struct surface *s, uint64_t most)
{
	struct buf title = BUF_INIT, position = BUF_INIT;

	if (!time_range_sum_name(&v->tv.what, &title))
		buf_adds(&title, "records");
	counted_add_event(&v->tv.what, &title);
	buf_adds(&title, " over time");
	buf_adds(&position, "highest ");
	counted_text(&v->tv.what, most, &position);
	time_view_draw_status(&v->tv, s, &title, position.p);
	buf_release(&title);
	buf_release(&position);
}

static void chosen_text(const struct bar_view *v, struct buf *out)
{
	struct time_range range = bar_view_chosen(&v->tv);
	size_t first, end;

	bar_view_chosen_buckets(v, &first, &end);
	time_range_text(v->tv.view.app, &v->tv.what, &range,
			histogram_rows(v->tv.counts, first, end),
			histogram_value(v->tv.counts, first, end), out);
}

static void histogram_draw(struct view *view, const struct surface *s, struct term_cursor *cursor)
{
	struct bar_view *v = bar_view_of(view);
	struct scale scale = { .logarithmic = v->logarithmic, .time = counted_is_ns(&v->tv.what) };
	struct surface bars;
	struct buf text = BUF_INIT;
	struct bar_parts parts;
	int cols, top;

	if (time_view_draw_empty(&v->tv, s))
		return;
	choose_parts(v, &parts);
	top = top_of(&parts, s);
	/* The numbers on the left take columns, on which the highest bar depends. */
	cols = bar_view_most(v, s->cols > v->left ? s->cols - v->left : 1);
	scale.greatest = highest_bar(v, cols);
	bars = bar_view_draw_scale(v, s, top, s->rows - top - 1, &scale);
	cols = bar_view_most(v, bars.cols > 0 ? bars.cols : 1);
	bar_view_rescale(v, cols);
	scale.greatest = highest_bar(v, cols);
	draw_status(v, s, (uint64_t)scale.greatest);
	chosen_text(v, &text);
	parts_draw(s, 1, 1, s->cols - 1, STYLE_NORMAL, text.p);
	draw_bars(v, &bars, &scale, &parts);
	if (top > TOP)
		draw_legend(v, s, TOP, &parts);
	if (s->rows > 3)
		time_view_draw_axis(&v->tv, s, s->rows - 1, v->left, cols, true);
	*cursor = (struct term_cursor){ bars.row + bars.rows - 1, bars.col + v->tv.cursor, false };
	buf_release(&text);
}

static bool histogram_point(struct view *view, int row, int col, bool select)
{
	return row >= TOP && bar_view_point(bar_view_of(view), col, select);
}

/* Append a line for each of several parts of the time, with its first time. */
static void histogram_text(struct view *view, struct buf *out)
{
	struct bar_view *v = bar_view_of(view);
	uint64_t most;
	int n;

	if (time_view_text_empty(&v->tv, out))
		return;
	n = bar_view_most(v, BAR_VIEW_TEXT_COLS);
	most = highest_bar(v, n);
	for (int i = 0; i < n; i++) {
		uint64_t value = bar_value(v, i, n);
		struct buf number = BUF_INIT;

		counted_text(&v->tv.what, value, &number);
		session_time_add(view->app->session,
				 histogram_time(v->tv.counts, bar_view_bucket(v, i, n)), out);
		buf_addf(out, " %*s ", v->tv.what.weighed ? 20 : 10, number.p);
		buf_fill(out, '#',
			 most ? (size_t)((double)value * BAR_VIEW_TEXT_COLS / (double)most) : 0);
		buf_addc(out, '\n');
		buf_release(&number);
	}
}

/* clang-format off */
const struct view_words view_histogram_words[] = {
	BAR_VIEW_WORDS,
	{ ACTION_EVENT_ALL, "all records", "count all records again; in a sum: the samples of all events" },
	{ ACTION_HOTTEST, "highest", "go to the highest bar; again: to the next lower one" },
	{ ACTION_NONE, NULL, NULL },
};

const struct number view_histogram_numbers[] = {
	{ "records", "records", "in the time of a bar", NUMBER_FILTER },
	{ "sum(FIELD)", "s, ns or none", "sum of the field in the time of a bar", NUMBER_TOTALS },
	{ "EVENT n", "as the bars", "of the event EVENT in the chosen range", NUMBER_TOTALS },
	{ "highest", "as the bars", "the highest bar", NUMBER_TOTALS },
	{ NULL, NULL, NULL, NUMBER_NONE },
};
/* clang-format on */

static const struct view_ops ops = {
	.name = "the histogram",
	.words = view_histogram_words,
	.draw = histogram_draw,
	.point = histogram_point,
	.text = histogram_text,
	TIME_VIEW_VIEW_OPS,
};

static const struct time_view_ops time_ops = {
	.handlers = handlers,
	.start = count_bars,
	.amount = bar_amount,
	.event = true,
	BAR_VIEW_TIME_VIEW_OPS,
};

int histogram_open(struct app *app, const char *arg, struct err *err)
{
	return time_view_open(app, arg, sizeof(struct bar_view), &ops, &time_ops, err);
}
