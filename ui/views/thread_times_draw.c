/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "base/text.h"
#include "views/thread_arrows.h"
#include "views/thread_numbers.h"
#include "views/thread_times_view.h"
#include "widgets/listnav.h"
#include "widgets/parts.h"

enum {
	ROW_LINE = 1,
	ROW_CHOSEN,
	ROW_TITLES,
	HEAD,	      /* rows above the threads and the CPUs */
	CPU_PART = 3, /* CPUs take at most this part of the rows */
	LEAST = 3,    /* rows for threads; marks and wakeups get rows only if there are more */
	FOOT = 1,
	NAME_COLS = 20 /* screen columns for names */
};

static struct view_thread_times *self(const struct view *view)
{
	return container_of(view, struct view_thread_times, tv.view);
}

/* The column where the cells begin. */
static int cells_col(const struct view_thread_times *v, int cols)
{
	return NAME_COLS + 2 + thread_numbers_width(thread_numbers_of(v->timeline), cols);
}

static void draw_status(const struct view_thread_times *v, const struct surface *s)
{
	struct buf title = BUF_INIT, position = BUF_INIT;

	buf_addf(&title, "threads over time" PARTS_LONG " %s", thread_times_source(v));
	text_add_plural(thread_timeline_threads(v->timeline), "thread", &position);
	time_view_draw_status(&v->tv, s, &title, position.p);
	buf_release(&title);
	buf_release(&position);
}

/* Choose the rows of CPUs, if they are shown. */
static void choose_cpus(struct view_thread_times *v, int rows)
{
	const struct thread_list_line *line = thread_times_line(v);
	bool is_thread = line && line->thread != THREAD_LIST_PROCESS;

	thread_cpus_choose(&v->cpus, &v->cells,
			   is_thread ? (uint32_t)line->thread : THREAD_CPUS_NOBODY,
			   v->cpus_shown ? rows / CPU_PART : 0);
}

/* The first row of the threads. */
static int head_of(const struct view_thread_times *v)
{
	return HEAD + v->mark_rows + v->wake_rows + (int)v->cpus.cpus.n;
}

static void add_thread(void *arg, uint32_t thread, struct buf *out)
{
	const struct view_thread_times *v = arg;
	struct thread_timeline_thread what;
	struct buf text = BUF_INIT;

	thread_timeline_thread(v->timeline, thread, &what);
	thread_times_add_comm(arg, what.tid, &text);
	if (text.len)
		buf_adds(out, text.p + 1);
	else
		buf_addf(out, "%d", (int)what.tid);
	buf_release(&text);
}

static void draw_cpus(struct view_thread_times *v, const struct surface *s, int left)
{
	for (size_t i = 0; i < v->cpus.cpus.n; i++) {
		int at = head_of(v) - (int)v->cpus.cpus.n + (int)i;
		struct surface row = surface_sub(s, at, 0, 1, s->cols);
		struct buf text = BUF_INIT;

		thread_cpus_name(&v->cpus, i, &text);
		surface_put_left(&row, 0, 0, NAME_COLS, STYLE_HEADER, text.p);
		buf_reset(&text);
		thread_cpus_busy(&v->cpus, i, &text);
		surface_put_right(&row, 0, NAME_COLS + 1,
				  thread_numbers_width(THREAD_NUMBERS_TIMES, 0) - 1, STYLE_NORMAL,
				  text.p);
		thread_cpus_draw(&v->cpus, i, &row, left, add_thread, v);
		buf_release(&text);
	}
}

static void choose_marks(struct view_thread_times *v)
{
	thread_marks_look(&v->marks, v->tv.view.app->session);
	v->mark_rows = v->marks.list.n > 0 && v->rows > LEAST;
	v->wake_rows = thread_timeline_has_wakeups(v->timeline) && v->rows - v->mark_rows > LEAST;
	v->rows -= v->mark_rows + v->wake_rows;
}

static void draw_marks(struct view_thread_times *v, const struct surface *s, int left)
{
	const struct thread_list_line *line = thread_times_line(v);
	struct buf text = BUF_INIT;
	struct surface row;
	int from, to;

	time_view_chosen(&v->tv, &from, &to);
	if (v->mark_rows) {
		row = surface_sub(s, HEAD, 0, 1, s->cols);
		thread_marks_text(&v->marks, &v->cells, time_view_shown(&v->tv), from, to, &text);
		surface_put_left(&row, 0, 0, left - 1, STYLE_HEADER, text.p);
		thread_marks_draw(&v->marks, &v->cells, time_view_shown(&v->tv), &row, left);
	}
	buf_reset(&text);
	if (v->wake_rows && line) {
		row = surface_sub(s, HEAD + v->mark_rows, 0, 1, s->cols);
		thread_marks_wakeup_text(&v->cells, line, from, to, v->tv.view.app->session, &text);
		surface_put_left(&row, 0, 0, left - 1, STYLE_HEADER, text.p);
		thread_marks_draw_wakeups(&v->cells, line, &row, left);
	}
	buf_release(&text);
}

/* The background of a cell of the chosen range, unless it has the colour of a state. */
static void choose_cell(const struct view_thread_times *v, const struct surface *s, int row,
			int left, int i, const struct thread_list_line *line)
{
	if (line && thread_cells_state(&v->cells, line, i) != STYLE_NORMAL)
		return;
	surface_on(s, row, left + i, 1, STYLE_CHOSEN_BACK);
}

/*
 * Show the chosen range in a row. line: its thread; NULL: it is the axis. Without backgrounds, only
 * the axis and the row of the cursor show it.
 */
static void draw_range(const struct view_thread_times *v, const struct surface *s, int row,
		       int left, const struct thread_list_line *line, bool here)
{
	bool marked = v->tv.mark != NO_MARK, backs = marked && grid_has_halves(s->grid);
	int from, to;

	time_view_chosen(&v->tv, &from, &to);
	if (!backs && (here || (marked && !line)))
		surface_restyle(s, row, left + from, to - from + 1, STYLE_SELECTED);
	for (int i = from; backs && i <= to; i++) {
		if (here)
			surface_restyle(s, row, left + i, 1, STYLE_CHOSEN);
		choose_cell(v, s, row, left, i, line);
	}
}

static void draw_titles(const struct view_thread_times *v, const struct surface *s, int left)
{
	struct buf text = BUF_INIT;

	surface_put(s, ROW_TITLES, 0, STYLE_HEADER, v->list.folded ? "process" : "thread");
	thread_numbers_titles(thread_numbers_of(v->timeline), s->cols, false, &text);
	surface_put(s, ROW_TITLES, NAME_COLS + 1, STYLE_HEADER, text.p);
	time_view_draw_axis(&v->tv, s, ROW_TITLES, left, v->cells.n, false);
	draw_range(v, s, ROW_TITLES, left, NULL, false);
	buf_release(&text);
}

/* The character of a cell: of its markers, or else of the thread's state. */
static uint32_t look_of(const struct view_thread_times *v, const struct thread_list_line *line,
			int i, enum style *style)
{
	uint32_t look;

	if (thread_markers_look(&v->markers, &v->cells, line, i, &look, style))
		return look;
	return thread_cells_look(&v->cells, line, i, style);
}

static void draw_cells(const struct view_thread_times *v, const struct surface *s, int row,
		       int left, const struct thread_list_line *line)
{
	for (int i = 0; i < v->cells.n; i++) {
		enum style style;
		uint32_t look = look_of(v, line, i, &style);

		surface_repeat(s, row, left + i, 1, style, look);
		if (grid_has_halves(s->grid))
			surface_on(s, row, left + i, 1, thread_cells_state(&v->cells, line, i));
	}
}

static void draw_line(struct view_thread_times *v, const struct surface *s, int row, int left,
		      size_t number)
{
	const struct thread_list_line *line = &v->list.lines.v[number];
	bool here = number == v->row;
	struct buf text = BUF_INIT;

	thread_times_add_name(v, line, &text);
	surface_put_left(s, row, 0, NAME_COLS, STYLE_COMM, text.p);
	buf_reset(&text);
	thread_numbers_text(&line->what, thread_numbers_of(v->timeline), s->cols, false, &text);
	surface_put(s, row, NAME_COLS + 1, STYLE_NORMAL, text.p);
	draw_cells(v, s, row, left, line);
	if (here)
		surface_restyle(s, row, 0, left, STYLE_SELECTED_DIM);
	draw_range(v, s, row, left, line, here);
	buf_release(&text);
}

static void fit_cells(struct view_thread_times *v, int cols)
{
	int cells = thread_cells_most(v->timeline, cols);

	time_view_rescale(&v->tv, v->cells.n, cells);
	v->cells.n = cells;
}

void thread_times_fit(struct view_thread_times *v, int cols)
{
	fit_cells(v, cols - cells_col(v, cols));
}

static void draw_arrows(const struct view_thread_times *v, const struct surface *s, int left)
{
	struct thread_arrows arrows = { .cells = &v->cells, .list = &v->list };
	size_t shown = v->list.lines.n - v->top;
	struct surface rows;

	arrows.top = v->top;
	arrows.row = v->row;
	time_view_chosen(&v->tv, &arrows.from, &arrows.to);
	rows = surface_sub(s, head_of(v), 0, shown < (size_t)v->rows ? (int)shown : v->rows,
			   s->cols);
	thread_arrows_draw(&arrows, &rows, left);
}

static void draw_chosen(struct view_thread_times *v, const struct surface *s)
{
	const struct thread_list_line *line = thread_times_line(v);
	struct buf text = BUF_INIT;

	if (!line)
		return;
	thread_times_add_line(v, line, &text);
	parts_draw(s, ROW_LINE, 1, s->cols - 1, STYLE_NORMAL, text.p);
	buf_reset(&text);
	thread_times_add_chosen(v, line, &text);
	parts_draw(s, ROW_CHOSEN, 1, s->cols - 1, STYLE_NORMAL, text.p);
	buf_release(&text);
}

/* Draw the legend, with the styles of the signs before some words, and colours before them. */
static void draw_legend(const struct view_thread_times *v, const struct surface *s,
			const char *text)
{
	static const struct {
		const char *text;
		enum style sign, back;
	} signs[] = {
		{ " on a CPU", STYLE_RUNNING, STYLE_NORMAL },
		{ " half", STYLE_RUNNING, STYLE_NORMAL },
		{ " ready", STYLE_EVENT_1, STYLE_READY },
		{ " uninterruptible", STYLE_EVENT_5, STYLE_STUCK },
		{ " stopped or idle", STYLE_EVENT_4, STYLE_NORMAL },
	};

	surface_put_left(s, s->rows - 1, 1, s->cols - 1, STYLE_DIM, text);
	if (!thread_cells_timed(&v->cells))
		surface_restyle(s, s->rows - 1, 1, 1, STYLE_RUNNING);
	for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++) {
		const char *at = strstr(text, signs[i].text);
		int col = at ? (int)text_columns(text, (size_t)(at - text)) : s->cols;

		if (col >= s->cols)
			continue;
		surface_restyle(s, s->rows - 1, col, 1, signs[i].sign);
		if (signs[i].back != STYLE_NORMAL && grid_has_halves(s->grid))
			surface_on(s, s->rows - 1, col - 1, 1, signs[i].back);
	}
}

void thread_times_draw(struct view *view, const struct surface *s, struct term_cursor *cursor)
{
	struct view_thread_times *v = self(view);
	struct buf text = BUF_INIT;
	struct surface names;
	int left;

	if (time_view_draw_empty(&v->tv, s))
		return;
	if (thread_markers_stale(&v->markers, view->app->session))
		thread_times_start_markers(v);
	left = cells_col(v, s->cols);
	thread_times_fit(v, s->cols);
	v->rows = s->rows > HEAD + FOOT ? s->rows - HEAD - FOOT : 0;
	thread_times_make_lines(v);
	choose_marks(v);
	choose_cpus(v, v->rows);
	v->rows -= (int)v->cpus.cpus.n;
	thread_cells_measure(&v->cells, &v->list);
	v->top = (size_t)listnav_follow(v->top, v->row, (uint64_t)v->rows, v->list.lines.n);
	draw_status(v, s);
	draw_chosen(v, s);
	draw_titles(v, s, left);
	draw_marks(v, s, left);
	draw_cpus(v, s, left);
	for (int i = 0; i < v->rows && v->top + (size_t)i < v->list.lines.n; i++)
		draw_line(v, s, head_of(v) + i, left, v->top + (size_t)i);
	draw_arrows(v, s, left);
	names = surface_sub(s, head_of(v), 0, v->rows, left);
	needle_mark(&v->find.needle, &names);
	thread_times_add_legend(v, (size_t)s->cols, &text);
	if (s->rows > HEAD)
		draw_legend(v, s, text.p);
	*cursor = (struct term_cursor){ s->row + head_of(v) + (int)(v->row - v->top),
					s->col + left + v->tv.cursor, false };
	buf_release(&text);
}

bool thread_times_point(struct view *view, int row, int col, bool select)
{
	struct view_thread_times *v = self(view);
	size_t line = v->top + (size_t)(row - head_of(v));
	int left;

	if (v->tv.waiting)
		return false;
	left = cells_col(v, view->app->grid.cols);
	if (row < head_of(v) || row >= head_of(v) + v->rows || line >= v->list.lines.n)
		return false;
	if (select)
		thread_times_go(v, (int64_t)line);
	if (select && col >= left && col < left + v->cells.n)
		v->tv.cursor = col - left;
	return true;
}

static void text_line(struct view_thread_times *v, const struct thread_list_line *line,
		      struct buf *out)
{
	enum style style;

	thread_numbers_text(&line->what, thread_numbers_of(v->timeline), INT32_MAX, true, out);
	for (int i = 0; i < v->cells.n; i++)
		text_add_utf8(out, look_of(v, line, i, &style));
	buf_addf(out, " %d/", (int)line->what.pid);
	thread_times_add_name(v, line, out);
	buf_addc(out, '\n');
}

static void text_titles(struct view_thread_times *v, struct buf *out)
{
	struct buf range = BUF_INIT;

	time_range_add(v->tv.view.app, time_view_shown(&v->tv), &range);
	buf_addf(out, "threads over time %s, ", thread_times_source(v));
	parts_add(range.p, out);
	buf_release(&range);
	buf_addc(out, '\n');
	thread_numbers_titles(thread_numbers_of(v->timeline), INT32_MAX, true, out);
	buf_fill(out, ' ', (size_t)v->cells.n + 1);
	buf_adds(out, "pid/tid name\n");
}

void thread_times_text(struct view *view, struct buf *out)
{
	struct view_thread_times *v = self(view);

	if (time_view_text_empty(&v->tv, out))
		return;
	fit_cells(v, THREAD_TIMES_TEXT_COLS);
	thread_times_make_lines(v);
	thread_cells_measure(&v->cells, &v->list);
	text_titles(v, out);
	for (size_t i = 0; i < v->list.lines.n; i++)
		text_line(v, &v->list.lines.v[i], out);
	thread_times_add_legend(v, SIZE_MAX, out);
	buf_addc(out, '\n');
}
