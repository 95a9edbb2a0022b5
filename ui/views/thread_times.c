/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/thread_times.h"

#include <string.h>

#include "records/records.h"
#include "views/stackchart.h"
#include "views/thread_times_view.h"

static struct view_thread_times *self(const struct view *view)
{
	return container_of(view, struct view_thread_times, tv.view);
}

/* ---- what is counted ---- */

static void note_opening(struct view_thread_times *v)
{
	struct app *app = v->tv.view.app;
	const struct row_info *row = app->session->row;

	comms_init(&v->comms, app->rec);
	/* If the view was opened from another view than the list, the cursor begins at the top. */
	v->at_opening = row && row->has_tid && app_is_home(app, app_view(app));
	if (v->at_opening)
		v->opened_at = *row;
}

void thread_times_start_markers(struct view_thread_times *v)
{
	thread_markers_start(&v->markers, v->tv.view.app->session, time_view_shown(&v->tv),
			     &v->tv.view.watcher);
}

static void start_counting(struct time_view *tv)
{
	struct view_thread_times *v = self(&tv->view);

	v->timeline = thread_timeline_start(tv->view.app->rec,
					    &(struct thread_timeline_options){
						    .filter = counted_filter(&tv->what),
						    .lo = time_view_shown(tv)->lo,
						    .hi = time_view_shown(tv)->hi,
						    .watcher = &tv->view.watcher,
					    });
	thread_times_start_markers(v);
	if (!v->comms.recording)
		note_opening(v);
	/* A key may come before the view was drawn. */
	v->cells.timeline = v->timeline;
	v->cells.ascii = tv->view.app->opt->ascii;
	v->cells.n =
		thread_cells_most(v->timeline, v->cells.n ? v->cells.n : THREAD_TIMES_TEXT_COLS);
	v->list.lines.n = 0;
}

static void add_progress(const struct time_view *tv, struct worker_progress *progress)
{
	const struct view_thread_times *v = self(&tv->view);

	thread_timeline_progress(v->timeline, progress);
	thread_markers_progress(&v->markers, progress);
	progress->done &= !thread_markers_stale(&v->markers, tv->view.app->session);
}

static void cancel_counting(struct time_view *tv)
{
	job_cancel(thread_timeline_job(self(&tv->view)->timeline));
	thread_markers_cancel(&self(&tv->view)->markers);
}

static void end_counting(struct time_view *tv)
{
	thread_timeline_free(self(&tv->view)->timeline);
}

/* ---- lines ---- */

static bool is_of(const struct thread_list_line *line, const struct row_info *info)
{
	return line->thread != THREAD_LIST_PROCESS && line->what.tid == info->tid &&
	       line->what.pid == info->pid && (!line->what.per_cpu || line->what.cpu == info->cpu);
}

/*
 * The cursor stays on the thread and the time of the record where the view was opened, also while
 * more threads appear and the lines become shorter.
 */
static void place_at_record(struct view_thread_times *v)
{
	const struct time_range *shown = time_view_shown(&v->tv);

	if (v->at_opening && v->opened_at.time >= shown->lo)
		v->tv.cursor = thread_cells_at(&v->cells, v->opened_at.time);
	for (size_t i = 0; v->at_opening && i < v->list.lines.n; i++) {
		if (!is_of(&v->list.lines.v[i], &v->opened_at))
			continue;
		v->row = i;
		v->placed = true;
		v->at = v->list.lines.v[i];
	}
}

/* The cursor stays on its thread, wherever that has moved. */
void thread_times_make_lines(struct view_thread_times *v)
{
	size_t found;

	thread_list_make(&v->list, v->timeline);
	place_at_record(v);
	found = v->placed ? thread_list_find(&v->list, &v->at) : SIZE_MAX;
	if (found != SIZE_MAX)
		v->row = found;
	if (v->row >= v->list.lines.n)
		v->row = v->list.lines.n ? v->list.lines.n - 1 : 0;
}

/* ---- what is chosen ---- */

const struct thread_list_line *thread_times_line(const struct view_thread_times *v)
{
	return v->row < v->list.lines.n ? &v->list.lines.v[v->row] : NULL;
}

struct time_range thread_times_chosen(const struct time_view *tv)
{
	int from, to;

	time_view_chosen(tv, &from, &to);
	return thread_cells_range(&self(&tv->view)->cells, from, to);
}

/* The time of the record where the view was opened, if it is chosen; else the middle. */
static uint64_t thread_times_focus(const struct time_view *tv)
{
	const struct row_info *at = &self(&tv->view)->opened_at;
	struct time_range range = thread_times_chosen(tv);

	if (at->has_time && at->time >= range.lo && at->time <= range.hi)
		return at->time;
	return range.lo + (range.hi - range.lo) / 2;
}

static uint64_t thread_times_time(const struct time_view *tv)
{
	return thread_cells_range(&self(&tv->view)->cells, tv->cursor, tv->cursor).lo;
}

static void thread_times_go_focus(struct time_view *tv, uint64_t time)
{
	tv->cursor = thread_cells_at(&self(&tv->view)->cells, time);
}

/* The marked range; without a mark as much time as the cell has, with the focus in the middle. */
static bool thread_times_inside(const struct time_view *tv, struct time_range *inner)
{
	const struct time_range *shown = time_view_shown(tv);
	uint64_t focus = thread_times_focus(tv), half;

	*inner = thread_times_chosen(tv);
	half = (inner->hi - inner->lo) / 2;
	if (tv->mark == NO_MARK && half) {
		inner->lo = focus - shown->lo > half ? focus - half : shown->lo;
		inner->hi = shown->hi - focus > half ? focus + half : shown->hi;
	}
	return inner->lo < inner->hi;
}

static uint64_t thread_times_rows(const struct time_view *tv)
{
	const struct view_thread_times *v = self(&tv->view);
	const struct thread_list_line *line = thread_times_line(v);
	int from, to;

	time_view_chosen(tv, &from, &to);
	return line ? thread_cells_of(&v->cells, line, from, to).records : 0;
}

static bool thread_times_where(const struct time_view *tv, struct buf *condition)
{
	const struct thread_list_line *line = thread_times_line(self(&tv->view));

	if (!line)
		return false;
	buf_addf(condition, "pid == %d", (int)line->what.pid);
	if (line->thread != THREAD_LIST_PROCESS)
		buf_addf(condition, " and tid == %d", (int)line->what.tid);
	if (line->what.per_cpu)
		buf_addf(condition, " and cpu == %u", line->what.cpu);
	buf_adds(condition, " and ");
	return true;
}

/*
 * The records with markers; for a wait without records: the record that begins the wait, or the one
 * that shows that the wait is doubtful.
 */
static bool thread_times_record(const struct time_view *tv, struct buf *condition)
{
	const struct view_thread_times *v = self(&tv->view);
	const struct thread_list_line *line = thread_times_line(v);
	struct time_range range = thread_times_chosen(tv);
	struct buf text = BUF_INIT;
	uint64_t gone;
	int from, to;
	bool found;

	if (!line)
		return false;
	time_view_chosen(tv, &from, &to);
	found = thread_markers_of(&v->markers, &v->cells, line, from, to).n;
	if (found) {
		thread_times_where(tv, condition);
		time_range_condition(&range, condition);
		buf_addf(condition, " and (%s)", v->markers.expr.p);
	} else if (thread_cells_waits(&v->cells, line, from, to, &gone, &text)) {
		found = true;
		buf_addf(condition, "ordinal == %llu", (unsigned long long)gone);
	}
	buf_release(&text);
	return found;
}

/* ---- actions ---- */

void thread_times_go(struct view_thread_times *v, int64_t row)
{
	v->at_opening = false;
	v->placed = v->list.lines.n;
	if (!v->list.lines.n)
		return;
	v->row = (size_t)time_view_nearest(row, (int64_t)v->list.lines.n);
	v->at = v->list.lines.v[v->row];
}

static void thread_times_across(struct time_view *tv, const struct action_call *call)
{
	int64_t by = time_view_steps(call, call->action == ACTION_RIGHT);

	tv->cursor = (int)time_view_nearest(tv->cursor + by, self(&tv->view)->cells.n);
}

static void thread_times_down(struct time_view *tv, const struct action_call *call)
{
	struct view_thread_times *v = self(&tv->view);

	thread_times_go(v, (int64_t)v->row + time_view_steps(call, call->action == ACTION_DOWN));
}

static void thread_times_page(struct time_view *tv, const struct action_call *call)
{
	struct view_thread_times *v = self(&tv->view);
	int64_t page = v->rows > 1 ? v->rows - 1 : 1;

	thread_times_go(v, (int64_t)v->row + (call->action == ACTION_PAGE_DOWN ? page : -page));
}

static void thread_times_end(struct time_view *tv, const struct action_call *call)
{
	thread_times_go(self(&tv->view), call->action == ACTION_LAST ? INT32_MAX : 0);
}

static void thread_times_order(struct time_view *tv, const struct action_call *call)
{
	struct view_thread_times *v = self(&tv->view);

	(void)call;
	v->list.order = (v->list.order + 1) % THREAD_LIST_ORDERS;
	if (v->list.order == THREAD_LIST_BY_DELAY && !thread_timeline_has_wakeups(v->timeline))
		v->list.order = THREAD_LIST_BY_ON;
	thread_times_make_lines(v);
}

/* The cursor goes from a thread to its process, if there is a line for it. */
static void thread_times_fold(struct time_view *tv, const struct action_call *call)
{
	struct view_thread_times *v = self(&tv->view);

	thread_times_go(v, (int64_t)v->row);
	v->list.folded = call->action == ACTION_COLLAPSE_ALL;
	v->list.open.n = 0;
	if (v->list.folded)
		v->at.thread = THREAD_LIST_PROCESS;
	thread_times_make_lines(v);
}

/* Open or close a process; go from a thread to its process. */
static void thread_times_process(struct time_view *tv, const struct action_call *call)
{
	struct view_thread_times *v = self(&tv->view);
	const struct thread_list_line *line = thread_times_line(v);

	thread_times_go(v, (int64_t)v->row);
	(void)call;
	if (!line || !v->list.folded)
		return;
	if (line->thread == THREAD_LIST_PROCESS)
		thread_list_toggle(&v->list, line->what.pid);
	v->at.thread = THREAD_LIST_PROCESS;
	thread_times_make_lines(v);
}

static void thread_times_cpus(struct time_view *tv, const struct action_call *call)
{
	struct view_thread_times *v = self(&tv->view);

	(void)call;
	v->cpus_shown = !v->cpus_shown;
	if (v->cpus_shown && !cpu_timeline_cpus(thread_timeline_cpus(v->timeline)))
		app_complain(tv->view.app, "No switches with CPU numbers: perf record -a "
					   "--switch-events records them.");
}

static void thread_times_chart(struct time_view *tv, const struct action_call *call)
{
	const struct thread_list_line *line = thread_times_line(self(&tv->view));

	(void)call;
	if (line && line->thread != THREAD_LIST_PROCESS)
		stackchart_open_thread(tv->view.app, line->what.pid, line->what.tid);
	else
		app_complain(tv->view.app, "No thread is here.");
}

/* Go to the record that woke the thread. */
static void thread_times_waker(struct time_view *tv, const struct action_call *call)
{
	struct view_thread_times *v = self(&tv->view);
	const struct thread_list_line *line = thread_times_line(v);
	struct thread_timeline_wakeups wakeups = { 0 };
	int from, to;

	(void)call;
	time_view_chosen(tv, &from, &to);
	if (line)
		wakeups = thread_marks_wakeups(&v->cells, line, from, to);
	if (wakeups.n)
		records_show_row(tv->view.app, wakeups.row);
	else if (!thread_timeline_has_wakeups(v->timeline))
		app_complain(tv->view.app,
			     "The recording has no wakeups: record sched:sched_waking.");
	else
		app_complain(tv->view.app, "The thread was not woken here.");
}

static uint64_t find_count(const struct view *view)
{
	return self(view)->list.lines.n;
}

static uint64_t find_cursor(const struct view *view)
{
	return self(view)->row;
}

static void find_text(struct view *view, uint64_t line, struct buf *out)
{
	thread_times_add_name(self(view), &self(view)->list.lines.v[line], out);
}

static void find_go(struct view *view, uint64_t line)
{
	thread_times_go(self(view), (int64_t)line);
}

static bool find_closed(const struct view *view)
{
	return self(view)->list.folded;
}

static void thread_times_find(struct time_view *tv, const struct action_call *call)
{
	static const struct finder_ops lines = {
		.count = find_count,
		.cursor = find_cursor,
		.text = find_text,
		.go = find_go,
		.closed = find_closed,
	};

	finder_act(&self(&tv->view)->find, &tv->view, &lines, call);
}

static const time_view_handler handlers[ACTION_COUNT] = {
	TIME_VIEW_HANDLERS,
	[ACTION_RIGHT] = thread_times_across,
	[ACTION_LEFT] = thread_times_across,
	[ACTION_DOWN] = thread_times_down,
	[ACTION_UP] = thread_times_down,
	[ACTION_PAGE_DOWN] = thread_times_page,
	[ACTION_PAGE_UP] = thread_times_page,
	[ACTION_FIRST] = thread_times_end,
	[ACTION_LAST] = thread_times_end,
	[ACTION_ORDER] = thread_times_order,
	[ACTION_PARENT] = thread_times_process,
	[ACTION_PANE_NEXT] = thread_times_cpus,
	[ACTION_SPAN] = thread_times_waker,
	[ACTION_VIEW_STACKCHART] = thread_times_chart,
	[ACTION_COLLAPSE_ALL] = thread_times_fold,
	[ACTION_EXPAND_ALL] = thread_times_fold,
	[ACTION_FIND] = thread_times_find,
	[ACTION_FIND_NEXT] = thread_times_find,
	[ACTION_FIND_PREV] = thread_times_find,
};

/* A key can come before the view is drawn. Move the cursor to where it will be drawn. */
static void settle_cursor(struct view_thread_times *v)
{
	thread_times_fit(v, v->tv.view.app->grid.cols);
	if (v->at_opening)
		thread_times_make_lines(v);
}

static bool thread_times_act(struct view *view, const struct action_call *call)
{
	struct view_thread_times *v = self(view);

	if (handlers[call->action] && !v->tv.waiting) {
		settle_cursor(v);
		/* Until the record's thread is known, only Left and Right end at_opening. */
		v->at_opening = v->at_opening && !v->placed && time_view_busy(view) &&
				call->action != ACTION_RIGHT && call->action != ACTION_LEFT;
	}
	return time_view_act(view, call);
}

static bool thread_times_time_at(struct view *view, uint64_t *time)
{
	struct view_thread_times *v = self(view);

	if (!v->tv.waiting)
		settle_cursor(v);
	return time_view_time(view, time);
}

static void thread_times_go_to(struct view *view, const char *where)
{
	struct view_thread_times *v = self(view);

	if (v->tv.waiting)
		return;
	settle_cursor(v);
	v->at_opening = false;
	time_view_go_to(view, where);
}

bool view_thread_times_knows(enum action action)
{
	return handlers[action];
}

static const enum action *thread_times_hints(const struct view *view)
{
	static const enum action hints[] = {
		ACTION_OPEN,  ACTION_MAXIMISE,	   ACTION_ZOOM_OUT, ACTION_FLAG, ACTION_FILTER_AND,
		ACTION_ORDER, ACTION_COLLAPSE_ALL, ACTION_CLOSE,    ACTION_HELP, ACTION_NONE
	};

	(void)view;
	return hints;
}

static void thread_times_close(struct view *view)
{
	struct view_thread_times *v = self(view);

	thread_list_release(&v->list);
	finder_release(&v->find);
	thread_marks_release(&v->marks);
	thread_markers_release(&v->markers);
	thread_cpus_release(&v->cpus);
	comms_release(&v->comms);
	time_view_close(view);
}

/* clang-format off */
const struct view_words view_thread_times_words[] = {
	{ ACTION_OPEN, "records", "show the thread's records at that time; in a wait: the record that begins it" },
	{ ACTION_FLAG, "range", "start a time range here; again: cancel it" },
	{ ACTION_MAXIMISE, "zoom", "zoom into the range; without a range: around the record in the cell, or the middle of the cell" },
	{ ACTION_ZOOM_OUT, "out", "zoom out: show a longer time" },
	{ ACTION_RIGHT, "later", "go to a later time" },
	{ ACTION_LEFT, "earlier", "go to an earlier time" },
	{ ACTION_ORDER, "order", "sort by time on a CPU, by start, or by the longest delay after a wakeup" },
	{ ACTION_COLLAPSE_ALL, "processes", "show a line for each process, with its threads together" },
	{ ACTION_EXPAND_ALL, "threads", "show a line for each thread" },
	{ ACTION_PANE_NEXT, "CPUs", "show or hide a line for each CPU, with its threads" },
	{ ACTION_FIND, "search", "search for a thread by number or name" },
	{ ACTION_FIND_NEXT, "next", "next matching thread" },
	{ ACTION_FIND_PREV, "previous", "previous matching thread" },
	{ ACTION_SPAN, "waker", "go to the record that woke the thread (▾ marks the wakeup, ▲ or ▼ the "
	  "waker); if the cell has several wakeups: to that with the longest delay" },
	{ ACTION_VIEW_STACKCHART, "stack chart", "show the stacks of the thread in time order" },
	{ ACTION_PARENT, "process", "open or close the threads of the process; on a thread: go to its process" },
	{ ACTION_NONE, NULL, NULL },
};
/* clang-format on */

/* clang-format off */
const struct number view_thread_times_numbers[] = {
	{ "on", "ms; batch: s", "on a CPU", NUMBER_THREADS },
	{ "samples", "samples", "of the thread, if the recording has no switches", NUMBER_FILTER },
	{ "off", "ms; batch: s", "time of complete waits, and of a wait until the end of the recording; "
				"thread 0: time in which other threads run on its CPU", NUMBER_THREADS },
	{ "?", "ms; batch: s", "time in which the recording does not show whether the thread was on a CPU", NUMBER_THREADS },
	{ "out", "switches", "away from a CPU", NUMBER_THREADS },
	{ "preempted", "switches", "away from a CPU while runnable", NUMBER_THREADS },
	{ "records", "records", "of the thread", NUMBER_FILTER },
	{ "woken", "wakeups", "while the thread waited", NUMBER_THREADS },
	{ "delay", "ms; batch: s", "longest time from a wakeup until the thread was on a CPU, "
				"or until the end of the recording", NUMBER_THREADS },
	{ NULL, NULL, NULL, NUMBER_NONE },
};
/* clang-format on */

static const struct view_ops ops = {
	.name = "the threads over time",
	.words = view_thread_times_words,
	.act = thread_times_act,
	.knows = time_view_knows,
	.hints = thread_times_hints,
	.draw = thread_times_draw,
	.point = thread_times_point,
	.text = thread_times_text,
	.time = thread_times_time_at,
	.go_to = thread_times_go_to,
	.wake = time_view_wake,
	.busy = time_view_busy,
	.cancel = time_view_stop,
	.close = thread_times_close,
};

static const struct time_view_ops time_ops = {
	.handlers = handlers,
	.start = start_counting,
	.progress = add_progress,
	.cancel = cancel_counting,
	.end = end_counting,
	.chosen = thread_times_chosen,
	.inside = thread_times_inside,
	.time = thread_times_time,
	.focus = thread_times_focus,
	.go_focus = thread_times_go_focus,
	.where = thread_times_where,
	.rows = thread_times_rows,
	.record = thread_times_record,
};

int thread_times_open(struct app *app, const char *arg, struct err *err)
{
	if (*arg && strncmp(arg, "where ", 6) != 0)
		return err_set_at(err, ERR_PARSE, 0, "expected \"where EXPR\"");
	return time_view_open(app, arg, sizeof(struct view_thread_times), &ops, &time_ops, err);
}
