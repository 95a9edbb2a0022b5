/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/view_histogram.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "tui/status.h"
#include "tui/stretch.h"
#include "wire/names.h"

enum {
	ZOOMS = 16,
	NO_MARK = -1,
	TEXT_COLS = 60 /* lines of the whole as text, and the longest bar in them */
};

struct view_histogram {
	struct view view;
	struct weighing what;
	struct histogram *counts;
	struct stretch zooms[ZOOMS]; /* what is shown is the last */
	size_t n;
	bool cancelled;
	int cols; /* bars on the screen, > 0 */
	int cursor, mark;
};

static struct view_histogram *self(struct view *view)
{
	return (struct view_histogram *)view;
}

/* ---- bars ---- */

/* The buckets of bar i of cols: first, and the first behind them. */
static size_t first_bucket(const struct view_histogram *v, int i, int cols)
{
	return histogram_buckets(v->counts) * (size_t)i / (size_t)cols;
}

static uint64_t bar_value(const struct view_histogram *v, int i, int cols)
{
	return histogram_value(v->counts, first_bucket(v, i, cols), first_bucket(v, i + 1, cols));
}

static struct stretch bar_stretch(const struct view_histogram *v, int from, int to)
{
	return (struct stretch){
		histogram_time(v->counts, first_bucket(v, from, v->cols)),
		histogram_time(v->counts, first_bucket(v, to + 1, v->cols)) - 1,
	};
}

/* The bars between cursor and mark, both included. */
static void chosen(const struct view_histogram *v, int *from, int *to)
{
	int other = v->mark == NO_MARK ? v->cursor : v->mark;

	*from = v->cursor < other ? v->cursor : other;
	*to = v->cursor < other ? other : v->cursor;
}

static int most_bars(const struct view_histogram *v, int cols)
{
	size_t n = histogram_buckets(v->counts);

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

static void count_again(struct view_histogram *v)
{
	histogram_free(v->counts);
	v->counts = stretch_count(v->view.app, &v->what, &v->zooms[v->n - 1], HISTOGRAM_BUCKETS);
	v->cancelled = false;
	/* Keys can come before it is drawn. */
	v->cols = most_bars(v, v->cols ? v->cols : TEXT_COLS);
	v->cursor = 0;
	v->mark = NO_MARK;
}

/* ---- actions ---- */

typedef void (*histogram_handler)(struct view_histogram *v, const struct action_call *call);

static void move_by(struct view_histogram *v, int64_t by)
{
	int64_t at = v->cursor + by;

	v->cursor = at < 0 ? 0 : at >= v->cols ? v->cols - 1 : (int)at;
}

static void bars_right(struct view_histogram *v, const struct action_call *call)
{
	move_by(v, call->count < INT32_MAX ? (int64_t)call->count : INT32_MAX);
}

static void bars_left(struct view_histogram *v, const struct action_call *call)
{
	move_by(v, call->count < INT32_MAX ? -(int64_t)call->count : -INT32_MAX);
}

static void bars_page(struct view_histogram *v, const struct action_call *call)
{
	move_by(v, call->action == ACTION_PAGE_DOWN ? 10 : -10);
}

static void bars_end(struct view_histogram *v, const struct action_call *call)
{
	v->cursor = call->action == ACTION_LAST ? v->cols - 1 : 0;
}

static void bars_mark(struct view_histogram *v, const struct action_call *call)
{
	(void)call;
	v->mark = v->mark == NO_MARK ? v->cursor : NO_MARK;
}

static void bars_filter(struct view_histogram *v, const struct action_call *call)
{
	struct stretch stretch;
	int from, to;

	chosen(v, &from, &to);
	stretch = bar_stretch(v, from, to);
	stretch_filter(v->view.app, &v->what, &stretch, call->action);
}

static void bars_zoom(struct view_histogram *v, const struct action_call *call)
{
	int from, to;

	if (call->action == ACTION_ZOOM_OUT) {
		if (v->n == 1) {
			app_say(v->view.app, "That is all of it.");
			return;
		}
		v->n--;
	} else {
		struct stretch inner;

		chosen(v, &from, &to);
		inner = bar_stretch(v, from, to);
		if (v->n == ZOOMS || inner.lo >= inner.hi) {
			app_complain(v->view.app, "There is nothing inside of that.");
			return;
		}
		v->zooms[v->n++] = inner;
	}
	count_again(v);
}

static const histogram_handler handlers[ACTION_COUNT] = {
	[ACTION_RIGHT] = bars_right,	    [ACTION_DOWN] = bars_right,
	[ACTION_LEFT] = bars_left,	    [ACTION_UP] = bars_left,
	[ACTION_PAGE_DOWN] = bars_page,	    [ACTION_PAGE_UP] = bars_page,
	[ACTION_FIRST] = bars_end,	    [ACTION_LAST] = bars_end,
	[ACTION_FLAG] = bars_mark,	    [ACTION_OPEN] = bars_filter,
	[ACTION_FILTER_AND] = bars_filter,  [ACTION_FILTER_NOT] = bars_filter,
	[ACTION_FILTER_ONLY] = bars_filter, [ACTION_MAXIMISE] = bars_zoom,
	[ACTION_ZOOM_OUT] = bars_zoom,
};

static bool histogram_act(struct view *view, const struct action_call *call)
{
	if (!handlers[call->action])
		return false;
	handlers[call->action](self(view), call);
	return true;
}

bool view_histogram_knows(enum action action)
{
	return handlers[action];
}

static bool histogram_knows(const struct view *view, enum action action)
{
	(void)view;
	return view_histogram_knows(action);
}

static const enum action *histogram_hints(const struct view *view)
{
	static const enum action hints[] = { ACTION_OPEN, ACTION_MAXIMISE, ACTION_ZOOM_OUT,
					     ACTION_FLAG, ACTION_CLOSE,	   ACTION_HELP,
					     ACTION_NONE };

	(void)view;
	return hints;
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
		uint32_t block = v->view.app->opt->ascii ? (unsigned char)steps[part]
							 : 0x2580 + part;

		surface_repeat(s, row, col, 1, STYLE_LABEL, block);
		eighths -= part;
	}
}

static void draw_status(const struct view_histogram *v, const struct surface *s, uint64_t most)
{
	struct surface line = surface_sub(s, 0, 0, 1, s->cols);
	struct buf title = BUF_INIT, position = BUF_INIT, work = BUF_INIT;
	struct job_progress progress;

	histogram_progress(v->counts, &progress);
	if (!stretch_sum_name(&v->what, &title))
		buf_adds(&title, "records");
	buf_adds(&title, " over time");
	weighing_add_where(&v->what, &title);
	buf_addf(&position, "highest %llu", (unsigned long long)most);
	if (v->cancelled)
		buf_adds(&work, "stopped: only a part is counted");
	else if (!progress.done && progress.rows_total)
		buf_addf(&work, "counting\u2026 %d%%",
			 (int)((double)progress.rows_done * 100 / (double)progress.rows_total));
	status_draw(&line, &(struct status){ title.p, position.p, work.p });
	buf_release(&title);
	buf_release(&position);
	buf_release(&work);
}

static void chosen_text(const struct view_histogram *v, struct buf *out)
{
	struct stretch stretch;
	size_t first, end;
	int from, to;

	chosen(v, &from, &to);
	stretch = bar_stretch(v, from, to);
	first = first_bucket(v, from, v->cols);
	end = first_bucket(v, to + 1, v->cols);
	stretch_text(&v->what, &stretch, histogram_rows(v->counts, first, end),
		     histogram_value(v->counts, first, end), out);
}

static void draw_axis(const struct view_histogram *v, const struct surface *s, int row)
{
	const struct stretch *shown = &v->zooms[v->n - 1];
	struct buf text = BUF_INIT;

	word_text(&text, W_time, shown->lo);
	surface_put(s, row, 0, STYLE_DIM, text.p);
	buf_reset(&text);
	word_text(&text, W_time, shown->hi);
	if (s->cols > 2 * (int)text.len)
		surface_put(s, row, s->cols - (int)text.len, STYLE_DIM, text.p);
	buf_release(&text);
}

static void histogram_draw(struct view *view, const struct surface *s, struct term_cursor *cursor)
{
	struct view_histogram *v = self(view);
	struct surface bars = surface_sub(s, 2, 0, s->rows - 3, s->cols);
	struct buf text = BUF_INIT;
	int from, to, cols = most_bars(v, s->cols > 0 ? s->cols : 1);
	uint64_t most;

	/* The same place in another number of bars. */
	if (cols != v->cols) {
		v->cursor = (int)((int64_t)v->cursor * cols / v->cols);
		v->mark = v->mark == NO_MARK ? NO_MARK : (int)((int64_t)v->mark * cols / v->cols);
	}
	v->cols = cols;
	most = highest_bar(v, cols);
	draw_status(v, s, most);
	chosen_text(v, &text);
	surface_put_left(s, 1, 1, s->cols - 1, STYLE_NORMAL, text.p);
	for (int i = 0; i < cols; i++)
		draw_bar(v, &bars, i, bar_value(v, i, cols), most);
	chosen(v, &from, &to);
	for (int row = 0; row < bars.rows; row++)
		surface_restyle(&bars, row, from, to - from + 1, STYLE_SELECTED);
	if (s->rows > 3)
		draw_axis(v, s, s->rows - 1);
	*cursor = (struct term_cursor){ bars.row + bars.rows - 1, bars.col + v->cursor, false };
	buf_release(&text);
}

static bool histogram_point(struct view *view, int row, int col, bool select)
{
	struct view_histogram *v = self(view);

	if (row < 2 || col >= v->cols)
		return false;
	if (select)
		v->cursor = col;
	return true;
}

/* A line for each of some stretches, with its first time. */
static void histogram_text(struct view *view, struct buf *out)
{
	struct view_histogram *v = self(view);
	int n = most_bars(v, TEXT_COLS);
	uint64_t most = highest_bar(v, n);

	for (int i = 0; i < n; i++) {
		uint64_t value = bar_value(v, i, n);

		word_text(out, W_time, histogram_time(v->counts, first_bucket(v, i, n)));
		buf_addf(out, " %*llu ", v->what.weighed ? 20 : 10, (unsigned long long)value);
		buf_fill(out, '#', most ? (size_t)((double)value * TEXT_COLS / (double)most) : 0);
		buf_addc(out, '\n');
	}
}

/* ---- background work ---- */

/* The whole became longer: count again when the index is complete. */
static bool histogram_wake(struct view *view)
{
	struct view_histogram *v = self(view);
	struct stretch all;

	if (stretch_building(view->app) || !stretch_whole(view->app, &all) ||
	    (all.lo == v->zooms[0].lo && all.hi == v->zooms[0].hi))
		return false;
	v->zooms[0] = all;
	if (v->n == 1)
		count_again(v);
	return true;
}

static bool histogram_busy(const struct view *view)
{
	const struct view_histogram *v = (const struct view_histogram *)view;
	struct job_progress progress;

	histogram_progress(v->counts, &progress);
	return !v->cancelled && (stretch_building(view->app) || !progress.done);
}

static bool histogram_stop(struct view *view)
{
	if (!histogram_busy(view))
		return false;
	histogram_cancel(self(view)->counts);
	self(view)->cancelled = true;
	return true;
}

static void histogram_close(struct view *view)
{
	histogram_free(self(view)->counts);
	weighing_release(&self(view)->what);
	free(view);
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
	.act = histogram_act,
	.knows = histogram_knows,
	.hints = histogram_hints,
	.draw = histogram_draw,
	.point = histogram_point,
	.text = histogram_text,
	.wake = histogram_wake,
	.busy = histogram_busy,
	.cancel = histogram_stop,
	.close = histogram_close,
};

int histogram_open(struct app *app, const char *arg, struct err *err)
{
	struct view_histogram *v;
	struct weighing what;
	struct stretch all;
	int rc = weighing_parse(&what, app, arg, err);

	if (rc < 0)
		return rc;
	if (!stretch_whole(app, &all)) {
		weighing_release(&what);
		app_complain(app, "There are no times here, or none are read yet.");
		return 0;
	}
	v = mem_zalloc(sizeof(*v));
	v->view = (struct view){ &ops, app };
	v->what = what;
	v->zooms[v->n++] = all;
	count_again(v);
	app_push(app, &v->view);
	return 0;
}
