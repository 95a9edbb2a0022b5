/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/flame.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/text.h"
#include "out/folded.h"
#include "shell/tui.h"
#include "stack/stackdiff.h"
#include "views/args.h"
#include "views/flame_map.h"
#include "views/frame_view.h"
#include "views/overview.h"
#include "views/span_views.h"
#include "views/views.h"
#include "widgets/flame_layout.h"
#include "widgets/frame_match.h"
#include "widgets/framediff.h"
#include "widgets/listnav.h"
#include "widgets/parts.h"

enum {
	PAGE = 10,	 /* frames */
	LEGEND_ROWS = 8, /* rows of a screen that has room for a legend */
};

struct view_flame {
	struct frame_view fv;
	struct flame_layout layout;
	int map;	 /* columns of the map of levels, 0: none */
	uint32_t base;	 /* the node that fills the screen's width */
	uint32_t cursor; /* node */
	size_t box;	 /* of the cursor, if there are boxes */
	int top;	 /* the first level on the screen */
	int rows;	 /* screen rows for which top was found */
	bool icicle;	 /* the base is at the top */
	bool moved;	 /* the cursor was moved */
	bool from_all;	 /* it begins at "all", else at the stack of the current record */
};

static struct view_flame *self(const struct view *view)
{
	return container_of(view, struct view_flame, fv.view);
}

static bool has_boxes(const struct view_flame *v)
{
	return v->layout.boxes.n;
}

static bool has_frames(const struct frame_view *fv)
{
	return has_boxes(self(&fv->view));
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
	const struct stacktree *tree = stack_view_lock(&v->fv.stacks);

	if (!v->moved && !v->from_all && stack_view_is_counted(&v->fv.stacks))
		v->cursor = stack_view_place(&v->fv.stacks);
	if (v->fv.stacks.path)
		flame_layout_make_both(&v->layout, tree, v->base, cols);
	else
		flame_layout_make(&v->layout, tree, v->base, v->fv.stacks.what.weighed, cols);
	flame_own_make(&v->fv.own, &v->fv.stacks, tree, v->base);
	v->box = has_boxes(v) ? flame_layout_find(&v->layout, tree, v->cursor) : 0;
	v->fv.all = stacktree_node(tree, STACK_ROOT)->total;
	stack_view_unlock(&v->fv.stacks);
	v->fv.cols = cols;
	stack_view_laid_out(&v->fv.stacks, since);
}

static void ensure_layout(struct frame_view *fv)
{
	if (!fv->cols)
		make_layout(self(&fv->view), frame_view_first_cols(fv));
}

static void lay_out_again(void *arg)
{
	struct view_flame *v = arg;

	if (v->fv.cols)
		make_layout(v, v->fv.cols);
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
	if (!stack_view_renew(&v->fv.stacks, follow_tree, v))
		return false;
	lay_out_again(v);
	return true;
}

/* ---- actions ---- */

static void move_to(struct view_flame *v, size_t box)
{
	v->box = box;
	v->cursor = box_at(v)->node;
	v->moved = true;
}

static void flame_side(struct frame_view *fv, const struct action_call *call)
{
	struct view_flame *v = self(&fv->view);

	for (uint64_t n = frame_view_times(call); n; n--)
		move_to(v, flame_layout_side(&v->layout, v->box,
					     call->action == ACTION_RIGHT ? 1 : -1));
}

static void flame_level(struct frame_view *fv, const struct action_call *call)
{
	struct view_flame *v = self(&fv->view);
	bool page = call->action == ACTION_PAGE_UP || call->action == ACTION_PAGE_DOWN;
	bool up = call->action == ACTION_UP || call->action == ACTION_PAGE_UP;

	for (uint64_t n = page ? PAGE : frame_view_times(call); n; n--)
		move_to(v, flame_layout_level(&v->layout, v->box, up != v->icicle ? 1 : -1));
}

static void flame_first(struct frame_view *fv, const struct action_call *call)
{
	struct view_flame *v = self(&fv->view);

	(void)call;
	move_to(v, 0);
}

/* Go to the end of the widest frames. */
static void flame_last(struct frame_view *fv, const struct action_call *call)
{
	struct view_flame *v = self(&fv->view);
	size_t next;

	(void)call;
	while ((next = flame_layout_level(&v->layout, v->box, 1)) != v->box)
		move_to(v, next);
}

static void flame_zoom(struct frame_view *fv, const struct action_call *call)
{
	struct view_flame *v = self(&fv->view);
	uint32_t base = shown_frame(v);

	if (call->action == ACTION_ZOOM_OUT) {
		const struct stacktree *tree = stack_view_lock(&v->fv.stacks);

		base = stacktree_node(tree, v->base)->parent;
		stack_view_unlock(&v->fv.stacks);
		if (v->base == STACK_ROOT) {
			app_say(v->fv.view.app, "The whole graph is shown.");
			return;
		}
	}
	v->moved = true;
	v->base = base;
	v->top = 0;
	make_layout(v, v->fv.cols);
}

static void flame_invert(struct frame_view *fv, const struct action_call *call)
{
	struct view_flame *v = self(&fv->view);

	(void)call;
	v->icicle = !v->icicle;
}

static void flame_weight(struct frame_view *fv, const struct action_call *call)
{
	struct view_flame *v = self(&fv->view);

	(void)call;
	v->fv.stacks.what.weighed = !v->fv.stacks.what.weighed;
	if (!renew(v))
		make_layout(v, v->fv.cols);
}

/* Another tree is counted, which is still empty. */
static void forget_tree(void *arg)
{
	struct view_flame *v = arg;

	v->base = v->cursor = STACK_ROOT;
	v->top = 0;
	v->moved = false;
	lay_out_again(v);
}

static void flame_turn(struct frame_view *fv, const struct action_call *call)
{
	struct view_flame *v = self(&fv->view);

	(void)call;
	if (v->fv.stacks.wakers) {
		app_complain(v->fv.view.app, "A graph with wakers always begins at the tasks.");
		return;
	}
	stack_view_turn(&v->fv.stacks);
	forget_tree(v);
}

static void flame_records(struct frame_view *fv, const struct action_call *call)
{
	struct view_flame *v = self(&fv->view);

	stack_view_records(&v->fv.stacks, shown_frame(v), call->action);
}

/* ---- search ---- */

static bool find_next(struct view *view, int dir)
{
	struct view_flame *v = self(view);
	const struct stacktree *tree = stack_view_lock(&v->fv.stacks);
	size_t found = frame_match_next(&v->fv.find.needle, &v->layout, tree, v->box, dir);

	stack_view_unlock(&v->fv.stacks);
	if (found == v->layout.boxes.n)
		return false;
	move_to(v, found);
	return true;
}

/* ---- the function of a frame ---- */

/* The base of all stacks is no function: take the one with the most samples of its own. */
static void flame_code(struct frame_view *fv, const struct action_call *call)
{
	struct view_flame *v = self(&fv->view);
	uint32_t node = shown_frame(v);

	(void)call;
	if (node == STACK_ROOT && fv->own.lines.n)
		stack_view_code_of(&fv->stacks, fv->own.lines.v[0].frame, false);
	else
		stack_view_code(&fv->stacks, node);
}

static void flame_sandwich(struct frame_view *fv, const struct action_call *call)
{
	struct view_flame *v = self(&fv->view);

	(void)call;
	stack_view_sandwich(&v->fv.stacks, shown_frame(v));
}

static void flame_spans(struct frame_view *fv, const struct action_call *call)
{
	struct view_flame *v = self(&fv->view);

	(void)call;
	stack_view_spans(&v->fv.stacks, shown_frame(v));
}

/* clang-format off */
static const frame_view_handler handlers[ACTION_COUNT] = {
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
	[ACTION_EVENT_NEXT] = frame_view_event,
	[ACTION_EVENT_ALL] = frame_view_event,
	[ACTION_FIND] = frame_view_find,
	[ACTION_FIND_NEXT] = frame_view_find,
	[ACTION_FIND_PREV] = frame_view_find,
	[ACTION_OPEN] = flame_records,
	[ACTION_SPAN] = flame_spans,
	[ACTION_CODE] = flame_code,
	[ACTION_VIEW_SANDWICH] = flame_sandwich,
	[ACTION_FILTER_AND] = flame_records,
	[ACTION_FILTER_NOT] = flame_records,
	[ACTION_FILTER_ONLY] = flame_records,
};
/* clang-format on */

bool view_flame_knows(enum action action)
{
	return handlers[action];
}

static const enum action *flame_hints(const struct view *view)
{
	static const enum action hints[] = { ACTION_OPEN,     ACTION_EVENT_NEXT, ACTION_MAXIMISE,
					     ACTION_ZOOM_OUT, ACTION_FIND,	 ACTION_FILTER_AND,
					     ACTION_ORDER,    ACTION_PANE_NEXT,	 ACTION_COUNT_BY,
					     ACTION_CLOSE,    ACTION_HELP,	 ACTION_NONE };
	static const enum action of_spans[] = {
		ACTION_OPEN,	 ACTION_SPAN,	    ACTION_MAXIMISE, ACTION_ZOOM_OUT,
		ACTION_FIND,	 ACTION_FILTER_AND, ACTION_ORDER,    ACTION_PANE_NEXT,
		ACTION_COUNT_BY, ACTION_CLOSE,	    ACTION_HELP,     ACTION_NONE
	};

	return stack_view_is_of_spans(&self(view)->fv.stacks) ? of_spans : hints;
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
		.eighths = v->fv.stacks.path ? 0 : box->eighths,
		.here = number == v->box,
		.beyond = !edge	      ? NULL
			  : v->icicle ? "\u2193"
				      : "\u2191",
	};
	struct buf note = BUF_INIT;

	/* The difference as text needs no colour. */
	if (v->fv.stacks.path)
		framediff_add(stackdiff_points(&box->total, &v->fv.all), &note);
	bar.note = note.p;
	frame_view_draw_box(&v->fv, s, row_of(v, s, box->level), &v->layout, tree, number, &bar);
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

/* Append which part of all samples has the text in a drawn frame's name. */
static void add_found(const struct view_flame *v, const struct stacktree *tree, struct buf *out)
{
	struct stack_weight found = { 0 };
	VEC(bool) covered = { NULL };

	for (size_t i = 0; i < v->layout.boxes.n; i++) {
		const struct flame_box *box = &v->layout.boxes.v[i];
		bool own = frame_match_node(&v->fv.find.needle, tree, box->node),
		     below = i && covered.v[box->below];

		vec_push(&covered, own || below);
		if (!own || below)
			continue;
		stack_weight_add(&found, &box->total);
	}
	vec_release(&covered);
	buf_adds(out, "found in ");
	stack_view_add_percent(&v->fv.stacks, &found, &v->fv.all, out);
}

/* Append "1204 and 988 samples": those of this recording and of the other. */
static void add_both(const struct view_flame *v, const struct stack_weight *weight, struct buf *out)
{
	const struct counted_records *what = &v->fv.stacks.what;

	if (!what->weighed) {
		buf_addf(out, "%llu and ", (unsigned long long)weight->samples);
		text_add_plural(weight->weight, "sample", out);
		return;
	}
	buf_addf(out, "%s ", what->field);
	counted_text(what, weight->samples, out);
	buf_adds(out, " and ");
	counted_text(what, weight->weight, out);
}

static void draw_status(const struct view_flame *v, const struct surface *s,
			const struct stacktree *tree)
{
	struct buf position = BUF_INIT, what = BUF_INIT;

	buf_adds(&what, "flame graph");
	if (has_boxes(v) && v->base != STACK_ROOT) {
		buf_adds(&what, PARTS_LONG " within ");
		stack_view_name(tree, v->base, &what);
	}
	if (has_boxes(v) && v->fv.find.needle.typed)
		add_found(v, tree, &position);
	else if (has_boxes(v) && v->fv.stacks.path)
		add_both(v, &v->layout.boxes.v[0].total, &position);
	else if (has_boxes(v))
		stack_view_add_count(&v->fv.stacks, v->layout.boxes.v[0].total.samples, &position);
	frame_view_draw_status(&v->fv, s, what.p, position.p);
	buf_release(&position);
	buf_release(&what);
}

/* "12.3%, there 15.6%, +3.3; its own 1.0%, there 1.2%, +0.2; 412 and 433 samples" */
static void both_text(const struct view_flame *v, const struct flame_box *box, struct buf *out)
{
	const struct stack_weight *parts[] = { &box->total, &box->self };

	for (size_t i = 0; i < 2; i++) {
		buf_adds(out, i ? "its own " : "");
		stack_view_add_percent(&v->fv.stacks, parts[i], &v->fv.all, out);
		buf_addf(out, ", %+.1f; ", stackdiff_points(parts[i], &v->fv.all));
	}
	add_both(v, &box->total, out);
}

/* "12 samples, 3.4%, its own 1.2%; of the visible part 5.6%"; its own only if there are some. */
static void one_text(const struct view_flame *v, const struct flame_box *box, struct buf *out)
{
	stack_view_numbers(&v->fv.stacks, &box->total, &v->fv.all, out);
	if (box->self.samples) {
		buf_adds(out, ", its own ");
		stack_view_add_percent(&v->fv.stacks, &box->self, &v->fv.all, out);
	}
	if (v->base == STACK_ROOT)
		return;
	buf_adds(out, "; of the visible part ");
	stack_view_add_percent(&v->fv.stacks, &box->total, &v->layout.boxes.v[0].total, out);
}

/* "f in libc.so.6: 12 samples, 3.4%, its own 1.2%" */
static void frame_text(const struct view_flame *v, const struct stacktree *tree, struct buf *out)
{
	const struct flame_box *box = box_at(v);

	stack_view_add_sharing(&v->fv.stacks, &v->layout, v->box, &v->fv.all, out);
	stack_view_name_in(tree, box->node, out);
	buf_adds(out, ": ");
	if (v->fv.stacks.path)
		both_text(v, box, out);
	else
		one_text(v, box, out);
}

/* The map changes the width of the graph itself. */
static void fit(struct view_flame *v, int rows, int cols)
{
	int map;

	if (v->fv.cols + v->map != cols)
		make_layout(v, cols - v->map > 0 ? cols - v->map : cols);
	map = flame_map_cols(v->map, v->layout.levels, rows, cols);
	if (map == v->map)
		return;
	v->map = map;
	make_layout(v, cols - map);
}

/* Draw the functions in the rows that the graph leaves free. */
static void draw_own(const struct view_flame *v, const struct surface *body,
		     const struct stacktree *tree)
{
	int levels = v->layout.levels, rows = body->rows - levels - 1;
	struct surface room = surface_sub(body, v->icicle ? levels + 1 : 0, 0, rows, body->cols);

	if (has_boxes(v))
		flame_own_draw(&v->fv.own, &v->fv.stacks, tree,
			       stacktree_node(tree, box_at(v)->node)->frame, &room);
}

static void flame_draw(struct view *view, const struct surface *s, struct term_cursor *cursor)
{
	struct view_flame *v = self(view);
	int legend = v->fv.stacks.path && s->rows > LEGEND_ROWS;
	struct surface body = surface_sub(s, 1 + legend, 0, s->rows - 2 - legend, s->cols);
	struct surface line = surface_sub(s, 1, 0, legend, s->cols);
	const struct stacktree *tree;
	struct buf text = BUF_INIT;

	fit(v, body.rows, s->cols);
	find_top(v, body.rows);
	tree = stack_view_lock(&v->fv.stacks);
	draw_status(v, s, tree);
	for (size_t i = 0; i < v->layout.boxes.n; i++)
		draw_box(v, &body, tree, i);
	if (v->map)
		flame_map_draw(&v->layout, v->top, v->icicle, v->fv.cols, &body);
	else
		draw_own(v, &body, tree);
	if (legend)
		framediff_legend(&line);
	if (has_boxes(v)) {
		int row = row_of(v, &body, box_at(v)->level);

		frame_text(v, tree, &text);
		frame_view_draw_text(&v->fv, s, &v->layout, v->box, &text);
		*cursor = (struct term_cursor){ body.row + row, body.col + box_at(v)->col, false };
	} else {
		buf_adds(&text, stack_view_busy(&v->fv.stacks) ? "counting\u2026"
							       : stack_view_empty(&v->fv.stacks));
		surface_put_left(s, s->rows - 1, 1, s->cols - 1, STYLE_NORMAL, text.p);
	}
	stack_view_unlock(&v->fv.stacks);
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
	const struct err *err = stack_view_error(&v->fv.stacks);
	struct folded folded;

	renew(v);
	if (err->code && err->code != ERR_STOPPED)
		app_fail(view->app, "Not compared", err);
	folded_init(&folded, stack_view_lock(&v->fv.stacks), v->fv.stacks.what.weighed);
	folded.both = v->fv.stacks.path;
	folded_next(&folded, SIZE_MAX, out);
	folded_release(&folded);
	stack_view_unlock(&v->fv.stacks);
}

static bool flame_cancel(struct view *view)
{
	return stack_view_cancel(&self(view)->fv.stacks);
}

static void flame_close(struct view *view)
{
	struct view_flame *v = self(view);

	frame_view_release(&v->fv);
	flame_layout_release(&v->layout);
	free(v);
}

/* ---- the view ---- */

/* clang-format off */
const struct view_words view_flame_words[] = {
	{ ACTION_UP, "up", "up: the widest callee; if the graph is upside down: the caller" },
	{ ACTION_DOWN, "down", "down: the caller; if the graph is upside down: the widest callee" },
	{ ACTION_RIGHT, "right", "the frame on the right" },
	{ ACTION_LEFT, "left", "the frame on the left" },
	{ ACTION_FIRST, "base", "go to the frame at the base" },
	{ ACTION_LAST, "top", "follow the widest frames to their end" },
	{ ACTION_OPEN, "records", "show the records whose stacks have this frame in this place" },
	{ ACTION_SPAN, "longest", "in a graph of spans (:offcpu): show totals of the spans of this frame; Enter there opens the longest" },
	{ ACTION_CODE, "code", "annotate the function of the frame; on the frame \"all\": the hottest function" },
	{ ACTION_VIEW_SANDWICH, "callers", "show the function of the frame between its callers and its callees" },
	{ ACTION_MAXIMISE, "zoom", "zoom in: this frame fills the screen" },
	{ ACTION_ZOOM_OUT, "out", "zoom out to the caller" },
	{ ACTION_FIND, "search", "mark the frames whose names contain a text" },
	{ ACTION_FIND_NEXT, "next", "go to the next marked frame" },
	{ ACTION_FIND_PREV, "previous", "go to the previous marked frame" },
	{ ACTION_ORDER, "upside down", "turn the graph upside down: tasks at the top, or at the bottom" },
	{ ACTION_PANE_NEXT, "callers", "toggle: start with the tasks, or with the innermost functions and their callers" },
	{ ACTION_COUNT_BY, "weight", "next weight: samples, period, or the field of :flame by FIELD" },
	{ ACTION_NONE, NULL, NULL },
};
/* clang-format on */

/* clang-format off */
const struct number view_flame_numbers[] = {
	{ "samples", "samples", "with the frame", NUMBER_EVENT },
	{ "FIELD", "s, ns or none", "sum of the field in these samples", NUMBER_EVENT },
	{ "%", "%", "share of samples, or of the sum, with the frame", NUMBER_EVENT },
	{ "% its own", "%", "share of samples, or of the sum, in the frame itself", NUMBER_EVENT },
	{ NULL, NULL, NULL, NUMBER_NONE },
};
/* clang-format on */

static const struct view_ops ops = {
	.name = "the flame graph",
	.words = view_flame_words,
	.act = frame_view_act,
	.knows = frame_view_knows,
	.hints = flame_hints,
	.draw = flame_draw,
	.text = flame_text,
	.note = frame_view_note,
	.wake = frame_view_wake,
	.busy = frame_view_busy,
	.cancel = flame_cancel,
	.close = flame_close,
};

/* clang-format off */
static const struct frame_view_ops frames = {
	.handlers = handlers,
	.empty = (const enum action[]){ ACTION_PANE_NEXT, ACTION_COUNT_BY, ACTION_EVENT_NEXT, ACTION_EVENT_ALL, ACTION_NONE },
	.stacks = { .moved = follow_tree, .restarted = forget_tree, .changed = lay_out_again },
	.ensure = ensure_layout,
	.has_boxes = has_frames,
	.next = find_next,
};
/* clang-format on */

static int open_graph(struct app *app, const char *arg, const char *path, bool wakers,
		      struct err *err)
{
	struct view_flame *v = mem_zalloc(sizeof(*v));
	int rc;

	v->fv.view = VIEW_INIT(&ops, app);
	v->fv.ops = &frames;
	rc = path     ? stack_view_open_beside(&v->fv.stacks, &v->fv.view, arg, path, err)
	     : wakers ? stack_view_open_wakers(&v->fv.stacks, &v->fv.view, arg, err)
		      : stack_view_open(&v->fv.stacks, &v->fv.view, arg, false, err);
	if (rc < 0 || !v->fv.view.topic) {
		free(v);
		return rc;
	}
	v->from_all = overview_is(app_view(app)) ||
		      span_views_offcpu_rest(v->fv.stacks.what.where, v->fv.stacks.what.field);
	app_push(app, &v->fv.view);
	return 0;
}

int flame_open_beside(struct app *app, const char *arg, const char *path, struct err *err)
{
	return open_graph(app, arg, path, false, err);
}

int flame_open(struct app *app, const char *arg, struct err *err)
{
	const char *rest = arg;
	char *path;
	int rc = args_compare(app, &rest, &path, err);

	if (!rc)
		rc = open_graph(app, rest, path, false, err);
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
	stack_view_add_arg(&self(view)->fv.stacks, &arg);
	flame_open_beside(app, arg.p, path, &err);
	buf_release(&arg);
	return true;
}

int flame_open_wakers(struct app *app, const char *arg, struct err *err)
{
	return open_graph(app, arg, NULL, true, err);
}
