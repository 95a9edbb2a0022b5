/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/flame.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/mem.h"
#include "out/folded.h"
#include "shell/tui.h"
#include "views/args.h"
#include "views/flame_view.h"
#include "views/overview.h"
#include "views/span_views.h"
#include "views/views.h"

/* The frame that is drawn as selected: the cursor, or the next caller that is wide enough. */
static uint32_t shown_frame(const struct view_flame *v)
{
	return flame_view_has_boxes(v) ? flame_view_box(v)->node : v->cursor;
}

void flame_view_lay_out(struct view_flame *v, int cols)
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
	v->box = flame_view_has_boxes(v) ? flame_layout_find(&v->layout, tree, v->cursor) : 0;
	v->fv.all = stacktree_node(tree, STACK_ROOT)->total;
	stack_view_unlock(&v->fv.stacks);
	v->fv.cols = cols;
	stack_view_laid_out(&v->fv.stacks, since);
}

static void ensure_layout(struct frame_view *fv)
{
	if (!fv->cols)
		flame_view_lay_out(flame_view_of(&fv->view), frame_view_first_cols(fv));
}

static void lay_out_again(void *arg)
{
	struct view_flame *v = arg;

	if (v->fv.cols)
		flame_view_lay_out(v, v->fv.cols);
}

static bool has_boxes(const struct frame_view *fv)
{
	return flame_view_has_boxes(flame_view_of(&fv->view));
}

/* ---- another tree ---- */

static void follow_tree(void *arg, const struct stacktree *now, const struct stacktree *before)
{
	struct view_flame *v = arg;

	v->base = stacktree_same(now, before, v->base);
	v->cursor = stacktree_same(now, before, v->cursor);
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

/* True: another tree is shown from now on. */
static bool renew(struct view_flame *v)
{
	if (!stack_view_renew(&v->fv.stacks, follow_tree, v))
		return false;
	lay_out_again(v);
	return true;
}

/* ---- actions ---- */

static void flame_zoom(struct frame_view *fv, const struct action_call *call)
{
	struct view_flame *v = flame_view_of(&fv->view);
	uint32_t base = shown_frame(v);

	if (call->action == ACTION_ZOOM_OUT && v->base == STACK_ROOT) {
		app_say(v->fv.view.app, "The whole graph is shown.");
		return;
	}
	if (call->action == ACTION_ZOOM_OUT) {
		base = stacktree_node(stack_view_lock(&v->fv.stacks), v->base)->parent;
		stack_view_unlock(&v->fv.stacks);
	}
	v->moved = true;
	v->base = base;
	v->top = 0;
	flame_view_lay_out(v, v->fv.cols);
}

static void flame_invert(struct frame_view *fv, const struct action_call *call)
{
	struct view_flame *v = flame_view_of(&fv->view);

	(void)call;
	v->icicle = !v->icicle;
}

static void flame_weight(struct frame_view *fv, const struct action_call *call)
{
	struct view_flame *v = flame_view_of(&fv->view);

	(void)call;
	v->fv.stacks.what.weighed = !v->fv.stacks.what.weighed;
	if (!renew(v))
		flame_view_lay_out(v, v->fv.cols);
}

static void flame_turn(struct frame_view *fv, const struct action_call *call)
{
	struct view_flame *v = flame_view_of(&fv->view);

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
	struct view_flame *v = flame_view_of(&fv->view);

	stack_view_records(&v->fv.stacks, shown_frame(v), call->action);
}

/* ---- the function of a frame ---- */

/* The base of all stacks is no function: take the one with the most samples of its own. */
static void flame_code(struct frame_view *fv, const struct action_call *call)
{
	struct view_flame *v = flame_view_of(&fv->view);
	uint32_t node = shown_frame(v);

	(void)call;
	if (node == STACK_ROOT && fv->own.lines.n)
		stack_view_code_of(&fv->stacks, fv->own.lines.v[0].frame, false);
	else
		stack_view_code(&fv->stacks, node);
}

static void flame_sandwich(struct frame_view *fv, const struct action_call *call)
{
	struct view_flame *v = flame_view_of(&fv->view);

	(void)call;
	stack_view_sandwich(&v->fv.stacks, shown_frame(v));
}

static void flame_spans(struct frame_view *fv, const struct action_call *call)
{
	struct view_flame *v = flame_view_of(&fv->view);

	(void)call;
	stack_view_spans(&v->fv.stacks, shown_frame(v));
}

/* clang-format off */
static const frame_view_handler handlers[ACTION_COUNT] = {
	[ACTION_RIGHT] = flame_move_side,
	[ACTION_LEFT] = flame_move_side,
	[ACTION_UP] = flame_move_level,
	[ACTION_DOWN] = flame_move_level,
	[ACTION_PAGE_UP] = flame_move_level,
	[ACTION_PAGE_DOWN] = flame_move_level,
	[ACTION_FIRST] = flame_move_first,
	[ACTION_LAST] = flame_move_last,
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

	return stack_view_is_of_spans(&flame_view_of(view)->fv.stacks) ? of_spans : hints;
}

/* ---- the view ---- */

/*
 * The stacks in folded form, as FlameGraph reads them; if compared, with the numbers of both
 * recordings, as it reads them for a differential flame graph.
 */
static void flame_text(struct view *view, struct buf *out)
{
	struct view_flame *v = flame_view_of(view);
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
	return stack_view_cancel(&flame_view_of(view)->fv.stacks);
}

static void flame_close(struct view *view)
{
	struct view_flame *v = flame_view_of(view);

	frame_view_release(&v->fv);
	flame_layout_release(&v->layout);
	free(v);
}

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
	.has_boxes = has_boxes,
	.next = flame_move_next,
};
/* clang-format on */

/* ---- opening ---- */

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
	/* With + and - in a graph, the list still looks for the next record of the new filter. */
	v->from_all = overview_is(app_view(app)) || app_view(app)->ops == &ops ||
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
	stack_view_add_arg(&flame_view_of(view)->fv.stacks, &arg);
	flame_open_beside(app, arg.p, path, &err);
	buf_release(&arg);
	return true;
}

int flame_open_wakers(struct app *app, const char *arg, struct err *err)
{
	return open_graph(app, arg, NULL, true, err);
}
