/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/stackchart.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "records/records.h"
#include "views/annotation.h"
#include "views/args.h"
#include "views/record_thread.h"
#include "views/sandwich.h"
#include "views/stackchart_view.h"
#include "views/views.h"
#include "widgets/frame_match.h"

/* ---- what is counted ---- */

static void start_counting(struct time_view *tv)
{
	struct view_stackchart *v = stackchart_view_of(&tv->view);
	const struct row_info *row = tv->view.app->session->row;
	struct filter *rows = NULL;

	if (!v->begun && row && row->has_time)
		v->from = row->time;
	v->begun = true;
	if (*tv->what.where)
		filter_parse(&rows, tv->what.where, NULL);
	v->inlined = tv->view.app->settings.v[SETTING_INLINE];
	v->boxes.chart =
		stackchart_start(tv->view.app->rec, &(struct stackchart_options){
							    .rows = rows,
							    .samples = counted_filter(&tv->what),
							    .lo = time_view_shown(tv)->lo,
							    .hi = time_view_shown(tv)->hi,
							    .inlined = v->inlined,
							    .watcher = &tv->view.watcher,
						    });
	/* A key may come before the view was drawn. */
	v->boxes.cols = v->boxes.cols ? v->boxes.cols : STACKCHART_TEXT_COLS;
	chart_boxes_clear(&v->boxes);
	v->fresh = true;
}

static void add_progress(const struct time_view *tv, struct worker_progress *progress)
{
	job_progress(stackchart_job(stackchart_view_of(&tv->view)->boxes.chart), progress);
}

static void cancel_counting(struct time_view *tv)
{
	job_cancel(stackchart_job(stackchart_view_of(&tv->view)->boxes.chart));
}

static void end_counting(struct time_view *tv)
{
	stackchart_free(stackchart_view_of(&tv->view)->boxes.chart);
}

/* ---- where everything is ---- */

size_t stackchart_view_box(const struct view_stackchart *v)
{
	return chart_boxes_at(&v->boxes, v->line, v->tv.cursor);
}

static void chart_go(struct time_view *tv, uint64_t time)
{
	const struct view_stackchart *v = stackchart_view_of(&tv->view);

	tv->cursor = 0;
	while (tv->cursor + 1 < v->boxes.cols &&
	       chart_boxes_range(&v->boxes, tv->cursor, tv->cursor).hi < time)
		tv->cursor++;
}

/* Until the user moves it, the cursor is at the record's time, or at the nearest box. */
static void place_cursor(struct view_stackchart *v)
{
	const struct time_range *shown = time_view_shown(&v->tv);
	int col;

	if (!v->fresh)
		return;
	v->tv.cursor = 0;
	if (v->from >= shown->lo && v->from <= shown->hi)
		chart_go(&v->tv, v->from);
	col = chart_boxes_nearest(&v->boxes, v->line, v->tv.cursor);
	v->tv.cursor = col < 0 ? v->tv.cursor : col;
}

void stackchart_view_lay_out(struct view_stackchart *v)
{
	chart_boxes_make(&v->boxes);
	if (v->fresh)
		v->line = v->wanted;
	if (v->line < -chart_boxes_lanes(&v->boxes))
		v->line = 0;
	place_cursor(v);
	if (v->line > 0 && v->line >= v->boxes.layout.levels)
		v->line = v->boxes.layout.levels ? v->boxes.layout.levels - 1 : 0;
}

/* ---- what is chosen ---- */

void stackchart_view_chosen_cols(const struct view_stackchart *v, int *from, int *to)
{
	size_t box = stackchart_view_box(v);

	time_view_chosen(&v->tv, from, to);
	if (v->tv.mark == NO_MARK && box != CHART_BOXES_NONE)
		chart_boxes_cols(&v->boxes, v->line, box, from, to);
}

bool stackchart_view_is_span(const struct view_stackchart *v)
{
	return v->tv.mark == NO_MARK && v->line < 0 && stackchart_view_box(v) != CHART_BOXES_NONE;
}

struct time_range stackchart_view_chosen(const struct time_view *tv)
{
	const struct view_stackchart *v = stackchart_view_of(&tv->view);
	size_t box = stackchart_view_box(v);
	int from, to;

	if (stackchart_view_is_span(v))
		return (struct time_range){ v->boxes.lanes.v[box].span.lo,
					    v->boxes.lanes.v[box].span.hi };
	stackchart_view_chosen_cols(v, &from, &to);
	return chart_boxes_range(&v->boxes, from, to);
}

static bool chart_inside(const struct time_view *tv, struct time_range *inner)
{
	const struct time_range *shown = time_view_shown(tv);

	*inner = stackchart_view_chosen(tv);
	inner->lo = inner->lo > shown->lo ? inner->lo : shown->lo;
	inner->hi = inner->hi < shown->hi ? inner->hi : shown->hi;
	return inner->lo < inner->hi && (inner->lo > shown->lo || inner->hi < shown->hi);
}

static uint64_t chart_time(const struct time_view *tv)
{
	return chart_boxes_range(&stackchart_view_of(&tv->view)->boxes, tv->cursor, tv->cursor).lo;
}

/* ---- actions ---- */

static void act_records(struct time_view *tv, const struct action_call *call)
{
	struct view_stackchart *v = stackchart_view_of(&tv->view);
	struct time_range range = stackchart_view_chosen(tv);
	struct buf condition = BUF_INIT;

	if (!stackchart_view_is_span(v)) {
		time_view_records(tv, call);
		return;
	}
	/* A span has records of any event. */
	time_range_condition(&range, &condition);
	records_filter_counted(tv->view.app, tv->what.where, condition.p, call->action);
	buf_release(&condition);
}

/*
 * The name of the function under the cursor, which the caller frees. NULL, after a message: there
 * is none.
 */
static char *function_here(struct view_stackchart *v, bool *calls)
{
	size_t box = stackchart_view_box(v);
	const struct stacktree *tree;
	const char *name = NULL;
	char *copy;

	tree = stackchart_lock(v->boxes.chart);
	if (v->line > 0 && box != CHART_BOXES_NONE) {
		uint32_t node = v->boxes.layout.boxes.v[box].node;

		name = stacktree_name(tree, stacktree_node(tree, node)->frame);
		*calls = stacktree_node(tree, node)->first;
	}
	copy = name && *name != '[' ? mem_strdup(name) : NULL;
	stackchart_unlock(v->boxes.chart);
	if (!copy)
		app_complain(v->tv.view.app, "No function with a name is here.");
	return copy;
}

static void act_code(struct time_view *tv, const struct action_call *call)
{
	bool calls = false;
	char *name = function_here(stackchart_view_of(&tv->view), &calls);

	(void)call;
	if (name)
		annotation_open_name(tv->view.app, name, strlen(name), calls, "");
	free(name);
}

static void act_sandwich(struct time_view *tv, const struct action_call *call)
{
	bool calls;
	char *name = function_here(stackchart_view_of(&tv->view), &calls);
	struct buf more = BUF_INIT;

	(void)call;
	args_add_where(tv->what.where, &more);
	if (name)
		sandwich_open_name(tv->view.app, name, strlen(name), more.p);
	buf_release(&more);
	free(name);
}

/* ---- search ---- */

static bool find_ready(struct view *view)
{
	return !stackchart_view_of(view)->tv.waiting;
}

/* Go to the next frame with the text, before or after the cursor's, line by line. */
static bool find_next(struct view *view, int dir)
{
	struct view_stackchart *v = stackchart_view_of(view);
	const struct stacktree *tree = stackchart_lock(v->boxes.chart);
	size_t here = v->line < 0 ? CHART_BOXES_NONE : stackchart_view_box(v), found;

	here = here == CHART_BOXES_NONE ? 0 : here;
	found = frame_match_next(&v->find.needle, &v->boxes.layout, tree, here, dir);
	stackchart_unlock(v->boxes.chart);
	if (found == v->boxes.layout.boxes.n)
		return false;
	v->line = v->wanted = v->boxes.layout.boxes.v[found].level;
	v->tv.cursor = v->boxes.layout.boxes.v[found].col;
	return true;
}

static void act_find(struct time_view *tv, const struct action_call *call)
{
	static const struct finder_ops find_ops = { .ready = find_ready, .next = find_next };

	finder_act(&stackchart_view_of(&tv->view)->find, &tv->view, &find_ops, call);
}

static void act_pane(struct time_view *tv, const struct action_call *call);

static const time_view_handler handlers[ACTION_COUNT] = {
	[ACTION_FLAG] = time_view_mark,
	[ACTION_MAXIMISE] = time_view_zoom,
	[ACTION_ZOOM_OUT] = time_view_zoom,
	[ACTION_EVENT_NEXT] = time_view_event,
	[ACTION_EVENT_ALL] = time_view_event,
	[ACTION_OPEN] = act_records,
	[ACTION_FILTER_AND] = act_records,
	[ACTION_FILTER_NOT] = act_records,
	[ACTION_FILTER_ONLY] = act_records,
	[ACTION_RIGHT] = stackchart_move_side,
	[ACTION_LEFT] = stackchart_move_side,
	[ACTION_DOWN] = stackchart_move_line,
	[ACTION_UP] = stackchart_move_line,
	[ACTION_PAGE_DOWN] = stackchart_move_page,
	[ACTION_PAGE_UP] = stackchart_move_page,
	[ACTION_FIRST] = stackchart_move_end,
	[ACTION_LAST] = stackchart_move_end,
	[ACTION_CODE] = act_code,
	[ACTION_VIEW_SANDWICH] = act_sandwich,
	[ACTION_PANE_NEXT] = act_pane,
	[ACTION_FIND] = act_find,
	[ACTION_FIND_NEXT] = act_find,
	[ACTION_FIND_PREV] = act_find,
};

static bool chart_act(struct view *view, const struct action_call *call)
{
	struct view_stackchart *v = stackchart_view_of(view);
	bool done;

	if (finder_escape(&v->find, call))
		return true;
	if (!handlers[call->action] || v->tv.waiting)
		return time_view_act(view, call);
	stackchart_view_lay_out(v);
	v->fresh = false;
	done = time_view_act(view, call);
	v->wanted = v->line;
	return done;
}

static void chart_go_to(struct view *view, const char *where)
{
	struct view_stackchart *v = stackchart_view_of(view);

	if (v->tv.waiting)
		return;
	stackchart_view_lay_out(v);
	v->fresh = false;
	time_view_go_to(view, where);
}

bool view_stackchart_knows(enum action action)
{
	return handlers[action];
}

/* ---- the view ---- */

/* Has the thread no samples of this event, but perhaps some of the next one? */
static bool is_of_other_event(const struct view_stackchart *v)
{
	struct worker_progress progress;

	job_progress(stackchart_job(v->boxes.chart), &progress);
	return progress.done && v->tv.n == 1 && !v->tv.cancelled && v->tv.what.by_event &&
	       eventpick_may_pass(&v->tv.what.event) &&
	       !stackchart_cell(v->boxes.chart, 0, SIZE_MAX).samples;
}

static bool chart_wake(struct view *view)
{
	struct view_stackchart *v = stackchart_view_of(view);
	bool inlined = view->app->settings.v[SETTING_INLINE];

	if (v->tv.waiting || (v->inlined == inlined && !is_of_other_event(v)))
		return time_view_wake(view);
	if (v->inlined == inlined)
		eventpick_pass_over(&v->tv.what.event);
	end_counting(&v->tv);
	start_counting(&v->tv);
	return true;
}

static void chart_close(struct view *view)
{
	struct view_stackchart *v = stackchart_view_of(view);

	chart_boxes_release(&v->boxes);
	finder_release(&v->find);
	time_view_close(view);
}

/* clang-format off */
const struct view_words view_stackchart_words[] = {
	{ ACTION_OPEN, "records", "show the records in the time of the frame or range; on a span: all records of the thread in its time" },
	{ ACTION_FLAG, "range", "start a time range here; again: cancel it" },
	{ ACTION_MAXIMISE, "zoom", "zoom into the time of the frame or span, or into the range" },
	{ ACTION_ZOOM_OUT, "out", "zoom out: show a longer time" },
	{ ACTION_RIGHT, "later", "next frame or span of the line; with a range: next column" },
	{ ACTION_LEFT, "earlier", "previous frame or span of the line; with a range: previous column" },
	{ ACTION_DOWN, "callee", "down: the callee; from the lines of spans: to the stacks" },
	{ ACTION_UP, "caller", "up: the caller; from the stacks: to the lines of spans" },
	{ ACTION_PAGE_DOWN, "later", "ten columns later" },
	{ ACTION_PAGE_UP, "earlier", "ten columns earlier" },
	{ ACTION_FIRST, "begin", "go to the start of the time on the screen" },
	{ ACTION_LAST, "end", "go to the end of the time on the screen" },
	{ ACTION_CODE, "code", "annotate the function of the frame" },
	{ ACTION_VIEW_SANDWICH, "callers", "show the function of the frame between its callers and its callees" },
	{ ACTION_PANE_NEXT, "thread, CPU", "toggle: the thread of the record under the cursor, or its CPU" },
	{ ACTION_FIND, "search", "mark the frames whose names contain a text" },
	{ ACTION_FIND_NEXT, "next", "go to the next marked frame" },
	{ ACTION_FIND_PREV, "previous", "go to the previous marked frame" },
	{ ACTION_NONE, NULL, NULL },
};

const struct number view_stackchart_numbers[] = {
	{ "samples", "samples", "of the thread or CPU in the time of the frame or range", NUMBER_EVENT },
	{ "duration", "ms", "of the chosen range or of the span; "
				"of a frame: the time of the columns that the frame covers", NUMBER_FILTER },
	{ NULL, NULL, NULL, NUMBER_NONE },
};
/* clang-format on */

static const struct view_ops ops = {
	.name = "the stack chart",
	.words = view_stackchart_words,
	.act = chart_act,
	.knows = time_view_knows,
	.hints = time_view_hints,
	.draw = stackchart_draw,
	.point = stackchart_draw_point,
	.text = stackchart_draw_text,
	.note = time_view_note,
	.time = time_view_time,
	.go_to = chart_go_to,
	.wake = chart_wake,
	.busy = time_view_busy,
	.cancel = time_view_stop,
	.close = chart_close,
};

static const struct time_view_ops time_ops = {
	.handlers = handlers,
	.start = start_counting,
	.progress = add_progress,
	.cancel = cancel_counting,
	.end = end_counting,
	.time = chart_time,
	.go = chart_go,
	.chosen = stackchart_view_chosen,
	.inside = chart_inside,
	.stacks = true,
};

/*
 * Open a chart of the records that pass a condition, and expr in typed; expr NULL: and the list's
 * filter.
 */
static int open_where(struct app *app, const char *condition, const char *typed, const char *expr,
		      struct err *err)
{
	struct buf where = BUF_INIT, arg = BUF_INIT;
	int rc = records_filter_where(app, typed, expr, &where, err);

	if (!rc) {
		buf_addf(&arg, where.len ? "where %s and (%s)" : "where %s%s", condition, where.p);
		rc = time_view_open(app, arg.p, sizeof(struct view_stackchart), &ops, &time_ops,
				    err);
	}
	buf_release(&where);
	buf_release(&arg);
	return rc;
}

static int open_own(struct app *app, bool cpu, const char *typed, const char *expr, struct err *err)
{
	struct buf condition = BUF_INIT;
	int rc = 0;

	if (record_thread_condition(app, cpu, &condition))
		rc = open_where(app, condition.p, typed, expr, err);
	else
		app_complain(app, "This record has no %s; :stackchart %s N names one.",
			     cpu ? "CPU" : "thread", cpu ? "cpu" : "tid");
	buf_release(&condition);
	return rc;
}

static void act_pane(struct time_view *tv, const struct action_call *call)
{
	struct err err = ERR_INIT;
	const char *cpu = strstr(tv->what.where, "cpu == ");

	(void)call;
	open_own(tv->view.app, !cpu, "", NULL, &err);
}

int stackchart_open(struct app *app, const char *arg, struct err *err)
{
	struct buf condition = BUF_INIT;
	const char *rest = arg, *expr = NULL;
	bool given = args_thread(arg, &condition, &rest);
	int rc;

	if (!strncmp(rest, "where ", 6))
		expr = rest + 6;
	if (*rest && !expr)
		rc = err_set_at(err, ERR_PARSE, (uint64_t)(rest - arg),
				"expected \"tid N\", \"cpu N\" or \"where EXPR\"");
	else if (given)
		rc = open_where(app, condition.p, arg, expr, err);
	else
		rc = open_own(app, false, arg, expr, err);
	buf_release(&condition);
	return rc;
}

void stackchart_open_thread(struct app *app, uint32_t pid, uint32_t tid)
{
	struct buf condition = BUF_INIT;
	struct err err = ERR_INIT;

	buf_addf(&condition, "tid == %d and pid == %d", (int)tid, (int)pid);
	if (open_where(app, condition.p, "", NULL, &err) < 0)
		app_complain(app, "%s", err.msg);
	buf_release(&condition);
}
