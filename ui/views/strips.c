/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/strips.h"

#include <string.h>

#include "base/text.h"
#include "recording/comms.h"
#include "records/show.h"
#include "session/session_time.h"
#include "shell/app.h"
#include "shell/tui.h"
#include "views/finder.h"
#include "views/stackchart.h"
#include "views/striparrows.h"
#include "views/stripcells.h"
#include "views/stripcpus.h"
#include "views/stripmarkers.h"
#include "views/stripmarks.h"
#include "views/stripnumbers.h"
#include "views/timeview.h"
#include "views/views.h"
#include "widgets/listnav.h"
#include "widgets/plural.h"

enum {
	TEXT_COLS = 60, /* cells of the view as text */
	HEAD = 4,	/* lines above the threads and the CPUs */
	CPU_PART = 3,	/* CPUs take at most this part of the rows */
	LEAST = 3,	/* rows of threads; only more leave room for marks and wakeups */
	FOOT = 1,
	NAME = 20 /* screen columns for names */
};

struct view_strips {
	struct timeview tv; /* its cursor and mark are cells */
	struct thread_timeline *strips;
	struct stripcells cells; /* as many as the screen has room for */
	struct striplist list;
	struct striplist_line at; /* the line on which the cursor must stay, */
	bool placed;		  /* if it is set: it may not be found yet */
	struct row_info from;	  /* the record at the beginning */
	bool has_from;		  /* until the user does something */
	struct comms comms;
	size_t row, top;
	int rows; /* threads on the screen */
	struct finder find;
	struct stripmarks marks;
	struct stripmarkers markers;
	int mark_rows, wake_rows; /* above the threads: 0 or 1 */
	bool cpus_shown;
	struct stripcpus cpus;
};

static struct view_strips *self(struct view *view)
{
	return (struct view_strips *)view;
}

static struct view_strips *of_timeview(struct timeview *tv)
{
	return (struct view_strips *)tv;
}

/* ---- what is counted ---- */

static void begin(struct view_strips *v)
{
	struct app *app = v->tv.view.app;
	const struct row_info *row = app->session->row;

	comms_init(&v->comms, app->rec);
	/* From another view, whose records are not seen, it begins at the first thread. */
	v->has_from = row && row->has_tid && app_is_home(app, app_view(app));
	if (v->has_from)
		v->from = *row;
}

static void start_markers(struct view_strips *v)
{
	stripmarkers_start(&v->markers, v->tv.view.app->session, timeview_shown(&v->tv),
			   &v->tv.view.watcher);
}

static void start(struct timeview *tv)
{
	struct view_strips *v = of_timeview(tv);

	v->strips = thread_timeline_start(tv->view.app->rec,
					  &(struct thread_timeline_options){
						  .filter = weighing_filter(&tv->what),
						  .lo = timeview_shown(tv)->lo,
						  .hi = timeview_shown(tv)->hi,
						  .watcher = &tv->view.watcher,
					  });
	start_markers(v);
	if (!v->comms.recording)
		begin(v);
	/* A key may come before the view was drawn. */
	v->cells.strips = v->strips;
	v->cells.ascii = tv->view.app->opt->ascii;
	v->cells.n = stripcells_most(v->strips, v->cells.n ? v->cells.n : TEXT_COLS);
	v->list.lines.n = 0;
}

static void progress(const struct timeview *tv, struct job_progress *progress)
{
	const struct view_strips *v = (const struct view_strips *)tv;

	thread_timeline_progress(v->strips, progress);
	stripmarkers_progress(&v->markers, progress);
	progress->done &= !stripmarkers_stale(&v->markers, tv->view.app->session);
}

static void cancel(struct timeview *tv)
{
	job_cancel(thread_timeline_job(of_timeview(tv)->strips));
	stripmarkers_cancel(&of_timeview(tv)->markers);
}

static void end(struct timeview *tv)
{
	thread_timeline_free(of_timeview(tv)->strips);
}

/* ---- lines ---- */

static bool is_of(const struct striplist_line *line, const struct row_info *info)
{
	return line->thread != STRIPLIST_PROCESS && line->what.tid == info->tid &&
	       line->what.pid == info->pid && (!line->what.per_cpu || line->what.cpu == info->cpu);
}

/*
 * The cursor stays on the thread and the time of the record where the view was opened, also while
 * more threads appear and the strips become shorter.
 */
static void place_at_record(struct view_strips *v)
{
	const struct time_range *shown = timeview_shown(&v->tv);

	for (size_t i = 0; v->has_from && i < v->list.lines.n; i++) {
		if (!is_of(&v->list.lines.v[i], &v->from))
			continue;
		v->row = i;
		v->placed = true;
		v->at = v->list.lines.v[i];
		if (v->from.time >= shown->lo)
			v->tv.cursor = stripcells_at(&v->cells, v->from.time);
	}
}

/* The cursor stays on its thread, wherever that has moved. */
static void make_lines(struct view_strips *v)
{
	size_t found;

	striplist_make(&v->list, v->strips);
	place_at_record(v);
	found = v->placed ? striplist_find(&v->list, &v->at) : SIZE_MAX;
	if (found != SIZE_MAX)
		v->row = found;
	if (v->row >= v->list.lines.n)
		v->row = v->list.lines.n ? v->list.lines.n - 1 : 0;
}

/* ---- what is chosen ---- */

/* NULL: there is none yet. */
static const struct striplist_line *line_at(const struct view_strips *v)
{
	return v->row < v->list.lines.n ? &v->list.lines.v[v->row] : NULL;
}

static struct time_range strips_chosen(const struct timeview *tv)
{
	int from, to;

	timeview_chosen(tv, &from, &to);
	return stripcells_stretch(&((const struct view_strips *)tv)->cells, from, to);
}

static bool strips_inside(const struct timeview *tv, struct time_range *inner)
{
	*inner = strips_chosen(tv);
	return inner->lo < inner->hi;
}

static bool strips_where(const struct timeview *tv, struct buf *condition)
{
	const struct striplist_line *line = line_at((const struct view_strips *)tv);

	if (!line)
		return false;
	buf_addf(condition, "pid == %d", (int)line->what.pid);
	if (line->thread != STRIPLIST_PROCESS)
		buf_addf(condition, " and tid == %d", (int)line->what.tid);
	if (line->what.per_cpu)
		buf_addf(condition, " and cpu == %u", line->what.cpu);
	buf_adds(condition, " and ");
	return true;
}

/*
 * The records with markers; for a wait without records: the record that begins it, or shows that it
 * may be none.
 */
static bool strips_record(const struct timeview *tv, struct buf *condition)
{
	const struct view_strips *v = (const struct view_strips *)tv;
	const struct striplist_line *line = line_at(v);
	struct time_range range = strips_chosen(tv);
	struct buf text = BUF_INIT;
	uint64_t gone;
	int from, to;
	bool found;

	if (!line)
		return false;
	timeview_chosen(tv, &from, &to);
	found = stripmarkers_of(&v->markers, &v->cells, line, from, to).n;
	if (found) {
		strips_where(tv, condition);
		time_range_condition(&range, condition);
		buf_addf(condition, " and (%s)", v->markers.expr.p);
	} else if (stripcells_waits(&v->cells, line, from, to, &gone, &text)) {
		found = true;
		buf_addf(condition, "ordinal == %llu", (unsigned long long)gone);
	}
	buf_release(&text);
	return found;
}

/* ---- texts ---- */

/* The name at the end of the shown time; for a thread that comes later, its last name. */
static void add_comm(struct view_strips *v, uint32_t tid, struct buf *out)
{
	size_t start = out->len;

	buf_addc(out, ' ');
	comms_text(&v->comms, tid, timeview_shown(&v->tv)->hi, out);
	if (out->len == start + 1)
		comms_text(&v->comms, tid, v->tv.zooms[0].hi, out);
	if (out->len == start + 1)
		buf_truncate(out, start);
}

static void add_name(struct view_strips *v, const struct striplist_line *line, struct buf *out)
{
	const struct thread_timeline_thread *t = &line->what;
	bool process = line->thread == STRIPLIST_PROCESS;

	if (process)
		buf_adds(out, striplist_is_open(&v->list, t->pid) ? "- " : "+ ");
	else if (v->list.folded)
		buf_adds(out, "    ");
	buf_addf(out, "%d", (int)t->tid);
	if (t->per_cpu)
		buf_addf(out, "/%u", t->cpu);
	add_comm(v, t->tid, out);
}

/* "4712 queens of 4711: on 1234.567 ms, off 0.500 ms, 3 out, 1 preempted" */
static void line_text(struct view_strips *v, const struct striplist_line *line, struct buf *out)
{
	const struct thread_timeline_thread *t = &line->what;

	add_name(v, line, out);
	if (line->thread == STRIPLIST_PROCESS) {
		buf_adds(out, ", ");
		plural_add(line->threads, "thread", out);
	} else if (t->pid != t->tid) {
		buf_addf(out, " of %d", (int)t->pid);
	}
	buf_adds(out, ": ");
	if (stripcells_timed(&v->cells)) {
		buf_adds(out, "on ");
		stripnumbers_add_ms(t->on, out);
		buf_adds(out, " ms, off ");
		stripnumbers_add_ms(t->off, out);
		buf_addf(out, " ms, %llu out, %llu preempted", (unsigned long long)t->switches,
			 (unsigned long long)t->preempted);
	} else {
		plural_add(t->on, "sample", out);
		buf_adds(out, ", ");
		plural_add(t->records, "record", out);
	}
}

/* Append ", ready 1.2 ms, CPU 0, 3". */
static void add_states(const struct view_strips *v, const struct striplist_line *line,
		       const struct thread_timeline_cell *cell, int from, int to, struct buf *out)
{
	struct buf cpus = BUF_INIT;

	if (cell->ready) {
		buf_adds(out, ", ready ");
		stripnumbers_add_ms(cell->ready, out);
		buf_adds(out, " ms");
	}
	if (cell->stuck) {
		buf_adds(out, ", uninterruptible ");
		stripnumbers_add_ms(cell->stuck, out);
		buf_adds(out, " ms");
	}
	if (line->thread != STRIPLIST_PROCESS)
		stripcpus_of(&v->cells, (uint32_t)line->thread, from, to, &cpus);
	if (cpus.len)
		buf_addf(out, ", %s", cpus.p);
	buf_release(&cpus);
}

/* "1821.697621032 to 1821.705432100: 35 records, on 1.234 ms, 15.8 %" */
static void chosen_text(const struct view_strips *v, const struct striplist_line *line,
			struct buf *out)
{
	struct time_range range = strips_chosen(&v->tv);
	struct thread_timeline_cell cell;
	uint64_t gone;
	int from, to;

	timeview_chosen(&v->tv, &from, &to);
	cell = stripcells_of(&v->cells, line, from, to);
	time_range_add(v->tv.view.app, &range, out);
	buf_adds(out, ": ");
	stripmarkers_text(&v->markers, &v->cells, line, from, to, v->tv.view.app->session, out);
	if (stripcells_waits(&v->cells, line, from, to, &gone, out))
		return;
	plural_add(cell.records, "record", out);
	if (stripcells_timed(&v->cells)) {
		buf_adds(out, ", on ");
		stripnumbers_add_ms(cell.on, out);
		buf_addf(out, " ms, %.1f %%",
			 (double)cell.on * 100 / ((double)(range.hi - range.lo) + 1));
		add_states(v, line, &cell, from, to, out);
	} else {
		buf_adds(out, ", ");
		plural_add(cell.on, "sample", out);
	}
}

/* A filter chooses threads, and among samples those that count, but among switches none. */
static const char *source_name(const struct view_strips *v)
{
	static const char *const names[][2] = {
		[THREAD_TIMELINE_SAMPLES] = { "by samples of all events",
					      "by samples of all events" },
		[THREAD_TIMELINE_SWITCHES] = { "by SWITCH records",
					       "by all SWITCH records of threads" },
		[THREAD_TIMELINE_TRACEPOINT] = { "by sched:sched_switch",
						 "by all sched:sched_switch of threads" },
	};

	return names[thread_timeline_source(v->strips)][*v->tv.what.where != '\0'];
}

/* Append "  ? unknown: 2 switches missing". */
static void add_missing(const struct view_strips *v, struct buf *out)
{
	uint64_t missing = thread_timeline_missing(v->strips);
	bool unknown = thread_timeline_unknown(v->strips);

	if (unknown)
		buf_adds(out, "  ? unknown: ");
	else if (missing)
		buf_adds(out, "  ");
	if (missing)
		buf_addf(out, "%llu switch%s missing", (unsigned long long)missing,
			 missing == 1 ? "" : "es");
	else if (unknown)
		buf_adds(out, "records missing");
}

/* What is missing comes first if not all fits. Rare characters are left out then. */
static void add_legend(const struct view_strips *v, size_t cols, struct buf *out)
{
	static const char seldom[] = "  T stopped or idle";
	struct buf legend = BUF_INIT, rest = BUF_INIT;
	size_t used;

	stripmarkers_legend(&v->markers, v->cells.ascii, &rest);
	add_missing(v, &rest);
	stripcells_legend(&v->cells, false, &legend);
	used = text_columns(legend.p, legend.len) + rest.len;
	if (used >= cols) {
		buf_reset(&legend);
		stripcells_legend(&v->cells, true, &legend);
		used = text_columns(legend.p, legend.len) + rest.len;
	}
	if (thread_timeline_source(v->strips) == THREAD_TIMELINE_TRACEPOINT &&
	    used + sizeof(seldom) <= cols)
		buf_adds(&legend, seldom);
	if (used > cols && rest.len)
		buf_addf(out, "%s  ", rest.p + 2);
	buf_add(out, legend.p, legend.len);
	if (used <= cols)
		buf_add(out, rest.p, rest.len);
	if (thread_timeline_cut(v->strips))
		buf_addf(out, "  Only the first %d threads are here: a filter can choose others.",
			 THREAD_TIMELINE_THREADS);
	if (thread_timeline_wakeups_cut(v->strips))
		buf_adds(out, "  Some wakeups are missing: a filter, or a zoom, has fewer.");
	buf_release(&legend);
	buf_release(&rest);
}

/* The column where strips begin. */
static int strip_col(const struct view_strips *v, int cols)
{
	return NAME + 2 + stripnumbers_width(stripnumbers_of(v->strips), cols);
}

/* ---- actions ---- */

static int64_t clamp(int64_t at, int64_t n)
{
	return at >= n ? n - 1 : at < 0 ? 0 : at;
}

static void go_to(struct view_strips *v, int64_t row)
{
	v->has_from = false;
	v->placed = v->list.lines.n;
	if (!v->list.lines.n)
		return;
	v->row = (size_t)clamp(row, (int64_t)v->list.lines.n);
	v->at = v->list.lines.v[v->row];
}

static void strips_across(struct timeview *tv, const struct action_call *call)
{
	int64_t by = timeview_steps(call, call->action == ACTION_RIGHT);

	tv->cursor = (int)clamp(tv->cursor + by, of_timeview(tv)->cells.n);
}

static void strips_down(struct timeview *tv, const struct action_call *call)
{
	struct view_strips *v = of_timeview(tv);

	go_to(v, (int64_t)v->row + timeview_steps(call, call->action == ACTION_DOWN));
}

static void strips_page(struct timeview *tv, const struct action_call *call)
{
	struct view_strips *v = of_timeview(tv);
	int64_t page = v->rows > 1 ? v->rows - 1 : 1;

	go_to(v, (int64_t)v->row + (call->action == ACTION_PAGE_DOWN ? page : -page));
}

static void strips_end(struct timeview *tv, const struct action_call *call)
{
	go_to(of_timeview(tv), call->action == ACTION_LAST ? INT32_MAX : 0);
}

static void strips_order(struct timeview *tv, const struct action_call *call)
{
	struct view_strips *v = of_timeview(tv);

	(void)call;
	v->list.order = (v->list.order + 1) % STRIPLIST_ORDERS;
	if (v->list.order == STRIPLIST_BY_DELAY && !thread_timeline_has_wakeups(v->strips))
		v->list.order = STRIPLIST_BY_ON;
	make_lines(v);
}

/* The cursor goes from a thread to its process, if there is a line for it. */
static void strips_fold(struct timeview *tv, const struct action_call *call)
{
	struct view_strips *v = of_timeview(tv);

	go_to(v, (int64_t)v->row);
	v->list.folded = call->action == ACTION_COLLAPSE_ALL;
	v->list.open.n = 0;
	if (v->list.folded)
		v->at.thread = STRIPLIST_PROCESS;
	make_lines(v);
}

/* Open or close a process; go from a thread to its process. */
static void strips_process(struct timeview *tv, const struct action_call *call)
{
	struct view_strips *v = of_timeview(tv);
	const struct striplist_line *line = line_at(v);

	go_to(v, (int64_t)v->row);
	(void)call;
	if (!line || !v->list.folded)
		return;
	if (line->thread == STRIPLIST_PROCESS)
		striplist_toggle(&v->list, line->what.pid);
	v->at.thread = STRIPLIST_PROCESS;
	make_lines(v);
}

static void strips_cpus(struct timeview *tv, const struct action_call *call)
{
	struct view_strips *v = of_timeview(tv);

	(void)call;
	v->cpus_shown = !v->cpus_shown;
	if (v->cpus_shown && !cpu_timeline_cpus(thread_timeline_cpus(v->strips)))
		app_complain(tv->view.app, "The recording has no switches with their CPUs.");
}

static void strips_chart(struct timeview *tv, const struct action_call *call)
{
	const struct striplist_line *line = line_at(of_timeview(tv));

	(void)call;
	if (line && line->thread != STRIPLIST_PROCESS)
		stackchart_open_thread(tv->view.app, line->what.pid, line->what.tid);
	else
		app_complain(tv->view.app, "No thread is here.");
}

/* Go to the record that woke the thread. */
static void strips_waker(struct timeview *tv, const struct action_call *call)
{
	struct view_strips *v = of_timeview(tv);
	const struct striplist_line *line = line_at(v);
	struct thread_timeline_wakeups wakeups = { 0 };
	int from, to;

	(void)call;
	timeview_chosen(tv, &from, &to);
	if (line)
		wakeups = stripmarks_wakeups(&v->cells, line, from, to);
	if (wakeups.n)
		records_show_row(tv->view.app, wakeups.row);
	else
		app_complain(tv->view.app, "The thread was not woken here.");
}

static uint64_t find_count(const struct view *view)
{
	return ((const struct view_strips *)view)->list.lines.n;
}

static uint64_t find_cursor(const struct view *view)
{
	return ((const struct view_strips *)view)->row;
}

static void find_text(struct view *view, uint64_t line, struct buf *out)
{
	add_name(self(view), &self(view)->list.lines.v[line], out);
}

static void find_go(struct view *view, uint64_t line)
{
	go_to(self(view), (int64_t)line);
}

static bool find_closed(const struct view *view)
{
	return ((const struct view_strips *)view)->list.folded;
}

static void strips_find(struct timeview *tv, const struct action_call *call)
{
	static const struct finder_ops lines = {
		.count = find_count,
		.cursor = find_cursor,
		.text = find_text,
		.go = find_go,
		.closed = find_closed,
	};

	finder_act(&of_timeview(tv)->find, &tv->view, &lines, call);
}

static const timeview_handler handlers[ACTION_COUNT] = {
	TIMEVIEW_HANDLERS,
	[ACTION_RIGHT] = strips_across,
	[ACTION_LEFT] = strips_across,
	[ACTION_DOWN] = strips_down,
	[ACTION_UP] = strips_down,
	[ACTION_PAGE_DOWN] = strips_page,
	[ACTION_PAGE_UP] = strips_page,
	[ACTION_FIRST] = strips_end,
	[ACTION_LAST] = strips_end,
	[ACTION_ORDER] = strips_order,
	[ACTION_PARENT] = strips_process,
	[ACTION_PANE_NEXT] = strips_cpus,
	[ACTION_SPAN] = strips_waker,
	[ACTION_VIEW_STACKCHART] = strips_chart,
	[ACTION_COLLAPSE_ALL] = strips_fold,
	[ACTION_EXPAND_ALL] = strips_fold,
	[ACTION_FIND] = strips_find,
	[ACTION_FIND_NEXT] = strips_find,
	[ACTION_FIND_PREV] = strips_find,
};

static bool strips_act(struct view *view, const struct action_call *call)
{
	if (handlers[call->action] && !self(view)->tv.waiting)
		self(view)->has_from = false;
	return timeview_act(view, call);
}

bool view_strips_knows(enum action action)
{
	return handlers[action];
}

static const enum action *strips_hints(const struct view *view)
{
	static const enum action hints[] = { ACTION_OPEN,  ACTION_MAXIMISE, ACTION_ZOOM_OUT,
					     ACTION_FLAG,  ACTION_ORDER,    ACTION_COLLAPSE_ALL,
					     ACTION_CLOSE, ACTION_HELP,	    ACTION_NONE };

	(void)view;
	return hints;
}

/* ---- drawing ---- */

static void draw_status(const struct view_strips *v, const struct surface *s)
{
	struct buf title = BUF_INIT, position = BUF_INIT;

	buf_addf(&title, "threads over time %s", source_name(v));
	plural_add(thread_timeline_threads(v->strips), "thread", &position);
	timeview_draw_status(&v->tv, s, &title, position.p);
	buf_release(&title);
	buf_release(&position);
}

/* ---- CPUs ---- */

/* Choose the rows of CPUs, if they are shown. */
static void choose_cpus(struct view_strips *v, int rows)
{
	const struct striplist_line *line = line_at(v);
	bool is_thread = line && line->thread != STRIPLIST_PROCESS;

	stripcpus_choose(&v->cpus, &v->cells, is_thread ? (uint32_t)line->thread : STRIPCPUS_NOBODY,
			 v->cpus_shown ? rows / CPU_PART : 0);
}

/* The first row of the threads. */
static int head_of(const struct view_strips *v)
{
	return HEAD + v->mark_rows + v->wake_rows + (int)v->cpus.cpus.n;
}

static void add_thread(void *arg, uint32_t thread, struct buf *out)
{
	struct thread_timeline_thread what;
	struct buf text = BUF_INIT;

	thread_timeline_thread(((struct view_strips *)arg)->strips, thread, &what);
	add_comm(arg, what.tid, &text);
	if (text.len)
		buf_adds(out, text.p + 1);
	else
		buf_addf(out, "%d", (int)what.tid);
	buf_release(&text);
}

static void draw_cpus(struct view_strips *v, const struct surface *s, int strip)
{
	for (size_t i = 0; i < v->cpus.cpus.n; i++) {
		int at = head_of(v) - (int)v->cpus.cpus.n + (int)i;
		struct surface row = surface_sub(s, at, 0, 1, s->cols);
		struct buf text = BUF_INIT;

		stripcpus_name(&v->cpus, i, &text);
		surface_put_left(&row, 0, 0, NAME, STYLE_HEADER, text.p);
		buf_reset(&text);
		stripcpus_busy(&v->cpus, i, &text);
		surface_put_right(&row, 0, NAME + 1, stripnumbers_width(STRIPNUMBERS_TIMES, 0) - 1,
				  STYLE_NORMAL, text.p);
		stripcpus_draw(&v->cpus, i, &row, strip, add_thread, v);
		buf_release(&text);
	}
}

/* ---- marks and wakeups ---- */

static void choose_marks(struct view_strips *v)
{
	stripmarks_look(&v->marks, v->tv.view.app->session);
	v->mark_rows = v->marks.list.n > 0 && v->rows > LEAST;
	v->wake_rows = thread_timeline_has_wakeups(v->strips) && v->rows - v->mark_rows > LEAST;
	v->rows -= v->mark_rows + v->wake_rows;
}

static void draw_marks(struct view_strips *v, const struct surface *s, int strip)
{
	const struct striplist_line *line = line_at(v);
	struct buf text = BUF_INIT;
	struct surface row;
	int from, to;

	timeview_chosen(&v->tv, &from, &to);
	if (v->mark_rows) {
		row = surface_sub(s, HEAD, 0, 1, s->cols);
		stripmarks_text(&v->marks, &v->cells, timeview_shown(&v->tv), from, to, &text);
		surface_put_left(&row, 0, 0, strip - 1, STYLE_HEADER, text.p);
		stripmarks_draw(&v->marks, &v->cells, timeview_shown(&v->tv), &row, strip);
	}
	buf_reset(&text);
	if (v->wake_rows && line) {
		row = surface_sub(s, HEAD + v->mark_rows, 0, 1, s->cols);
		stripmarks_wakeup_text(&v->cells, line, from, to, v->tv.view.app->session, &text);
		surface_put_left(&row, 0, 0, strip - 1, STYLE_HEADER, text.p);
		stripmarks_draw_wakeups(&v->cells, line, &row, strip);
	}
	buf_release(&text);
}

/* ---- drawing of threads ---- */

static void draw_titles(const struct view_strips *v, const struct surface *s, int strip)
{
	struct buf text = BUF_INIT;

	surface_put(s, 3, 0, STYLE_HEADER, v->list.folded ? "process" : "thread");
	stripnumbers_titles(stripnumbers_of(v->strips), s->cols, false, &text);
	surface_put(s, 3, NAME + 1, STYLE_HEADER, text.p);
	timeview_draw_axis(&v->tv, s, 3, strip, v->cells.n, false);
	buf_release(&text);
}

/* The character of a cell: of its markers, or else of the thread's state. */
static uint32_t look_of(const struct view_strips *v, const struct striplist_line *line, int i,
			enum style *style)
{
	uint32_t look;

	if (stripmarkers_look(&v->markers, &v->cells, line, i, &look, style))
		return look;
	return stripcells_look(&v->cells, line, i, style);
}

static void draw_strip(const struct view_strips *v, const struct surface *s, int row, int strip,
		       const struct striplist_line *line)
{
	for (int i = 0; i < v->cells.n; i++) {
		enum style style;
		uint32_t look = look_of(v, line, i, &style);

		surface_repeat(s, row, strip + i, 1, style, look);
		if (grid_has_halves(s->grid))
			surface_on(s, row, strip + i, 1, stripcells_state(&v->cells, line, i));
	}
}

static void draw_line(struct view_strips *v, const struct surface *s, int row, int strip,
		      size_t number)
{
	const struct striplist_line *line = &v->list.lines.v[number];
	struct buf text = BUF_INIT;
	int from, to;

	add_name(v, line, &text);
	surface_put_left(s, row, 0, NAME, STYLE_COMM, text.p);
	buf_reset(&text);
	stripnumbers_text(&line->what, stripnumbers_of(v->strips), s->cols, false, &text);
	surface_put(s, row, NAME + 1, STYLE_NORMAL, text.p);
	draw_strip(v, s, row, strip, line);
	if (number == v->row) {
		timeview_chosen(&v->tv, &from, &to);
		surface_restyle(s, row, 0, strip, STYLE_SELECTED_DIM);
		surface_restyle(s, row, strip + from, to - from + 1, STYLE_SELECTED);
	}
	buf_release(&text);
}

static void fit(struct view_strips *v, int rows, int cells)
{
	timeview_rescale(&v->tv, v->cells.n, cells);
	v->cells.n = cells;
	v->rows = rows > 0 ? rows : 0;
}

static void draw_arrows(const struct view_strips *v, const struct surface *s, int strip)
{
	struct striparrows arrows = { .cells = &v->cells, .list = &v->list };
	size_t shown = v->list.lines.n - v->top;
	struct surface rows;

	arrows.top = v->top;
	arrows.row = v->row;
	timeview_chosen(&v->tv, &arrows.from, &arrows.to);
	rows = surface_sub(s, head_of(v), 0, shown < (size_t)v->rows ? (int)shown : v->rows,
			   s->cols);
	striparrows_draw(&arrows, &rows, strip);
}

static void draw_chosen(struct view_strips *v, const struct surface *s)
{
	const struct striplist_line *line = line_at(v);
	struct buf text = BUF_INIT;

	if (!line)
		return;
	line_text(v, line, &text);
	surface_put_left(s, 1, 1, s->cols - 1, STYLE_NORMAL, text.p);
	buf_reset(&text);
	chosen_text(v, line, &text);
	surface_put_left(s, 2, 1, s->cols - 1, STYLE_NORMAL, text.p);
	buf_release(&text);
}

/* Draw the legend, with the styles of the signs before some words, and colours before them. */
static void draw_legend(const struct view_strips *v, const struct surface *s, const char *text)
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
	if (!stripcells_timed(&v->cells))
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

static void strips_draw(struct view *view, const struct surface *s, struct term_cursor *cursor)
{
	struct view_strips *v = self(view);
	struct buf text = BUF_INIT;
	struct surface names;
	int strip;

	if (timeview_draw_empty(&v->tv, s))
		return;
	if (stripmarkers_stale(&v->markers, view->app->session))
		start_markers(v);
	strip = strip_col(v, s->cols);
	fit(v, s->rows - HEAD - FOOT, stripcells_most(v->strips, s->cols - strip));
	make_lines(v);
	choose_marks(v);
	choose_cpus(v, v->rows);
	v->rows -= (int)v->cpus.cpus.n;
	stripcells_measure(&v->cells, &v->list);
	v->top = (size_t)listnav_follow(v->top, v->row, (uint64_t)v->rows, v->list.lines.n);
	draw_status(v, s);
	draw_chosen(v, s);
	draw_titles(v, s, strip);
	draw_marks(v, s, strip);
	draw_cpus(v, s, strip);
	for (int i = 0; i < v->rows && v->top + (size_t)i < v->list.lines.n; i++)
		draw_line(v, s, head_of(v) + i, strip, v->top + (size_t)i);
	draw_arrows(v, s, strip);
	names = surface_sub(s, head_of(v), 0, v->rows, strip);
	needle_mark(&v->find.needle, &names);
	add_legend(v, (size_t)s->cols, &text);
	if (s->rows > HEAD)
		draw_legend(v, s, text.p);
	*cursor = (struct term_cursor){ s->row + head_of(v) + (int)(v->row - v->top),
					s->col + strip + v->tv.cursor, false };
	buf_release(&text);
}

static bool strips_point(struct view *view, int row, int col, bool select)
{
	struct view_strips *v = self(view);
	size_t line = v->top + (size_t)(row - head_of(v));
	int strip;

	if (v->tv.waiting)
		return false;
	strip = strip_col(v, view->app->grid.cols);
	if (row < head_of(v) || row >= head_of(v) + v->rows || line >= v->list.lines.n)
		return false;
	if (select)
		go_to(v, (int64_t)line);
	if (select && col >= strip && col < strip + v->cells.n)
		v->tv.cursor = col - strip;
	return true;
}

static void text_line(struct view_strips *v, const struct striplist_line *line, struct buf *out)
{
	enum style style;

	stripnumbers_text(&line->what, stripnumbers_of(v->strips), INT32_MAX, true, out);
	for (int i = 0; i < v->cells.n; i++)
		text_add_utf8(out, look_of(v, line, i, &style));
	buf_addf(out, " %d/", (int)line->what.pid);
	add_name(v, line, out);
	buf_addc(out, '\n');
}

static void text_titles(struct view_strips *v, struct buf *out)
{
	buf_addf(out, "threads over time %s, ", source_name(v));
	time_range_add(v->tv.view.app, timeview_shown(&v->tv), out);
	buf_addc(out, '\n');
	stripnumbers_titles(stripnumbers_of(v->strips), INT32_MAX, true, out);
	buf_fill(out, ' ', (size_t)v->cells.n + 1);
	buf_adds(out, "pid/tid name\n");
}

static void strips_text(struct view *view, struct buf *out)
{
	struct view_strips *v = self(view);

	if (timeview_text_empty(&v->tv, out))
		return;
	fit(v, v->rows, stripcells_most(v->strips, TEXT_COLS));
	make_lines(v);
	stripcells_measure(&v->cells, &v->list);
	text_titles(v, out);
	for (size_t i = 0; i < v->list.lines.n; i++)
		text_line(v, &v->list.lines.v[i], out);
	add_legend(v, SIZE_MAX, out);
	buf_addc(out, '\n');
}

static void strips_close(struct view *view)
{
	struct view_strips *v = self(view);

	striplist_release(&v->list);
	finder_release(&v->find);
	stripmarks_release(&v->marks);
	stripmarkers_release(&v->markers);
	stripcpus_release(&v->cpus);
	comms_release(&v->comms);
	timeview_close(view);
}

/* clang-format off */
static const struct view_words words[] = {
	{ ACTION_OPEN, "records", "show the thread's records at that time; in a wait: the record that begins it" },
	{ ACTION_FLAG, "other end", "start a stretch here; again: no stretch" },
	{ ACTION_MAXIMISE, "zoom in", "zoom into the stretch, or the cell" },
	{ ACTION_ZOOM_OUT, "zoom out", "zoom out: show a longer time" },
	{ ACTION_RIGHT, "later", "go to a later time" },
	{ ACTION_LEFT, "earlier", "go to an earlier time" },
	{ ACTION_ORDER, "order", "sort by time on a CPU, by start, or by the longest delay after a wakeup" },
	{ ACTION_COLLAPSE_ALL, "processes", "one line for each process: its threads together" },
	{ ACTION_EXPAND_ALL, "threads", "one line for each thread" },
	{ ACTION_PANE_NEXT, "CPUs", "show which thread is on which CPU, or hide it" },
	{ ACTION_FIND, "search", "search for a thread by number or name" },
	{ ACTION_FIND_NEXT, "next", "next matching thread" },
	{ ACTION_FIND_PREV, "previous", "previous matching thread" },
	{ ACTION_SPAN, "waker", "go to the record that woke the thread; if several did in this cell: the one with the longest delay" },
	{ ACTION_VIEW_STACKCHART, "stack chart", "show the stacks of the thread in time order" },
	{ ACTION_PARENT, "process", "open or close the threads of the process; on a thread: go to its process" },
	{ ACTION_NONE, NULL, NULL },
};
/* clang-format on */

/* clang-format off */
const struct number view_strips_numbers[] = {
	{ "on", "ms", "on a CPU; without switches: number of samples that pass the filter", NUMBER_THREADS },
	{ "off", "ms", "not on a CPU", NUMBER_THREADS },
	{ "out", "switches", "away from a CPU", NUMBER_THREADS },
	{ "preempted", "switches", "away from a CPU while runnable", NUMBER_THREADS },
	{ "records", "records", "of the thread", NUMBER_FILTER },
	{ "woken", "wakeups", "while the thread waited", NUMBER_THREADS },
	{ "delay", "ms", "longest time from a wakeup until the thread was on a CPU, or until the end", NUMBER_THREADS },
	{ NULL, NULL, NULL, NUMBER_NONE },
};
/* clang-format on */

static const struct view_ops ops = {
	.name = "the threads over time",
	.words = words,
	.act = strips_act,
	.knows = timeview_knows,
	.hints = strips_hints,
	.draw = strips_draw,
	.point = strips_point,
	.text = strips_text,
	.wake = timeview_wake,
	.busy = timeview_busy,
	.cancel = timeview_stop,
	.close = strips_close,
};

static const struct timeview_ops how = {
	.handlers = handlers,
	.start = start,
	.progress = progress,
	.cancel = cancel,
	.end = end,
	.chosen = strips_chosen,
	.inside = strips_inside,
	.where = strips_where,
	.record = strips_record,
};

int strips_open(struct app *app, const char *arg, struct err *err)
{
	if (*arg && strncmp(arg, "where ", 6) != 0)
		return err_set_at(err, ERR_PARSE, 0, "expected where EXPR");
	return timeview_open(app, arg, sizeof(struct view_strips), &ops, &how, err);
}
