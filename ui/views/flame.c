/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/flame.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/mem.h"
#include "out/folded.h"
#include "shell/tui.h"
#include "stack/stackdiff.h"
#include "term/shades.h"
#include "views/finder.h"
#include "views/flameown.h"
#include "views/otherarg.h"
#include "views/stackview.h"
#include "views/views.h"
#include "widgets/flame_layout.h"
#include "widgets/framediff.h"
#include "widgets/listnav.h"
#include "widgets/plural.h"
#include "widgets/status.h"

enum {
	PAGE = 10, /* frames */
	TIMES_MAX = 1 << 12,
	MAP_COLS = 2,	 /* of the map of all levels, if the screen does not show all */
	LEGEND_ROWS = 8, /* rows of a screen that has room for a legend */
	MAPPED_COLS = 60 /* columns of a screen that has room for the map */
};

struct view_flame {
	struct view view;
	struct stackview stacks;
	struct flame_layout layout;
	struct flameown own;	 /* of the layout */
	struct stack_weight all; /* of the last layout */
	int cols;		 /* columns of the layout; 0: it must be made again */
	int map;		 /* columns of the map of levels, 0: none */
	uint32_t base;		 /* the node that fills the screen's width */
	uint32_t cursor;	 /* node */
	size_t box;		 /* of the cursor, if there are boxes */
	int top;		 /* the first level on the screen */
	int rows;		 /* screen rows for which top was found */
	bool icicle;		 /* the base is at the top */
	bool moved;		 /* the cursor was moved */
	struct finder find;
};

static struct view_flame *self(struct view *view)
{
	return (struct view_flame *)view;
}

static bool has_boxes(const struct view_flame *v)
{
	return v->layout.boxes.n;
}

static const struct flame_box *box_at(const struct view_flame *v)
{
	return &v->layout.boxes.v[v->box];
}

/* The frame that is drawn as selected: the cursor, or the next caller that is wide enough. */
static uint32_t shown_frame(const struct view_flame *v)
{
	return has_boxes(v) ? box_at(v)->node : v->cursor;
}

static void make_layout(struct view_flame *v, int cols)
{
	int64_t since = clock_ms();
	const struct stacktree *tree = stackview_lock(&v->stacks);

	if (!v->moved && stackview_is_counted(&v->stacks))
		v->cursor = stackview_place(&v->stacks);
	if (v->stacks.path)
		flame_layout_make_both(&v->layout, tree, v->base, cols);
	else
		flame_layout_make(&v->layout, tree, v->base, v->stacks.what.weighed, cols);
	flameown_make(&v->own, &v->stacks, tree, v->base);
	v->box = has_boxes(v) ? flame_layout_find(&v->layout, tree, v->cursor) : 0;
	v->all = stacktree_node(tree, STACK_ROOT)->total;
	stackview_unlock(&v->stacks);
	v->cols = cols;
	stackview_laid_out(&v->stacks, since);
}

/* A key may come before the view was drawn. */
static void ensure_layout(struct view_flame *v)
{
	if (!v->cols)
		make_layout(v, v->view.app->grid.cols > 0 ? v->view.app->grid.cols : 80);
}

/* ---- another tree ---- */

static void follow_tree(void *arg, const struct stacktree *now, const struct stacktree *before)
{
	struct view_flame *v = arg;

	v->base = stacktree_same(now, before, v->base);
	v->cursor = stacktree_same(now, before, v->cursor);
}

/* True: another tree is shown from now on. */
static bool renew(struct view_flame *v)
{
	if (!stackview_renew(&v->stacks, follow_tree, v))
		return false;
	if (v->cols)
		make_layout(v, v->cols);
	return true;
}

/* ---- actions ---- */

typedef void (*flame_handler)(struct view_flame *v, const struct action_call *call);

static void move_to(struct view_flame *v, size_t box)
{
	v->box = box;
	v->cursor = box_at(v)->node;
	v->moved = true;
}

static uint64_t times(const struct action_call *call)
{
	return call->count < TIMES_MAX ? call->count : TIMES_MAX;
}

static void flame_side(struct view_flame *v, const struct action_call *call)
{
	for (uint64_t n = times(call); n; n--)
		move_to(v, flame_layout_side(&v->layout, v->box,
					     call->action == ACTION_RIGHT ? 1 : -1));
}

static void flame_level(struct view_flame *v, const struct action_call *call)
{
	bool page = call->action == ACTION_PAGE_UP || call->action == ACTION_PAGE_DOWN;
	bool up = call->action == ACTION_UP || call->action == ACTION_PAGE_UP;

	for (uint64_t n = page ? PAGE : times(call); n; n--)
		move_to(v, flame_layout_level(&v->layout, v->box, up != v->icicle ? 1 : -1));
}

static void flame_first(struct view_flame *v, const struct action_call *call)
{
	(void)call;
	move_to(v, 0);
}

/* Go to the end of the widest frames. */
static void flame_last(struct view_flame *v, const struct action_call *call)
{
	size_t next;

	(void)call;
	while ((next = flame_layout_level(&v->layout, v->box, 1)) != v->box)
		move_to(v, next);
}

static void flame_zoom(struct view_flame *v, const struct action_call *call)
{
	uint32_t base = shown_frame(v);

	if (call->action == ACTION_ZOOM_OUT) {
		const struct stacktree *tree = stackview_lock(&v->stacks);

		base = stacktree_node(tree, v->base)->parent;
		stackview_unlock(&v->stacks);
		if (v->base == STACK_ROOT) {
			app_say(v->view.app, "The whole graph is shown.");
			return;
		}
	}
	v->moved = true;
	v->base = base;
	v->top = 0;
	make_layout(v, v->cols);
}

static void flame_invert(struct view_flame *v, const struct action_call *call)
{
	(void)call;
	v->icicle = !v->icicle;
}

static void flame_weight(struct view_flame *v, const struct action_call *call)
{
	(void)call;
	v->stacks.what.weighed = !v->stacks.what.weighed;
	if (!renew(v))
		make_layout(v, v->cols);
}

/* Another tree is counted, which is still empty. */
static void forget_tree(struct view_flame *v)
{
	v->base = v->cursor = STACK_ROOT;
	v->top = 0;
	v->moved = false;
	if (v->cols)
		make_layout(v, v->cols);
}

static void flame_turn(struct view_flame *v, const struct action_call *call)
{
	(void)call;
	if (v->stacks.wakers) {
		app_complain(v->view.app, "A graph with wakers always begins at the tasks.");
		return;
	}
	stackview_turn(&v->stacks);
	forget_tree(v);
}

static void flame_event(struct view_flame *v, const struct action_call *call)
{
	weighing_act(&v->stacks.what, call->action);
}

static void flame_records(struct view_flame *v, const struct action_call *call)
{
	stackview_records(&v->stacks, shown_frame(v), call->action);
}

/* ---- search ---- */

static bool find_ready(struct view *view)
{
	ensure_layout(self(view));
	return has_boxes(self(view));
}

static bool find_next(struct view *view, int dir)
{
	struct view_flame *v = self(view);
	const struct stacktree *tree = stackview_lock(&v->stacks);
	size_t found = finder_next_box(&v->find, &v->layout, tree, v->box, dir);

	stackview_unlock(&v->stacks);
	if (found == v->layout.boxes.n)
		return false;
	move_to(v, found);
	return true;
}

static void flame_find(struct view_flame *v, const struct action_call *call)
{
	static const struct finder_ops find_ops = { .ready = find_ready, .next = find_next };

	finder_act(&v->find, &v->view, &find_ops, call);
}

/* ---- the function of a frame ---- */

static void flame_code(struct view_flame *v, const struct action_call *call)
{
	(void)call;
	stackview_code(&v->stacks, shown_frame(v));
}

static void flame_sandwich(struct view_flame *v, const struct action_call *call)
{
	(void)call;
	stackview_sandwich(&v->stacks, shown_frame(v));
}

static void flame_spans(struct view_flame *v, const struct action_call *call)
{
	(void)call;
	stackview_spans(&v->stacks, shown_frame(v));
}

/* clang-format off */
static const flame_handler handlers[ACTION_COUNT] = {
	[ACTION_RIGHT] = flame_side,
	[ACTION_LEFT] = flame_side,
	[ACTION_UP] = flame_level,
	[ACTION_DOWN] = flame_level,
	[ACTION_PAGE_UP] = flame_level,
	[ACTION_PAGE_DOWN] = flame_level,
	[ACTION_FIRST] = flame_first,
	[ACTION_LAST] = flame_last,
	[ACTION_MAXIMISE] = flame_zoom,
	[ACTION_ZOOM_OUT] = flame_zoom,
	[ACTION_ORDER] = flame_invert,
	[ACTION_COUNT_BY] = flame_weight,
	[ACTION_PANE_NEXT] = flame_turn,
	[ACTION_EVENT_NEXT] = flame_event,
	[ACTION_EVENT_ALL] = flame_event,
	[ACTION_FIND] = flame_find,
	[ACTION_FIND_NEXT] = flame_find,
	[ACTION_FIND_PREV] = flame_find,
	[ACTION_OPEN] = flame_records,
	[ACTION_SPAN] = flame_spans,
	[ACTION_CODE] = flame_code,
	[ACTION_VIEW_SANDWICH] = flame_sandwich,
	[ACTION_FILTER_AND] = flame_records,
	[ACTION_FILTER_NOT] = flame_records,
	[ACTION_FILTER_ONLY] = flame_records,
};
/* clang-format on */

static bool works_empty(enum action action)
{
	return action == ACTION_PANE_NEXT || action == ACTION_COUNT_BY ||
	       action == ACTION_EVENT_NEXT || action == ACTION_EVENT_ALL;
}

static bool flame_act(struct view *view, const struct action_call *call)
{
	struct view_flame *v = self(view);

	if (finder_escape(&v->find, call))
		return true;
	if (!handlers[call->action])
		return false;
	ensure_layout(v);
	if (has_boxes(v) || works_empty(call->action))
		handlers[call->action](v, call);
	return true;
}

bool view_flame_knows(enum action action)
{
	return handlers[action];
}

static bool flame_knows(const struct view *view, enum action action)
{
	(void)view;
	return view_flame_knows(action);
}

static const enum action *flame_hints(const struct view *view)
{
	static const enum action hints[] = { ACTION_OPEN,      ACTION_EVENT_NEXT, ACTION_MAXIMISE,
					     ACTION_ZOOM_OUT,  ACTION_FIND,	  ACTION_ORDER,
					     ACTION_PANE_NEXT, ACTION_COUNT_BY,	  ACTION_CLOSE,
					     ACTION_HELP,      ACTION_NONE };
	static const enum action of_spans[] = { ACTION_OPEN,	  ACTION_SPAN,	   ACTION_MAXIMISE,
						ACTION_ZOOM_OUT,  ACTION_FIND,	   ACTION_ORDER,
						ACTION_PANE_NEXT, ACTION_COUNT_BY, ACTION_CLOSE,
						ACTION_HELP,	  ACTION_NONE };

	return stackview_is_of_spans(&((const struct view_flame *)view)->stacks) ? of_spans : hints;
}

/* ---- drawing ---- */

static int row_of(const struct view_flame *v, const struct surface *s, int level)
{
	return v->icicle ? level - v->top : s->rows - 1 - (level - v->top);
}

static void draw_box(const struct view_flame *v, const struct surface *s,
		     const struct stacktree *tree, size_t number)
{
	const struct flame_box *box = &v->layout.boxes.v[number];
	bool edge = box->level == v->top + s->rows - 1;
	struct framebox bar = {
		.style = box->style,
		.here = number == v->box,
		.found = finder_matches(&v->find, tree, box->node),
		.open = flame_layout_is_open(&v->layout, number, v->cols),
		.beyond = !edge || !flame_layout_goes_on(&v->layout, number) ? NULL
			  : v->icicle					     ? "\u2193"
									     : "\u2191",
	};
	struct buf note = BUF_INIT;

	/* The difference as text needs no colour. */
	if (v->stacks.path)
		framediff_add(stackdiff_points(&box->total, &v->all), &note);
	bar.note = note.p;
	stackview_draw_bar(s, row_of(v, s, box->level), box->col, box->cols, tree, box->node, &bar);
	buf_release(&note);
}

/*
 * Keep the cursor's level on the screen, and leave no row empty while there are levels beyond its
 * edge. If the screen's height changes, show as much of the base as the cursor allows.
 */
static void find_top(struct view_flame *v, int rows)
{
	int level = has_boxes(v) ? box_at(v)->level : 0;

	if (v->rows != rows)
		v->top = 0;
	v->rows = rows;
	v->top = (int)listnav_follow((uint64_t)v->top, (uint64_t)level,
				     (uint64_t)(rows > 0 ? rows : 0), (uint64_t)v->layout.levels);
}

static double percent(uint64_t part, uint64_t whole)
{
	return whole ? (double)part * 100 / (double)whole : 0;
}

/* Append the share; if compared, of both recordings. */
static void add_share(const struct view_flame *v, const struct stack_weight *part,
		      const struct stack_weight *whole, struct buf *out)
{
	if (v->stacks.path) {
		buf_addf(out, "%.1f%%, there %.1f%%", percent(part->samples, whole->samples),
			 percent(part->weight, whole->weight));
		return;
	}
	stackview_share(&v->stacks, part, whole, out);
	buf_addc(out, '%');
}

/* Append how many samples have the text in a drawn frame's name. */
static void add_found(const struct view_flame *v, const struct stacktree *tree, struct buf *out)
{
	struct stack_weight found = { 0 }, all = v->layout.boxes.v[0].total;
	VEC(bool) covered = { NULL };

	for (size_t i = 0; i < v->layout.boxes.n; i++) {
		const struct flame_box *box = &v->layout.boxes.v[i];
		bool own = finder_matches(&v->find, tree, box->node),
		     below = i && covered.v[box->below];

		vec_push(&covered, own || below);
		if (!own || below)
			continue;
		stack_weight_add(&found, &box->total);
	}
	vec_release(&covered);
	buf_adds(out, "found in ");
	add_share(v, &found, &all, out);
}

/* Append "1204 and 988 samples": those of this recording and of the other. */
static void add_both(const struct view_flame *v, const struct stack_weight *weight, struct buf *out)
{
	const struct weighing *what = &v->stacks.what;

	if (!what->weighed) {
		buf_addf(out, "%llu and ", (unsigned long long)weight->samples);
		plural_add(weight->weight, "sample", out);
		return;
	}
	buf_addf(out, "%s ", what->field);
	weighing_text(what, weight->samples, out);
	buf_adds(out, " and ");
	weighing_text(what, weight->weight, out);
}

static void draw_status(const struct view_flame *v, const struct surface *s,
			const struct stacktree *tree)
{
	struct surface line = surface_sub(s, 0, 0, 1, s->cols);
	struct buf title = BUF_INIT, position = BUF_INIT, work = BUF_INIT;

	stackview_title(&v->stacks, "flame graph", &title);
	if (has_boxes(v) && v->find.needle.typed)
		add_found(v, tree, &position);
	else if (has_boxes(v) && v->stacks.path)
		add_both(v, &v->layout.boxes.v[0].total, &position);
	else if (has_boxes(v))
		stackview_add_count(&v->stacks, v->layout.boxes.v[0].total.samples, &position);
	stackview_work(&v->stacks, &work);
	status_draw(&line, &(struct status){ title.p, position.p, work.p, true });
	buf_release(&title);
	buf_release(&position);
	buf_release(&work);
}

/* "12.3%, there 15.6%, +3.3; its own 1.0%, there 1.2%, +0.2; 412 and 433 samples" */
static void both_text(const struct view_flame *v, const struct flame_box *box, struct buf *out)
{
	const struct stack_weight *parts[] = { &box->total, &box->self };

	for (size_t i = 0; i < 2; i++) {
		buf_adds(out, i ? "its own " : "");
		add_share(v, parts[i], &v->all, out);
		buf_addf(out, ", %+.1f; ", stackdiff_points(parts[i], &v->all));
	}
	add_both(v, &box->total, out);
}

/* "f in libc.so.6: 12 samples, 3.4%, 5 of them its own" */
static void frame_text(const struct view_flame *v, const struct stacktree *tree, struct buf *out)
{
	const struct flame_box *box = box_at(v);

	stackview_name_in(tree, box->node, out);
	buf_adds(out, ": ");
	if (v->stacks.path) {
		both_text(v, box, out);
		return;
	}
	stackview_numbers(&v->stacks, &box->total, &v->all, out);
	buf_adds(out, ", its own ");
	stackview_share(&v->stacks, &box->self, &v->all, out);
	buf_addc(out, '%');
	if (v->base == STACK_ROOT)
		return;
	buf_adds(out, "; of the visible part ");
	stackview_share(&v->stacks, &box->total, &v->layout.boxes.v[0].total, out);
	buf_addc(out, '%');
}

/* The map comes at a larger width than it goes, because it changes the width itself. */
static void fit(struct view_flame *v, int rows, int cols)
{
	if (v->cols + v->map != cols)
		make_layout(v, cols - v->map > 0 ? cols - v->map : cols);
	if (v->map && (v->layout.levels + MAP_COLS <= rows || cols < MAPPED_COLS)) {
		v->map = 0;
		make_layout(v, cols);
	} else if (!v->map && v->layout.levels > rows && rows > 1 && cols >= MAPPED_COLS) {
		v->map = MAP_COLS;
		make_layout(v, cols - v->map);
	}
}

/* The number of columns that frames of a level cover. */
static uint64_t level_cols(const struct view_flame *v, int level)
{
	uint64_t cols = 0;

	for (size_t i = 0; i < v->layout.boxes.n; i++)
		if (v->layout.boxes.v[i].level == level)
			cols += (uint64_t)v->layout.boxes.v[i].cols;
	return cols;
}

/*
 * Draw all levels on the right, in as many rows as there are: how much of the width each level
 * covers, with a line next to the levels on the screen.
 */
static void draw_map(const struct view_flame *v, const struct surface *s)
{
	for (int i = 0; i < s->rows; i++) {
		int level = i * v->layout.levels / s->rows;
		int row = v->icicle ? i : s->rows - 1 - i;
		uint64_t cols = level_cols(v, level);
		bool shown = level >= v->top && level < v->top + s->rows;

		surface_put(s, row, s->cols - 2, STYLE_TITLE_FOCUS, shown ? "\u2502" : " ");
		shade_draw(s, row, s->cols - 1, cols, (uint64_t)v->cols);
	}
}

/* Draw the functions in the rows that the graph leaves free. */
static void draw_own(const struct view_flame *v, const struct surface *body,
		     const struct stacktree *tree)
{
	int levels = v->layout.levels, rows = body->rows - levels - 1;
	struct surface room = surface_sub(body, v->icicle ? levels + 1 : 0, 0, rows, body->cols);

	if (has_boxes(v))
		flameown_draw(&v->own, &v->stacks, tree,
			      stacktree_node(tree, box_at(v)->node)->frame, &room);
}

static void flame_draw(struct view *view, const struct surface *s, struct term_cursor *cursor)
{
	struct view_flame *v = self(view);
	int legend = v->stacks.path && s->rows > LEGEND_ROWS;
	struct surface body = surface_sub(s, 1 + legend, 0, s->rows - 2 - legend, s->cols);
	struct surface line = surface_sub(s, 1, 0, legend, s->cols);
	const struct stacktree *tree;
	struct buf text = BUF_INIT;

	fit(v, body.rows, s->cols);
	find_top(v, body.rows);
	tree = stackview_lock(&v->stacks);
	draw_status(v, s, tree);
	for (size_t i = 0; i < v->layout.boxes.n; i++)
		draw_box(v, &body, tree, i);
	if (v->map)
		draw_map(v, &body);
	else
		draw_own(v, &body, tree);
	if (legend)
		framediff_legend(&line);
	if (has_boxes(v)) {
		int row = row_of(v, &body, box_at(v)->level);

		frame_text(v, tree, &text);
		*cursor = (struct term_cursor){ body.row + row, body.col + box_at(v)->col, false };
	} else {
		buf_adds(&text, stackview_busy(&v->stacks) ? "counting\u2026"
							   : stackview_empty(&v->stacks));
	}
	stackview_unlock(&v->stacks);
	surface_put_left(s, s->rows - 1, 1, s->cols - 1, STYLE_NORMAL, text.p);
	buf_release(&text);
}

/* ---- background work ---- */

/*
 * The stacks in folded form, as FlameGraph reads them; if compared, with the numbers of both
 * recordings, as it reads them for a differential flame graph.
 */
static void flame_text(struct view *view, struct buf *out)
{
	struct view_flame *v = self(view);
	const struct err *err = stackview_error(&v->stacks);
	struct folded folded;

	renew(v);
	if (err->code && err->code != ERR_STOPPED)
		app_fail(view->app, "Not compared", err);
	folded_init(&folded, stackview_lock(&v->stacks), v->stacks.what.weighed);
	folded.both = v->stacks.path;
	folded_next(&folded, SIZE_MAX, out);
	folded_release(&folded);
	stackview_unlock(&v->stacks);
}

static void flame_note(struct view *view, struct buf *out)
{
	weighing_add_note(&self(view)->stacks.what, out);
}

static bool flame_busy(const struct view *view)
{
	return stackview_busy(&((const struct view_flame *)view)->stacks);
}

static bool flame_wake(struct view *view)
{
	struct view_flame *v = self(view);
	bool busy = flame_busy(view), first = !has_boxes(v);

	if (stackview_is_outdated(&v->stacks)) {
		stackview_restart(&v->stacks);
		forget_tree(v);
		return true;
	}
	if (renew(v))
		return true;
	if (!stackview_is_due(&v->stacks, first))
		return false;
	if (v->cols)
		make_layout(v, v->cols);
	return !busy || first;
}

static bool flame_cancel(struct view *view)
{
	return stackview_cancel(&self(view)->stacks);
}

static void flame_close(struct view *view)
{
	struct view_flame *v = self(view);

	stackview_close(&v->stacks);
	flame_layout_release(&v->layout);
	flameown_release(&v->own);
	finder_release(&v->find);
	free(v);
}

/* ---- the view ---- */

/* clang-format off */
static const struct view_words words[] = {
	{ ACTION_UP, "up", "up: the callee, widest first; upside down: the caller" },
	{ ACTION_DOWN, "down", "down: the caller; upside down: the callee" },
	{ ACTION_RIGHT, "right", "the frame on the right" },
	{ ACTION_LEFT, "left", "the frame on the left" },
	{ ACTION_FIRST, "base", "go to the frame at the base" },
	{ ACTION_LAST, "top", "follow the widest frames to their end" },
	{ ACTION_OPEN, "records", "show the records whose stacks have this frame here" },
	{ ACTION_SPAN, "longest", "in a graph of spans (:offcpu): count the spans of this frame; Enter on the count opens the longest" },
	{ ACTION_CODE, "code", "annotate the function of the frame" },
	{ ACTION_VIEW_SANDWICH, "callers", "show the function of the frame between its callers and its callees" },
	{ ACTION_MAXIMISE, "zoom", "zoom in: this frame fills the screen" },
	{ ACTION_ZOOM_OUT, "zoom out", "zoom out to its caller" },
	{ ACTION_FIND, "search", "mark the frames whose names contain a text" },
	{ ACTION_FIND_NEXT, "next", "go to the next marked frame" },
	{ ACTION_FIND_PREV, "previous", "go to the previous marked frame" },
	{ ACTION_ORDER, "upside down", "turn the graph upside down: tasks at the top, or at the bottom" },
	{ ACTION_PANE_NEXT, "callers", "toggle: start with the tasks, or with the innermost functions and their callers" },
	{ ACTION_COUNT_BY, "weight", "weight: samples, period, or the field of :flame by FIELD" },
	{ ACTION_NONE, NULL, NULL },
};
/* clang-format on */

/* clang-format off */
const struct number view_flame_numbers[] = {
	{ "samples", "samples", "with the frame", NUMBER_EVENT },
	{ "FIELD", "s, ns or none", "sum of the numbers of these samples", NUMBER_EVENT },
	{ "%", "%", "share of samples, or of the sum, with the frame", NUMBER_EVENT },
	{ "% its own", "%", "share of samples, or of the sum, in the frame itself", NUMBER_EVENT },
	{ NULL, NULL, NULL, NUMBER_NONE },
};
/* clang-format on */

static const struct view_ops ops = {
	.name = "the flame graph",
	.words = words,
	.act = flame_act,
	.knows = flame_knows,
	.hints = flame_hints,
	.draw = flame_draw,
	.text = flame_text,
	.note = flame_note,
	.wake = flame_wake,
	.busy = flame_busy,
	.cancel = flame_cancel,
	.close = flame_close,
};

static int open_graph(struct app *app, const char *arg, const char *path, bool wakers,
		      struct err *err)
{
	struct view_flame *v = mem_zalloc(sizeof(*v));
	int rc;

	v->view = VIEW_INIT(&ops, app);
	rc = path     ? stackview_open_beside(&v->stacks, &v->view, arg, path, err)
	     : wakers ? stackview_open_wakers(&v->stacks, &v->view, arg, err)
		      : stackview_open(&v->stacks, &v->view, arg, false, err);
	if (rc < 0 || !v->view.topic) {
		free(v);
		return rc;
	}
	app_push(app, &v->view);
	return 0;
}

int flame_open_beside(struct app *app, const char *arg, const char *path, struct err *err)
{
	return open_graph(app, arg, path, false, err);
}

int flame_open(struct app *app, const char *arg, struct err *err)
{
	const char *rest = arg;
	char *path = otherarg_parse(&rest);
	int rc = open_graph(app, rest, path, false, err);

	if (rc && err->offset != ERR_NO_OFFSET)
		err->offset += (uint64_t)(rest - arg);
	free(path);
	return rc;
}

bool flame_compare(struct app *app, const char *path)
{
	struct view *view = app_view(app);
	struct err err = ERR_INIT; /* what the graph shows is correct */
	struct buf arg = BUF_INIT;

	if (view->ops != &ops)
		return false;
	stackview_add_arg(&self(view)->stacks, &arg);
	flame_open_beside(app, arg.p, path, &err);
	buf_release(&arg);
	return true;
}

int flame_open_wakers(struct app *app, const char *arg, struct err *err)
{
	return open_graph(app, arg, NULL, true, err);
}
