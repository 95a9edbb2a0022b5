/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/stackchart.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "records/records.h"
#include "session/session_time.h"
#include "views/annotation.h"
#include "views/args.h"
#include "views/chart_boxes.h"
#include "views/finder.h"
#include "views/record_thread.h"
#include "views/sandwich.h"
#include "views/stack_view.h"
#include "views/time_view.h"
#include "views/views.h"
#include "widgets/frame_match.h"
#include "widgets/listnav.h"
#include "widgets/parts.h"

enum {
	TEXT_COLS = 60,	   /* columns of the view as text */
	HEAD = 3,	   /* lines above the lanes */
	PAGE = 10,	   /* columns */
	LABEL_COLS = 10,   /* for the names of lanes, */
	LABELLED_COLS = 60 /* width of a screen with room for them */
};

/* The cursor is on a column and on a line of the boxes. */
struct view_stackchart {
	struct time_view tv; /* its cursor and mark are columns */
	struct chart_boxes boxes;
	int left;      /* columns before them */
	int line;      /* the cursor's line, */
	int wanted;    /* and where the user left it: it may not be found yet */
	int top, rows; /* the line of the first frame on the screen, and the number of lines */
	bool inlined;  /* :set inline at the beginning */
	uint64_t from; /* time of the record at the beginning, 0: none */
	bool begun;
	bool fresh; /* the user has not moved the cursor */
	struct finder find;
};

static struct view_stackchart *self(const struct view *view)
{
	return container_of(view, struct view_stackchart, tv.view);
}

/* ---- what is counted ---- */

static void start_counting(struct time_view *tv)
{
	struct view_stackchart *v = self(&tv->view);
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
	v->boxes.cols = v->boxes.cols ? v->boxes.cols : TEXT_COLS;
	chart_boxes_clear(&v->boxes);
	v->fresh = true;
}

static void add_progress(const struct time_view *tv, struct worker_progress *progress)
{
	job_progress(stackchart_job(self(&tv->view)->boxes.chart), progress);
}

static void cancel_counting(struct time_view *tv)
{
	job_cancel(stackchart_job(self(&tv->view)->boxes.chart));
}

static void end_counting(struct time_view *tv)
{
	stackchart_free(self(&tv->view)->boxes.chart);
}

/* ---- where everything is ---- */

static size_t box_here(const struct view_stackchart *v)
{
	return chart_boxes_at(&v->boxes, v->line, v->tv.cursor);
}

static void chart_go(struct time_view *tv, uint64_t time)
{
	const struct view_stackchart *v = self(&tv->view);

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

static void make_layout(struct view_stackchart *v)
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

/* Get the columns of the box under the cursor, or those up to the mark. */
static void chosen_cols(const struct view_stackchart *v, int *from, int *to)
{
	size_t box = box_here(v);

	time_view_chosen(&v->tv, from, to);
	if (v->tv.mark == NO_MARK && box != CHART_BOXES_NONE)
		chart_boxes_cols(&v->boxes, v->line, box, from, to);
}

/* Is it a span? Its time is its own, not that of its columns. */
static bool is_span(const struct view_stackchart *v)
{
	return v->tv.mark == NO_MARK && v->line < 0 && box_here(v) != CHART_BOXES_NONE;
}

static struct time_range chart_chosen(const struct time_view *tv)
{
	const struct view_stackchart *v = self(&tv->view);
	size_t box = box_here(v);
	int from, to;

	if (is_span(v))
		return (struct time_range){ v->boxes.lanes.v[box].span.lo,
					    v->boxes.lanes.v[box].span.hi };
	chosen_cols(v, &from, &to);
	return chart_boxes_range(&v->boxes, from, to);
}

static bool chart_inside(const struct time_view *tv, struct time_range *inner)
{
	const struct time_range *shown = time_view_shown(tv);

	*inner = chart_chosen(tv);
	inner->lo = inner->lo > shown->lo ? inner->lo : shown->lo;
	inner->hi = inner->hi < shown->hi ? inner->hi : shown->hi;
	return inner->lo < inner->hi && (inner->lo > shown->lo || inner->hi < shown->hi);
}

static uint64_t chart_time(const struct time_view *tv)
{
	return chart_boxes_range(&self(&tv->view)->boxes, tv->cursor, tv->cursor).lo;
}

/* ---- actions ---- */

static void act_records(struct time_view *tv, const struct action_call *call)
{
	struct view_stackchart *v = self(&tv->view);
	struct time_range range = chart_chosen(tv);
	struct buf condition = BUF_INIT;

	if (!is_span(v)) {
		time_view_records(tv, call);
		return;
	}
	/* A span has records of any event. */
	time_range_condition(&range, &condition);
	records_filter_counted(tv->view.app, tv->what.where, condition.p, call->action);
	buf_release(&condition);
}

static void move_column(struct view_stackchart *v, int64_t by)
{
	v->tv.cursor = (int)time_view_nearest(v->tv.cursor + by, v->boxes.cols);
}

/* The first column of the line's next box in a direction. The same column: there is none. */
static int next_box(const struct view_stackchart *v, int dir)
{
	size_t here = box_here(v);
	int from = v->tv.cursor, to = from;

	if (here != CHART_BOXES_NONE)
		chart_boxes_cols(&v->boxes, v->line, here, &from, &to);
	for (int col = dir > 0 ? to + 1 : from - 1; col >= 0 && col < v->boxes.cols; col += dir) {
		size_t box = chart_boxes_at(&v->boxes, v->line, col);

		if (box != CHART_BOXES_NONE) {
			chart_boxes_cols(&v->boxes, v->line, box, &from, &to);
			return from;
		}
	}
	return v->tv.cursor;
}

static void act_side(struct time_view *tv, const struct action_call *call)
{
	struct view_stackchart *v = self(&tv->view);
	int64_t by = time_view_steps(call, call->action == ACTION_RIGHT);

	if (tv->mark != NO_MARK) {
		move_column(v, by);
		return;
	}
	for (; by; by += by > 0 ? -1 : 1) {
		int to = next_box(v, by > 0 ? 1 : -1);

		if (to == tv->cursor)
			return;
		tv->cursor = to;
	}
}

/*
 * Below a frame is a frame that it calls, if that is within its time; lanes are next to all frames.
 */
static bool step_line(struct view_stackchart *v, int dir)
{
	int line = v->line + dir, col, from, to;
	size_t here = box_here(v);

	if (line < -chart_boxes_lanes(&v->boxes) || line >= v->boxes.layout.levels)
		return false;
	col = chart_boxes_nearest(&v->boxes, line, v->tv.cursor);
	if (col < 0)
		return false;
	if (here != CHART_BOXES_NONE && v->line >= 0 && dir > 0) {
		chart_boxes_cols(&v->boxes, v->line, here, &from, &to);
		for (col = from;
		     col <= to && chart_boxes_at(&v->boxes, line, col) == CHART_BOXES_NONE;)
			col++;
		if (v->tv.cursor > col &&
		    chart_boxes_at(&v->boxes, line, v->tv.cursor) != CHART_BOXES_NONE)
			col = v->tv.cursor;
		if (col > to)
			return false;
	}
	v->line = line;
	v->tv.cursor = col;
	return true;
}

static void act_line(struct time_view *tv, const struct action_call *call)
{
	int64_t by = time_view_steps(call, call->action == ACTION_DOWN);

	for (; by && step_line(self(&tv->view), by > 0 ? 1 : -1); by += by > 0 ? -1 : 1)
		;
}

static void act_page(struct time_view *tv, const struct action_call *call)
{
	move_column(self(&tv->view), call->action == ACTION_PAGE_DOWN ? PAGE : -PAGE);
}

static void act_end(struct time_view *tv, const struct action_call *call)
{
	move_column(self(&tv->view), call->action == ACTION_LAST ? INT32_MAX : -INT32_MAX);
}

/*
 * The name of the function under the cursor, which the caller frees. NULL, after a message: there
 * is none.
 */
static char *function_here(struct view_stackchart *v, bool *calls)
{
	size_t box = box_here(v);
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
	char *name = function_here(self(&tv->view), &calls);

	(void)call;
	if (name)
		annotation_open_name(tv->view.app, name, strlen(name), calls, "");
	free(name);
}

static void act_sandwich(struct time_view *tv, const struct action_call *call)
{
	bool calls;
	char *name = function_here(self(&tv->view), &calls);
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
	return !self(view)->tv.waiting;
}

/* Go to the next frame with the text, before or after the cursor's, line by line. */
static bool find_next(struct view *view, int dir)
{
	struct view_stackchart *v = self(view);
	const struct stacktree *tree = stackchart_lock(v->boxes.chart);
	size_t here = v->line < 0 ? CHART_BOXES_NONE : box_here(v), found;

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

	finder_act(&self(&tv->view)->find, &tv->view, &find_ops, call);
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
	[ACTION_RIGHT] = act_side,
	[ACTION_LEFT] = act_side,
	[ACTION_DOWN] = act_line,
	[ACTION_UP] = act_line,
	[ACTION_PAGE_DOWN] = act_page,
	[ACTION_PAGE_UP] = act_page,
	[ACTION_FIRST] = act_end,
	[ACTION_LAST] = act_end,
	[ACTION_CODE] = act_code,
	[ACTION_VIEW_SANDWICH] = act_sandwich,
	[ACTION_PANE_NEXT] = act_pane,
	[ACTION_FIND] = act_find,
	[ACTION_FIND_NEXT] = act_find,
	[ACTION_FIND_PREV] = act_find,
};

static bool chart_act(struct view *view, const struct action_call *call)
{
	struct view_stackchart *v = self(view);
	bool done;

	if (finder_escape(&v->find, call))
		return true;
	if (!handlers[call->action] || v->tv.waiting)
		return time_view_act(view, call);
	make_layout(v);
	v->fresh = false;
	done = time_view_act(view, call);
	v->wanted = v->line;
	return done;
}

static void chart_go_to(struct view *view, const char *where)
{
	struct view_stackchart *v = self(view);

	if (v->tv.waiting)
		return;
	make_layout(v);
	v->fresh = false;
	time_view_go_to(view, where);
}

bool view_stackchart_knows(enum action action)
{
	return handlers[action];
}

/* ---- drawing ---- */

/* "7.811 ms", "0.000001 ms" */
static void add_duration(uint64_t ns, struct buf *out)
{
	text_add_ms(ns, out);
	if (ns < 1000)
		buf_addf(out, "%03u", (unsigned)ns);
	buf_adds(out, " ms");
}

/*
 * "1821.697621032 to 1821.705432100: 7.811 ms, 35 samples", or "at 1821.697621032: 1 sample". The
 * samples are those of whole columns, so a span has no such number.
 */
static void chosen_text(const struct view_stackchart *v, struct buf *out)
{
	struct time_range range = chart_chosen(&v->tv);
	int from, to;

	chosen_cols(v, &from, &to);
	if (range.lo == range.hi) {
		buf_adds(out, "at ");
		session_time_add(v->tv.view.app->session, range.lo, out);
		buf_adds(out, ": ");
	} else {
		time_range_add(v->tv.view.app, &range, out);
		buf_adds(out, ": ");
		/* The time of columns includes their last ns. */
		add_duration(range.hi - range.lo + !is_span(v), out);
		if (is_span(v))
			return;
		buf_adds(out, ", ");
	}
	text_add_plural(chart_boxes_cell(&v->boxes, from, to).samples, "sample", out);
}

/* "hash_point in photolab", or "syscall futex" */
static void frame_text(const struct view_stackchart *v, const struct stacktree *tree,
		       struct buf *out)
{
	size_t box = box_here(v);

	if (box == CHART_BOXES_NONE) {
		buf_adds(out, v->boxes.layout.boxes.n ? "no sample" : "no samples");
		return;
	}
	if (v->line < 0) {
		buf_addf(out, "%s ",
			 stackchart_lane(v->boxes.chart, (size_t)v->boxes.lanes.v[box].lane));
		text_escape_str(out, stacktree_name(tree, v->boxes.lanes.v[box].span.name));
		return;
	}
	stack_view_name_in(tree, v->boxes.layout.boxes.v[box].node, out);
}

/* The choice up to a mark is drawn reversed, as in other views of time. */
static void draw_chosen(const struct view_stackchart *v, const struct surface *s, int row)
{
	int from, to;

	time_view_chosen(&v->tv, &from, &to);
	surface_restyle(s, row, v->left + from, to - from + 1,
			v->tv.mark == NO_MARK ? STYLE_SELECTED_DIM : STYLE_SELECTED);
}

static void draw_status(const struct view_stackchart *v, const struct surface *s)
{
	struct buf title = BUF_INIT, position = BUF_INIT;
	struct stackchart_cell all = stackchart_cell(v->boxes.chart, 0, SIZE_MAX);

	buf_adds(&title, "stack chart");
	counted_add_event(&v->tv.what, &title);
	if (v->inlined)
		buf_adds(&title, PARTS_MORE " with inlined functions");
	text_add_plural(all.samples, "sample", &position);
	time_view_draw_status(&v->tv, s, &title, position.p);
	buf_release(&title);
	buf_release(&position);
}

static void fit(struct view_stackchart *v, int cols)
{
	v->left = chart_boxes_lanes(&v->boxes) && cols >= LABELLED_COLS ? LABEL_COLS : 0;
	cols = cols - v->left > 0 ? cols - v->left : 1;
	time_view_rescale(&v->tv, v->boxes.cols, cols);
	v->boxes.cols = cols;
	make_layout(v);
}

static void draw_boxes(struct view_stackchart *v, const struct surface *lanes,
		       const struct surface *stacks, struct buf *text)
{
	const struct stacktree *tree = stackchart_lock(v->boxes.chart);
	const struct chart_boxes_drawing drawing = {
		.tree = tree,
		.left = v->left,
		.top = v->top,
		.line = v->line,
		.here = box_here(v),
		.needle = &v->find.needle,
	};

	chart_boxes_draw_lanes(&v->boxes, lanes, &drawing);
	chart_boxes_draw_stacks(&v->boxes, stacks, &drawing);
	frame_text(v, tree, text);
	stackchart_unlock(v->boxes.chart);
}

static void chart_draw(struct view *view, const struct surface *s, struct term_cursor *cursor)
{
	struct view_stackchart *v = self(view);
	struct surface lanes, stacks;
	struct buf text = BUF_INIT;
	int body = s->rows - HEAD - 1, n, from, to;

	if (time_view_draw_empty(&v->tv, s))
		return;
	fit(v, s->cols);
	n = chart_boxes_lanes(&v->boxes) < body ? chart_boxes_lanes(&v->boxes) : body;
	lanes = surface_sub(s, HEAD, 0, n, s->cols);
	stacks = surface_sub(s, HEAD + n, 0, body - n, s->cols);
	v->rows = stacks.rows;
	v->top = (int)listnav_follow((uint64_t)v->top, (uint64_t)(v->line > 0 ? v->line : 0),
				     (uint64_t)(stacks.rows > 0 ? stacks.rows : 0),
				     (uint64_t)v->boxes.layout.levels);
	draw_status(v, s);
	chosen_text(v, &text);
	parts_draw(s, 1, 1, s->cols - 1, STYLE_NORMAL, text.p);
	buf_reset(&text);
	time_view_draw_axis(&v->tv, s, 2, v->left, v->boxes.cols, false);
	draw_chosen(v, s, 2);
	draw_boxes(v, &lanes, &stacks, &text);
	surface_put_left(s, s->rows - 1, 1, s->cols - 1, STYLE_NORMAL, text.p);
	buf_release(&text);
	chosen_cols(v, &from, &to);
	*cursor =
		(struct term_cursor){ s->row + HEAD +
					      (v->line < 0 ? v->line + chart_boxes_lanes(&v->boxes)
							   : n + v->line - v->top),
				      s->col + v->left + from, false };
}

static bool chart_point(struct view *view, int row, int col, bool select)
{
	struct view_stackchart *v = self(view);
	int n, line;

	if (v->tv.waiting)
		return false;
	n = chart_boxes_lanes(&v->boxes);
	line = row - HEAD < n ? row - HEAD - n : row - HEAD - n + v->top;
	if (row < HEAD || line >= v->boxes.layout.levels || col < v->left ||
	    col >= v->left + v->boxes.cols)
		return false;
	if (select) {
		v->line = v->wanted = line;
		v->fresh = false;
		v->tv.cursor = col - v->left;
	}
	return true;
}

/* ---- as text ---- */

static void frame_line(struct view_stackchart *v, const struct stacktree *tree, size_t number,
		       struct buf *out)
{
	const struct flame_box *box = &v->boxes.layout.boxes.v[number];
	struct time_range range = chart_boxes_range(&v->boxes, box->col, box->col + box->cols - 1);

	session_time_add(v->tv.view.app->session, range.lo, out);
	buf_addc(out, ' ');
	add_duration(range.hi - range.lo + 1, out);
	buf_addf(out, " %llu ", (unsigned long long)box->total.samples);
	buf_fill(out, ' ', 2 * (size_t)box->level);
	stack_view_name(tree, box->node, out);
	buf_addc(out, '\n');
}

/* Append the spans of all lanes, then the frames that begin in each column, outermost first. */
static void chart_text(struct view *view, struct buf *out)
{
	struct view_stackchart *v = self(view);
	const struct stacktree *tree;
	size_t n;

	if (time_view_text_empty(&v->tv, out))
		return;
	n = stackchart_columns(v->boxes.chart);
	v->boxes.cols = n < TEXT_COLS ? (int)n : TEXT_COLS;
	make_layout(v);
	tree = stackchart_lock(v->boxes.chart);
	for (size_t i = 0; i < v->boxes.lanes.n; i++) {
		const struct lane_box *box = &v->boxes.lanes.v[i];

		session_time_add(view->app->session, box->span.lo, out);
		buf_addc(out, ' ');
		add_duration(box->span.hi - box->span.lo, out);
		buf_addf(out, " %s ", stackchart_lane(v->boxes.chart, (size_t)box->lane));
		text_escape_str(out, stacktree_name(tree, box->span.name));
		buf_addc(out, '\n');
	}
	for (int col = 0; col < v->boxes.cols; col++)
		for (size_t i = 0; i < v->boxes.layout.boxes.n; i++)
			if (v->boxes.layout.boxes.v[i].col == col)
				frame_line(v, tree, i, out);
	if (!v->boxes.layout.boxes.n)
		buf_adds(out, "no samples\n");
	stackchart_unlock(v->boxes.chart);
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
	struct view_stackchart *v = self(view);
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
	struct view_stackchart *v = self(view);

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
	{ "duration", "ms", "of the frame's columns, of the span, of the range", NUMBER_FILTER },
	{ NULL, NULL, NULL, NUMBER_NONE },
};
/* clang-format on */

static const struct view_ops ops = {
	.name = "the stack chart",
	.words = view_stackchart_words,
	.act = chart_act,
	.knows = time_view_knows,
	.hints = time_view_hints,
	.draw = chart_draw,
	.point = chart_point,
	.text = chart_text,
	.note = time_view_note,
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
	.chosen = chart_chosen,
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
