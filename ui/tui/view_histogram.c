/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/view_histogram.h"

#include "tui/timeview.h"
#include "wire/names.h"

enum {
	TEXT_COLS = 60 /* lines of the whole as text, and the longest bar in them */
};

struct view_histogram {
	struct timeview tv; /* its cursor and mark are bars */
	int cols;	    /* bars on the screen, > 0 */
};

static struct view_histogram *self(struct view *view)
{
	return (struct view_histogram *)view;
}

/* ---- bars ---- */

/* The buckets of bar i of cols: first, and the first behind them. */
static size_t first_bucket(const struct view_histogram *v, int i, int cols)
{
	return histogram_buckets(v->tv.counts) * (size_t)i / (size_t)cols;
}

static uint64_t bar_value(const struct view_histogram *v, int i, int cols)
{
	return histogram_value(v->tv.counts, first_bucket(v, i, cols),
			       first_bucket(v, i + 1, cols));
}

static struct stretch bar_stretch(const struct view_histogram *v, int from, int to)
{
	return (struct stretch){
		histogram_time(v->tv.counts, first_bucket(v, from, v->cols)),
		histogram_time(v->tv.counts, first_bucket(v, to + 1, v->cols)) - 1,
	};
}

static int most_bars(const struct view_histogram *v, int cols)
{
	size_t n = histogram_buckets(v->tv.counts);

	return (size_t)cols < n ? cols : (int)n;
}

static uint64_t highest_bar(const struct view_histogram *v, int cols)
{
	uint64_t most = 0;

	for (int i = 0; i < cols; i++) {
		uint64_t n = bar_value(v, i, cols);

		most = n > most ? n : most;
	}
	return most;
}

/* ---- what is counted ---- */

static void count_bars(struct timeview *tv)
{
	struct view_histogram *v = (struct view_histogram *)tv;

	tv->counts = stretch_count(tv->view.app, &tv->what, timeview_shown(tv), HISTOGRAM_BUCKETS);
	/* Keys can come before it is drawn. */
	v->cols = most_bars(v, v->cols ? v->cols : TEXT_COLS);
}

static uint64_t cursor_time(const struct timeview *tv)
{
	const struct view_histogram *v = (const struct view_histogram *)tv;

	return bar_stretch(v, tv->cursor, tv->cursor).lo;
}

static void go_to_time(struct timeview *tv, uint64_t time)
{
	struct view_histogram *v = (struct view_histogram *)tv;

	while (tv->cursor + 1 < v->cols && bar_stretch(v, tv->cursor, tv->cursor).hi < time)
		tv->cursor++;
}

static struct stretch bars_chosen(const struct timeview *tv)
{
	int from, to;

	timeview_chosen(tv, &from, &to);
	return bar_stretch((const struct view_histogram *)tv, from, to);
}

static bool bars_inside(const struct timeview *tv, struct stretch *inner)
{
	*inner = bars_chosen(tv);
	return inner->lo < inner->hi;
}

/* ---- actions ---- */

static void move_by(struct timeview *tv, int64_t by)
{
	int last = ((struct view_histogram *)tv)->cols - 1;
	int64_t at = tv->cursor + by;

	tv->cursor = at < 0 ? 0 : at > last ? last : (int)at;
}

static void bars_right(struct timeview *tv, const struct action_call *call)
{
	move_by(tv, timeview_steps(call, true));
}

static void bars_left(struct timeview *tv, const struct action_call *call)
{
	move_by(tv, timeview_steps(call, false));
}

static void bars_page(struct timeview *tv, const struct action_call *call)
{
	move_by(tv, call->action == ACTION_PAGE_DOWN ? 10 : -10);
}

static void bars_end(struct timeview *tv, const struct action_call *call)
{
	move_by(tv, call->action == ACTION_LAST ? INT32_MAX : -INT32_MAX);
}

static const timeview_handler handlers[ACTION_COUNT] = {
	TIMEVIEW_HANDLERS,
	[ACTION_RIGHT] = bars_right,
	[ACTION_DOWN] = bars_right,
	[ACTION_LEFT] = bars_left,
	[ACTION_UP] = bars_left,
	[ACTION_PAGE_UP] = bars_page,
	[ACTION_PAGE_DOWN] = bars_page,
	[ACTION_FIRST] = bars_end,
	[ACTION_LAST] = bars_end,
};

bool view_histogram_knows(enum action action)
{
	return handlers[action];
}

/* ---- drawing ---- */

static void draw_bar(const struct view_histogram *v, const struct surface *s, int col,
		     uint64_t value, uint64_t most)
{
	/* Eighths of a cell; without block characters there are four steps. */
	static const char steps[] = " ..::||##";
	unsigned eighths = 0;

	/* They are still being counted. */
	most = value > most ? value : most;
	if (value)
		eighths = (unsigned)((unsigned __int128)value * (unsigned)s->rows * 8 / most);
	if (value && !eighths)
		eighths = 1;
	for (int row = s->rows - 1; row >= 0 && eighths; row--) {
		unsigned part = eighths < 8 ? eighths : 8;
		uint32_t block = v->tv.view.app->opt->ascii ? (unsigned char)steps[part]
							    : 0x2580 + part;

		surface_repeat(s, row, col, 1, STYLE_LABEL, block);
		eighths -= part;
	}
}

static void draw_status(const struct view_histogram *v, const struct surface *s, uint64_t most)
{
	struct buf title = BUF_INIT, position = BUF_INIT;

	if (!stretch_sum_name(&v->tv.what, &title))
		buf_adds(&title, "records");
	buf_adds(&title, " over time");
	buf_adds(&position, "highest ");
	weighing_text(&v->tv.what, most, &position);
	timeview_draw_status(&v->tv, s, &title, position.p);
	buf_release(&title);
	buf_release(&position);
}

static void chosen_text(const struct view_histogram *v, struct buf *out)
{
	struct stretch stretch = bars_chosen(&v->tv);
	size_t first, end;
	int from, to;

	timeview_chosen(&v->tv, &from, &to);
	first = first_bucket(v, from, v->cols);
	end = first_bucket(v, to + 1, v->cols);
	stretch_text(&v->tv.what, &stretch, histogram_rows(v->tv.counts, first, end),
		     histogram_value(v->tv.counts, first, end), out);
}

static void histogram_draw(struct view *view, const struct surface *s, struct term_cursor *cursor)
{
	struct view_histogram *v = self(view);
	struct surface bars = surface_sub(s, 2, 0, s->rows - 3, s->cols);
	struct buf text = BUF_INIT;
	int from, to, cols;
	uint64_t most;

	if (timeview_draw_empty(&v->tv, s))
		return;
	cols = most_bars(v, s->cols > 0 ? s->cols : 1);
	timeview_rescale(&v->tv, v->cols, cols);
	v->cols = cols;
	most = highest_bar(v, cols);
	draw_status(v, s, most);
	chosen_text(v, &text);
	surface_put_left(s, 1, 1, s->cols - 1, STYLE_NORMAL, text.p);
	for (int i = 0; i < cols; i++)
		draw_bar(v, &bars, i, bar_value(v, i, cols), most);
	timeview_chosen(&v->tv, &from, &to);
	for (int row = 0; row < bars.rows; row++)
		surface_restyle(&bars, row, from, to - from + 1, STYLE_SELECTED);
	if (s->rows > 3)
		timeview_draw_axis(&v->tv, s, s->rows - 1, 0, s->cols);
	*cursor = (struct term_cursor){ bars.row + bars.rows - 1, bars.col + v->tv.cursor, false };
	buf_release(&text);
}

static bool histogram_point(struct view *view, int row, int col, bool select)
{
	struct view_histogram *v = self(view);

	if (row < 2 || col >= v->cols)
		return false;
	if (select)
		v->tv.cursor = col;
	return true;
}

/* A line for each of some stretches, with its first time. */
static void histogram_text(struct view *view, struct buf *out)
{
	struct view_histogram *v = self(view);
	uint64_t most;
	int n;

	if (timeview_text_empty(&v->tv, out))
		return;
	n = most_bars(v, TEXT_COLS);
	most = highest_bar(v, n);
	for (int i = 0; i < n; i++) {
		uint64_t value = bar_value(v, i, n);
		struct buf number = BUF_INIT;

		weighing_text(&v->tv.what, value, &number);
		word_text(out, W_time, histogram_time(v->tv.counts, first_bucket(v, i, n)));
		buf_addf(out, " %*s ", v->tv.what.weighed ? 20 : 10, number.p);
		buf_fill(out, '#', most ? (size_t)((double)value * TEXT_COLS / (double)most) : 0);
		buf_addc(out, '\n');
		buf_release(&number);
	}
}

/* clang-format off */
static const struct view_words words[] = {
	{ ACTION_OPEN, "records", "the records of the stretch" },
	{ ACTION_FLAG, "other end", "set the other end of a stretch here; again: no stretch" },
	{ ACTION_MAXIMISE, "zoom in", "into the stretch" },
	{ ACTION_ZOOM_OUT, "zoom out", "the time around what is shown" },
	{ ACTION_RIGHT, "later", "later" },
	{ ACTION_LEFT, "earlier", "earlier" },
	{ ACTION_NONE, NULL, NULL },
};
/* clang-format on */

static const struct view_ops ops = {
	.name = "the histogram",
	.words = words,
	.act = timeview_act,
	.knows = timeview_knows,
	.hints = timeview_hints,
	.draw = histogram_draw,
	.point = histogram_point,
	.text = histogram_text,
	.wake = timeview_wake,
	.busy = timeview_busy,
	.cancel = timeview_stop,
	.close = timeview_close,
};

static const struct timeview_ops how = {
	.handlers = handlers,
	.start = count_bars,
	.progress = timeview_histogram_progress,
	.cancel = timeview_histogram_cancel,
	.end = timeview_histogram_end,
	.time = cursor_time,
	.go = go_to_time,
	.chosen = bars_chosen,
	.inside = bars_inside,
};

int histogram_open(struct app *app, const char *arg, struct err *err)
{
	return timeview_open(app, arg, sizeof(struct view_histogram), &ops, &how, err);
}
