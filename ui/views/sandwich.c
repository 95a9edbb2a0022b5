/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/sandwich.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/text.h"
#include "filter/lex.h"
#include "views/annotation.h"
#include "views/args.h"
#include "views/sandwich_condition.h"
#include "views/sandwich_view.h"
#include "views/views.h"

/* ---- what is in the middle ---- */

/* Choose the record's function, or the hottest one counted so far. */
static void choose_function(struct view_sandwich *v, const struct stacktree *tree)
{
	uint32_t place = stack_view_is_counted(&v->fv.stacks) ? stacks_place(v->fv.stacks.job)
							      : STACK_ROOT;
	uint32_t frame = stacktree_node(tree, place)->depth > 1 ? stacktree_node(tree, place)->frame
								: sandwich_hottest(tree);

	free(v->function);
	v->function = frame == STACK_NO_FRAME ? NULL : mem_strdup(stacktree_name(tree, frame));
}

void sandwich_view_lay_out(struct view_sandwich *v, int cols)
{
	for (enum sandwich_side side = CALLERS; side < SIDES; side++) {
		v->layout[side].boxes.n = 0;
		v->layout[side].levels = 0;
		if (v->function && sandwich_has_function(&v->sandwich))
			flame_layout_make(&v->layout[side], sandwich_view_tree(v, side),
					  SANDWICH_FUNCTION, v->fv.stacks.what.weighed, cols);
	}
	if (sandwich_view_has_boxes(v))
		flame_own_make(&v->fv.own, &v->fv.stacks, sandwich_view_tree(v, CALLEES),
			       SANDWICH_FUNCTION);
	v->box = sandwich_view_has_boxes(v)
			 ? flame_layout_find(&v->layout[v->side], sandwich_view_tree(v, v->side),
					     v->cursor)
			 : 0;
	v->fv.cols = cols;
}

static void forget_cursor(struct view_sandwich *v)
{
	v->side = CALLEES;
	v->cursor = SANDWICH_FUNCTION;
	v->placed = false;
}

void sandwich_view_make(void *arg)
{
	struct view_sandwich *v = arg;
	struct sandwich before = v->sandwich;
	int64_t since = clock_ms();
	const struct stacktree *tree = stacks_lock(v->fv.stacks.job);

	v->sandwich = (struct sandwich){ .callers = { NULL } };
	if (!v->given)
		choose_function(v, tree);
	if (v->function)
		sandwich_make(&v->sandwich, tree, v->function,
			      recording_spool_dir(v->fv.view.app->rec));
	v->fv.all = stacktree_node(tree, STACK_ROOT)->total;
	stacks_unlock(v->fv.stacks.job);
	if (before.callees.nodes_n > v->cursor && v->function && v->cursor != SANDWICH_FUNCTION &&
	    before.callers.nodes_n) {
		const struct stacktree *of = v->side == CALLERS ? &before.callers : &before.callees;

		v->cursor = stacktree_same(sandwich_view_tree(v, v->side), of, v->cursor);
	}
	if (v->cursor == STACK_ROOT)
		v->cursor = SANDWICH_FUNCTION;
	sandwich_release(&before);
	if (v->fv.cols)
		sandwich_view_lay_out(v, v->fv.cols);
	stack_view_laid_out(&v->fv.stacks, since);
}

void sandwich_view_ensure(struct frame_view *fv)
{
	struct view_sandwich *v = sandwich_view_of(&fv->view);

	if (!v->sandwich.callees.nodes_n)
		sandwich_view_make(v);
	if (!v->fv.cols)
		sandwich_view_lay_out(v, frame_view_first_cols(fv));
}

/* Put another function in the middle. The view owns the name from now on. */
static void set_function(struct view_sandwich *v, char *function)
{
	free(v->function);
	v->function = function;
	v->given = true;
	forget_cursor(v);
	sandwich_view_make(v);
}

uint32_t sandwich_view_function(const struct view_sandwich *v)
{
	const struct stack_node *node = stacktree_node(sandwich_view_tree(v, v->side), v->cursor);

	return v->side == CALLERS && !node->first ? STACK_NO_FRAME : node->frame;
}

/* ---- actions ---- */

static void act_middle(struct frame_view *fv, const struct action_call *call)
{
	struct view_sandwich *v = sandwich_view_of(&fv->view);
	uint32_t frame = sandwich_view_function(v);

	(void)call;
	if (frame == STACK_NO_FRAME) {
		app_complain(v->fv.view.app, "This is a task, not a function.");
		return;
	}
	if (v->cursor == SANDWICH_FUNCTION) {
		app_say(v->fv.view.app, "This function is already in the middle.");
		return;
	}
	vec_push(&v->before, mem_strdup(v->function));
	set_function(v, mem_strdup(stacktree_name(sandwich_view_tree(v, v->side), frame)));
}

static void act_back(struct frame_view *fv, const struct action_call *call)
{
	struct view_sandwich *v = sandwich_view_of(&fv->view);

	(void)call;
	if (v->before.n)
		set_function(v, v->before.v[--v->before.n]);
	else
		app_say(v->fv.view.app, "No other function was in the middle.");
}

static void act_weight(struct frame_view *fv, const struct action_call *call)
{
	struct view_sandwich *v = sandwich_view_of(&fv->view);

	(void)call;
	v->fv.stacks.what.weighed = !v->fv.stacks.what.weighed;
	if (v->fv.cols)
		sandwich_view_lay_out(v, v->fv.cols);
}

static void act_records(struct frame_view *fv, const struct action_call *call)
{
	struct view_sandwich *v = sandwich_view_of(&fv->view);
	bool callers = v->side == CALLERS && v->cursor != SANDWICH_FUNCTION;
	struct buf condition = BUF_INIT;

	if (!sandwich_condition_add(sandwich_view_tree(v, v->side), v->cursor, callers, v->function,
				    v->fv.stacks.inlined, &condition) ||
	    condition.len >= FILTER_TEXT_MAX)
		app_complain(v->fv.view.app, "No filter can select this stack.");
	else
		counted_records(&v->fv.stacks.what, v->fv.view.app, condition.p, call->action);
	buf_release(&condition);
}

static void act_code(struct frame_view *fv, const struct action_call *call)
{
	struct view_sandwich *v = sandwich_view_of(&fv->view);
	const struct stacktree *tree = sandwich_view_tree(v, v->side);
	uint32_t frame = sandwich_view_function(v);
	const char *name = frame == STACK_NO_FRAME ? "[" : stacktree_name(tree, frame);

	(void)call;
	if (*name == '[' || !stacktree_dso(tree, frame))
		app_complain(v->fv.view.app, "No function with a name is here.");
	else
		annotation_open_name(v->fv.view.app, name, strlen(name),
				     !stacktree_node(tree, v->cursor)->self.samples, "");
}

/* clang-format off */
static const frame_view_handler handlers[ACTION_COUNT] = {
	[ACTION_RIGHT] = sandwich_move_side,
	[ACTION_LEFT] = sandwich_move_side,
	[ACTION_UP] = sandwich_move_level,
	[ACTION_DOWN] = sandwich_move_level,
	[ACTION_PAGE_UP] = sandwich_move_level,
	[ACTION_PAGE_DOWN] = sandwich_move_level,
	[ACTION_FIRST] = sandwich_move_end,
	[ACTION_LAST] = sandwich_move_end,
	[ACTION_PANE_NEXT] = sandwich_move_pane,
	[ACTION_PANE_PREV] = sandwich_move_pane,
	[ACTION_MAXIMISE] = act_middle,
	[ACTION_VIEW_SANDWICH] = act_middle,
	[ACTION_ZOOM_OUT] = act_back,
	[ACTION_COUNT_BY] = act_weight,
	[ACTION_EVENT_NEXT] = frame_view_event,
	[ACTION_EVENT_ALL] = frame_view_event,
	[ACTION_FIND] = frame_view_find,
	[ACTION_FIND_NEXT] = frame_view_find,
	[ACTION_FIND_PREV] = frame_view_find,
	[ACTION_OPEN] = act_records,
	[ACTION_CODE] = act_code,
	[ACTION_FILTER_AND] = act_records,
	[ACTION_FILTER_NOT] = act_records,
	[ACTION_FILTER_ONLY] = act_records,
};
/* clang-format on */

bool view_sandwich_knows(enum action action)
{
	return handlers[action];
}

static const enum action *sandwich_hints(const struct view *view)
{
	static const enum action hints[] = { ACTION_OPEN,     ACTION_EVENT_NEXT, ACTION_MAXIMISE,
					     ACTION_ZOOM_OUT, ACTION_PANE_NEXT,	 ACTION_FILTER_AND,
					     ACTION_FIND,     ACTION_COUNT_BY,	 ACTION_CODE,
					     ACTION_CLOSE,    ACTION_HELP,	 ACTION_NONE };

	(void)view;
	return hints;
}

/* ---- the view ---- */

static bool sandwich_cancel(struct view *view)
{
	struct view_sandwich *v = sandwich_view_of(view);

	if (!stack_view_cancel(&v->fv.stacks))
		return false;
	sandwich_view_make(v);
	return true;
}

static void sandwich_close(struct view *view)
{
	struct view_sandwich *v = sandwich_view_of(view);

	frame_view_release(&v->fv);
	sandwich_release(&v->sandwich);
	for (enum sandwich_side side = CALLERS; side < SIDES; side++)
		flame_layout_release(&v->layout[side]);
	while (v->before.n)
		free(v->before.v[--v->before.n]);
	vec_release(&v->before);
	free(v->function);
	free(v);
}

/* clang-format off */
const struct view_words view_sandwich_words[] = {
	{ ACTION_UP, "up", "up: the widest caller; in the callees: back towards the function" },
	{ ACTION_DOWN, "down", "down: the widest callee; in the callers: back towards the function" },
	{ ACTION_RIGHT, "right", "the frame on the right" },
	{ ACTION_LEFT, "left", "the frame on the left" },
	{ ACTION_FIRST, "callers", "follow the widest callers to the task" },
	{ ACTION_LAST, "callees", "follow the widest callees to their end" },
	{ ACTION_PANE_NEXT, "side", "next part: callees, callers, function" },
	{ ACTION_PANE_PREV, "side", "previous part" },
	{ ACTION_OPEN, "records", "show the records whose stacks have these calls" },
	{ ACTION_CODE, "code", "annotate the function of the frame" },
	{ ACTION_MAXIMISE, "middle", "move this function to the middle" },
	{ ACTION_ZOOM_OUT, "back", "move the previous function back to the middle" },
	{ ACTION_FIND, "search", "mark the frames whose names contain a text" },
	{ ACTION_FIND_NEXT, "next", "go to the next marked frame" },
	{ ACTION_FIND_PREV, "previous", "go to the previous marked frame" },
	{ ACTION_COUNT_BY, "weight", "next weight: samples, period, or the field of :sandwich by FIELD" },
	{ ACTION_NONE, NULL, NULL },
};

const struct number view_sandwich_numbers[] = {
	{ "samples", "samples", "with these callers, or with these callees, of the function", NUMBER_EVENT },
	{ "FIELD", "s, ns or none", "sum of the field in these samples", NUMBER_EVENT },
	{ "% of all", "%", "share in all samples, or in the sum", NUMBER_EVENT },
	{ "% of the function", "%", "share in the samples, or the sum, with the function", NUMBER_EVENT },
	{ "% its own", "%", "share of samples, or of the sum, in the frame itself", NUMBER_EVENT },
	{ NULL, NULL, NULL, NUMBER_NONE },
};
/* clang-format on */

static const struct view_ops ops = {
	.name = "the sandwich",
	.words = view_sandwich_words,
	.act = frame_view_act,
	.knows = frame_view_knows,
	.hints = sandwich_hints,
	.draw = sandwich_draw,
	.text = sandwich_draw_text,
	.note = frame_view_note,
	.wake = frame_view_wake,
	.busy = frame_view_busy,
	.cancel = sandwich_cancel,
	.close = sandwich_close,
};

static bool has_frames(const struct frame_view *fv)
{
	return sandwich_view_has_boxes(sandwich_view_of(&fv->view));
}

/* clang-format off */
static const struct frame_view_ops frames = {
	.handlers = handlers,
	.empty = (const enum action[]){ ACTION_COUNT_BY, ACTION_EVENT_NEXT, ACTION_EVENT_ALL, ACTION_ZOOM_OUT, ACTION_NONE },
	/* sandwich_view_make() finds nodes by their frames. */
	.stacks = { .moved = NULL, .restarted = sandwich_view_make, .changed = sandwich_view_make },
	.ensure = sandwich_view_ensure,
	.has_boxes = has_frames,
	.next = sandwich_move_next,
};
/* clang-format on */

/* ---- opening ---- */

/* function: NULL, or a name that the view owns from now on. */
static int open_function(struct app *app, char *function, const char *arg, struct err *err)
{
	struct view_sandwich *v = mem_zalloc(sizeof(*v));
	struct buf of = BUF_INIT;
	int rc;

	v->fv.view = VIEW_INIT(&ops, app);
	v->fv.ops = &frames;
	v->function = function;
	v->given = function;
	forget_cursor(v);
	if (function)
		buf_adds(&of, function);
	else
		buf_addf(&of, "at %llu", (unsigned long long)session_at(app->session));
	rc = stack_view_open_of(&v->fv.stacks, &v->fv.view, arg, false, of.p, err);
	buf_release(&of);
	if (rc < 0 || !v->fv.view.topic) {
		free(function);
		free(v);
		return rc;
	}
	app_push(app, &v->fv.view);
	return 0;
}

int sandwich_open(struct app *app, const char *arg, struct err *err)
{
	const char *rest = arg;
	char *function = NULL;
	int rc = 0;

	if (*arg && !text_begins_with(arg, "by ") && !text_begins_with(arg, "where "))
		rc = args_function(arg, &function, &rest, err);
	if (rc) {
		free(function);
		return rc;
	}
	rc = open_function(app, function, rest, err);
	if (rc < 0 && err->offset != ERR_NO_OFFSET)
		err->offset += (uint64_t)(rest - arg);
	return rc;
}

void sandwich_open_name(struct app *app, const char *name, size_t len, const char *more)
{
	struct err err = ERR_INIT;
	char *function = mem_strndup(name, len);

	/* In the form of names of frames (stack/framename.h). */
	for (char *p = function; (p = strchr(p, ';'));)
		*p = ':';
	if (open_function(app, function, more, &err) < 0)
		app_complain(app, "%s", err.msg);
}
