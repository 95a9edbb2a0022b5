/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/sandwich.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/text.h"
#include "filter/lex.h"
#include "shell/app.h"
#include "stack/sandwich.h"
#include "views/annotation.h"
#include "views/args.h"
#include "views/frame_view.h"
#include "views/sandwich_condition.h"
#include "views/views.h"
#include "widgets/flame_layout.h"
#include "widgets/frame_match.h"
#include "widgets/listnav.h"

enum {
	NOTE_LEAST = 20, /* columns of the narrowest frame with its share */
	TEXT_DEPTH = 64	 /* frames; deeper ones are not indented more in the text of the view */
};

/* The two sides of the function. */
enum side {
	CALLERS,
	CALLEES,
	SIDES
};

struct view_sandwich {
	struct frame_view fv; /* `own` is of the callees */
	struct sandwich sandwich;
	char *function;	    /* in the middle; NULL: unknown yet */
	bool given;	    /* the user named it */
	VEC(char *) before; /* earlier functions in the middle, for zooming out */
	struct flame_layout layout[SIDES];
	enum side side;	 /* the cursor's side */
	uint32_t cursor; /* the cursor's node in that side's tree */
	size_t box;	 /* of the cursor, if there are boxes */
	int top, rows;	 /* the first line on the screen, and the number of lines */
	bool placed;	 /* top was chosen, with all lines or by the user */
};

static struct view_sandwich *self(const struct view *view)
{
	return container_of(view, struct view_sandwich, fv.view);
}

static const struct stacktree *tree_of(const struct view_sandwich *v, enum side side)
{
	return side == CALLERS ? &v->sandwich.callers : &v->sandwich.callees;
}

static bool has_boxes(const struct view_sandwich *v)
{
	return v->layout[CALLEES].boxes.n;
}

static bool has_frames(const struct frame_view *fv)
{
	return has_boxes(self(&fv->view));
}

static const struct flame_box *box_at(const struct view_sandwich *v)
{
	return &v->layout[v->side].boxes.v[v->box];
}

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

static void make_layouts(struct view_sandwich *v, int cols)
{
	for (enum side side = CALLERS; side < SIDES; side++) {
		v->layout[side].boxes.n = 0;
		v->layout[side].levels = 0;
		if (v->function && sandwich_has_function(&v->sandwich))
			flame_layout_make(&v->layout[side], tree_of(v, side), SANDWICH_FUNCTION,
					  v->fv.stacks.what.weighed, cols);
	}
	if (has_boxes(v))
		flame_own_make(&v->fv.own, &v->fv.stacks, tree_of(v, CALLEES), SANDWICH_FUNCTION);
	v->box = has_boxes(v)
			 ? flame_layout_find(&v->layout[v->side], tree_of(v, v->side), v->cursor)
			 : 0;
	v->fv.cols = cols;
}

static void forget_cursor(struct view_sandwich *v)
{
	v->side = CALLEES;
	v->cursor = SANDWICH_FUNCTION;
	v->placed = false;
}

/* The cursor stays on its frames as far as they exist. */
static void make_sandwich(void *arg)
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

		v->cursor = stacktree_same(tree_of(v, v->side), of, v->cursor);
	}
	if (v->cursor == STACK_ROOT)
		v->cursor = SANDWICH_FUNCTION;
	sandwich_release(&before);
	if (v->fv.cols)
		make_layouts(v, v->fv.cols);
	stack_view_laid_out(&v->fv.stacks, since);
}

static void ensure_layout(struct frame_view *fv)
{
	struct view_sandwich *v = self(&fv->view);

	if (!v->sandwich.callees.nodes_n)
		make_sandwich(v);
	if (!v->fv.cols)
		make_layouts(v, frame_view_first_cols(fv));
}

/* Put another function in the middle. The view owns the name from now on. */
static void set_function(struct view_sandwich *v, char *function)
{
	free(v->function);
	v->function = function;
	v->given = true;
	forget_cursor(v);
	make_sandwich(v);
}

/* The frame under the cursor. STACK_NO_FRAME: it is a task, which has no callers. */
static uint32_t function_at(const struct view_sandwich *v)
{
	const struct stack_node *node = stacktree_node(tree_of(v, v->side), v->cursor);

	return v->side == CALLERS && !node->first ? STACK_NO_FRAME : node->frame;
}

/* ---- actions ---- */

static void move_to(struct view_sandwich *v, enum side side, size_t box)
{
	v->side = side;
	v->box = box;
	v->cursor = box_at(v)->node;
	if (!v->given && v->function)
		v->given = true;
}

static void act_side(struct frame_view *fv, const struct action_call *call)
{
	struct view_sandwich *v = self(&fv->view);

	for (uint64_t n = frame_view_times(call); n; n--)
		move_to(v, v->side,
			flame_layout_side(&v->layout[v->side], v->box,
					  call->action == ACTION_RIGHT ? 1 : -1));
}

/* Go one line up or down, across the function to the other side. */
static void step(struct view_sandwich *v, bool up)
{
	enum side away = up ? CALLERS : CALLEES;

	if (!v->box)
		v->side = away;
	move_to(v, v->side,
		flame_layout_level(&v->layout[v->side], v->box, v->side == away ? 1 : -1));
}

static void act_level(struct frame_view *fv, const struct action_call *call)
{
	struct view_sandwich *v = self(&fv->view);
	bool page = call->action == ACTION_PAGE_UP || call->action == ACTION_PAGE_DOWN;
	bool up = call->action == ACTION_UP || call->action == ACTION_PAGE_UP;

	for (uint64_t n = page ? (uint64_t)(v->rows > 1 ? v->rows : 1) : frame_view_times(call); n;
	     n--)
		step(v, up);
}

/* Go along the widest frames to the end of a side. */
static void act_end(struct frame_view *fv, const struct action_call *call)
{
	struct view_sandwich *v = self(&fv->view);
	enum side side = call->action == ACTION_FIRST ? CALLERS : CALLEES;
	size_t next;

	move_to(v, side, v->side == side ? v->box : 0);
	while ((next = flame_layout_level(&v->layout[side], v->box, 1)) != v->box)
		move_to(v, side, next);
}

/* Go from the callers to the function, to the callees, and to the callers again. */
static void act_pane(struct frame_view *fv, const struct action_call *call)
{
	struct view_sandwich *v = self(&fv->view);
	bool back = call->action == ACTION_PANE_PREV;
	int at = !v->box ? 1 : v->side == CALLERS ? 0 : 2, to = (at + (back ? 2 : 1)) % 3;
	enum side side = to == 0 ? CALLERS : CALLEES;

	move_to(v, side, to == 1 ? 0 : flame_layout_level(&v->layout[side], 0, 1));
}

static void act_middle(struct frame_view *fv, const struct action_call *call)
{
	struct view_sandwich *v = self(&fv->view);
	uint32_t frame = function_at(v);

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
	set_function(v, mem_strdup(stacktree_name(tree_of(v, v->side), frame)));
}

static void act_back(struct frame_view *fv, const struct action_call *call)
{
	struct view_sandwich *v = self(&fv->view);

	(void)call;
	if (v->before.n)
		set_function(v, v->before.v[--v->before.n]);
	else
		app_say(v->fv.view.app, "No other function was in the middle.");
}

static void act_weight(struct frame_view *fv, const struct action_call *call)
{
	struct view_sandwich *v = self(&fv->view);

	(void)call;
	v->fv.stacks.what.weighed = !v->fv.stacks.what.weighed;
	if (v->fv.cols)
		make_layouts(v, v->fv.cols);
}

static void act_records(struct frame_view *fv, const struct action_call *call)
{
	struct view_sandwich *v = self(&fv->view);
	bool callers = v->side == CALLERS && v->cursor != SANDWICH_FUNCTION;
	struct buf condition = BUF_INIT;

	if (!sandwich_condition_add(tree_of(v, v->side), v->cursor, callers, v->function,
				    v->fv.stacks.inlined, &condition) ||
	    condition.len >= FILTER_TEXT_MAX)
		app_complain(v->fv.view.app, "No filter can select this stack.");
	else
		counted_records(&v->fv.stacks.what, v->fv.view.app, condition.p, call->action);
	buf_release(&condition);
}

static void act_code(struct frame_view *fv, const struct action_call *call)
{
	struct view_sandwich *v = self(&fv->view);
	const struct stacktree *tree = tree_of(v, v->side);
	uint32_t frame = function_at(v);
	const char *name = frame == STACK_NO_FRAME ? "[" : stacktree_name(tree, frame);

	(void)call;
	if (*name == '[' || !stacktree_dso(tree, frame))
		app_complain(v->fv.view.app, "No function with a name is here.");
	else
		annotation_open_name(v->fv.view.app, name, strlen(name),
				     !stacktree_node(tree, v->cursor)->self.samples, "");
}

/* ---- search ---- */

static bool is_found(const struct view_sandwich *v, enum side side, size_t box)
{
	return frame_match_node(&v->fv.find.needle, tree_of(v, side),
				v->layout[side].boxes.v[box].node);
}

/* Boxes in one sequence: callers from the outermost, the function, callees. */
static size_t in_row(const struct view_sandwich *v, size_t i, enum side *side)
{
	size_t callers = v->layout[CALLERS].boxes.n - 1;

	*side = i < callers ? CALLERS : CALLEES;
	return i < callers ? callers - i : i - callers;
}

static bool find_next(struct view *view, int dir)
{
	struct view_sandwich *v = self(view);
	size_t callers = v->layout[CALLERS].boxes.n - 1, n = callers + v->layout[CALLEES].boxes.n;
	size_t at = v->side == CALLERS ? callers - v->box : callers + v->box;

	for (size_t i = 1; i <= n; i++) {
		enum side side;
		size_t box = in_row(v, dir > 0 ? (at + i) % n : (at + n - i) % n, &side);

		if (is_found(v, side, box)) {
			move_to(v, side, box);
			return true;
		}
	}
	return false;
}

/* clang-format off */
static const frame_view_handler handlers[ACTION_COUNT] = {
	[ACTION_RIGHT] = act_side,
	[ACTION_LEFT] = act_side,
	[ACTION_UP] = act_level,
	[ACTION_DOWN] = act_level,
	[ACTION_PAGE_UP] = act_level,
	[ACTION_PAGE_DOWN] = act_level,
	[ACTION_FIRST] = act_end,
	[ACTION_LAST] = act_end,
	[ACTION_PANE_NEXT] = act_pane,
	[ACTION_PANE_PREV] = act_pane,
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

/* ---- drawing ---- */

static int callers_levels(const struct view_sandwich *v)
{
	return v->layout[CALLERS].levels - 1;
}

/* The line of a box. The outermost callers are in line 0. */
static int line_of(const struct view_sandwich *v, enum side side, int level)
{
	return callers_levels(v) + (side == CALLERS ? -level : level);
}

/* At first the function is shown with all of both sides, or with equal parts of both. */
static void find_top(struct view_sandwich *v, int rows)
{
	int above = callers_levels(v), lines = above + v->layout[CALLEES].levels;
	int below = lines - above - 1, half = (rows - 1) / 2;

	if (!v->placed || v->rows != rows) {
		int room = below < rows - 1 - half ? rows - 1 - below : half;

		v->top = above > room ? above - room : 0;
		v->placed = v->box || !stack_view_busy(&v->fv.stacks);
	}
	v->rows = rows;
	v->top = (int)listnav_follow((uint64_t)v->top,
				     (uint64_t)line_of(v, v->side, box_at(v)->level),
				     (uint64_t)(rows > 0 ? rows : 0), (uint64_t)lines);
}

static bool is_here(const struct view_sandwich *v, enum side side, size_t number)
{
	return number == v->box && (side == v->side || !number);
}

static void draw_box(const struct view_sandwich *v, const struct surface *s, enum side side,
		     size_t number)
{
	const struct flame_layout *layout = &v->layout[side];
	const struct flame_box *box = &layout->boxes.v[number];
	int row = line_of(v, side, box->level) - v->top;
	bool edge = side == CALLERS ? row == 0 : row == s->rows - 1;
	struct buf note = BUF_INIT;
	struct framebox bar = {
		.style = number ? box->style : STYLE_TITLE_FOCUS,
		.eighths = box->eighths,
		.here = is_here(v, side, number),
		.beyond = !edge		    ? NULL
			  : side == CALLERS ? "\u2191"
					    : "\u2193",
	};

	if (box->cols >= NOTE_LEAST) {
		stack_view_share(&v->fv.stacks, &box->total, &layout->boxes.v[0].total, &note);
		buf_addc(&note, '%');
	}
	bar.note = note.p;
	frame_view_draw_box(&v->fv, s, row, layout, tree_of(v, side), number, &bar);
	buf_release(&note);
}

static void draw_status(const struct view_sandwich *v, const struct surface *s)
{
	struct buf what = BUF_INIT, position = BUF_INIT;

	buf_adds(&what, "sandwich of ");
	text_escape_str(&what, v->function ? v->function : "\u2026");
	if (has_boxes(v))
		stack_view_add_count(&v->fv.stacks, v->layout[CALLEES].boxes.v[0].total.samples,
				     &position);
	frame_view_draw_status(&v->fv, s, what.p, position.p);
	buf_release(&what);
	buf_release(&position);
}

/* "f in libc.so.6, 2 calls below: 12 samples, 3.4% of all, 20.0% of those of g, its own 1.0%" */
static void frame_text(const struct view_sandwich *v, struct buf *out)
{
	const struct flame_box *box = box_at(v), *whole = &v->layout[CALLEES].boxes.v[0];

	stack_view_add_sharing(&v->fv.stacks, &v->layout[v->side], v->box, &v->fv.all, out);
	stack_view_name_in(tree_of(v, v->side), box->node, out);
	buf_adds(out, ": ");
	stack_view_numbers(&v->fv.stacks, &box->total, &v->fv.all, out);
	if (v->box) {
		buf_adds(out, " of all, ");
		stack_view_share(&v->fv.stacks, &box->total, &whole->total, out);
		buf_addf(out, "%% of the function, %s",
			 v->side == CALLERS ? "a caller" : "its own ");
	} else {
		buf_adds(out, " of all, its own ");
	}
	if (v->side == CALLEES || !v->box)
		stack_view_add_percent(&v->fv.stacks, v->box ? &box->self : &whole->self,
				       &v->fv.all, out);
}

static void draw_empty(const struct view_sandwich *v, const struct surface *s)
{
	struct buf text = BUF_INIT;

	if (stack_view_busy(&v->fv.stacks)) {
		buf_adds(&text, "counting\u2026");
	} else if (v->function && v->fv.all.samples) {
		buf_adds(&text, "no stack has ");
		text_escape_str(&text, v->function);
	} else {
		buf_adds(&text, stack_view_empty(&v->fv.stacks));
	}
	surface_put_left(s, s->rows - 1, 1, s->cols - 1, STYLE_NORMAL, text.p);
	buf_release(&text);
}

static void draw_boxes(struct view_sandwich *v, const struct surface *body,
		       struct term_cursor *cursor)
{
	int row;

	find_top(v, body->rows);
	for (enum side side = CALLERS; side < SIDES; side++)
		for (size_t i = side == CALLERS; i < v->layout[side].boxes.n; i++)
			draw_box(v, body, side, i);
	row = line_of(v, v->side, box_at(v)->level) - v->top;
	*cursor = (struct term_cursor){ body->row + row, body->col + box_at(v)->col, false };
}

/* Draw the functions in which stacks with the function end, in the rows that boxes leave free. */
static void draw_own(const struct view_sandwich *v, const struct surface *body)
{
	int lines = callers_levels(v) + v->layout[CALLEES].levels;
	struct surface room = surface_sub(body, lines + 1, 0, body->rows - lines - 1, body->cols);

	flame_own_draw(&v->fv.own, &v->fv.stacks, tree_of(v, CALLEES),
		       v->side == CALLEES ? function_at(v) : STACK_NO_FRAME, &room);
}

static void sandwich_draw(struct view *view, const struct surface *s, struct term_cursor *cursor)
{
	struct view_sandwich *v = self(view);
	struct surface body = surface_sub(s, 1, 0, s->rows - 2, s->cols);
	struct buf text = BUF_INIT;

	ensure_layout(&v->fv);
	if (v->fv.cols != s->cols)
		make_layouts(v, s->cols);
	draw_status(v, s);
	if (!has_boxes(v)) {
		draw_empty(v, s);
		return;
	}
	draw_boxes(v, &body, cursor);
	draw_own(v, &body);
	frame_text(v, &text);
	frame_view_draw_text(&v->fv, s, &v->layout[v->side], v->box, &text);
	buf_release(&text);
}

/* ---- background work ---- */

/* Append one side: a line for each frame, indented by its distance from the function. */
static void side_text(const struct view_sandwich *v, enum side side, struct buf *out)
{
	const struct stacktree *tree = tree_of(v, side);
	struct stacktree_walk walk = { NULL };
	uint32_t node;

	while (stacktree_walk_next(&walk, tree, &node)) {
		const struct stack_node *n = stacktree_node(tree, node);
		struct buf share = BUF_INIT;

		if (node == STACK_ROOT)
			continue;
		stack_view_share(&v->fv.stacks, &n->total, &v->fv.all, &share);
		buf_addf(out, "%6s%% ", share.p);
		buf_release(&share);
		counted_text_bare(&v->fv.stacks.what, stack_view_number(&v->fv.stacks, &n->total),
				  out);
		buf_fill(out, ' ', 2 * (size_t)(n->depth < TEXT_DEPTH ? n->depth : TEXT_DEPTH));
		stack_view_name(tree, node, out);
		buf_addc(out, '\n');
	}
	stacktree_walk_release(&walk);
}

static void sandwich_text(struct view *view, struct buf *out)
{
	struct view_sandwich *v = self(view);

	stacks_renew(v->fv.stacks.job, NULL, NULL);
	make_sandwich(v);
	if (!v->function || !sandwich_has_function(&v->sandwich)) {
		buf_adds(out, v->fv.all.samples ? "no stack has the function\n" : "no samples\n");
		return;
	}
	buf_adds(out, "callers\n");
	side_text(v, CALLERS, out);
	buf_adds(out, "callees\n");
	side_text(v, CALLEES, out);
}

static bool sandwich_cancel(struct view *view)
{
	struct view_sandwich *v = self(view);

	if (!stack_view_cancel(&v->fv.stacks))
		return false;
	make_sandwich(v);
	return true;
}

static void sandwich_close(struct view *view)
{
	struct view_sandwich *v = self(view);

	frame_view_release(&v->fv);
	sandwich_release(&v->sandwich);
	for (enum side side = CALLERS; side < SIDES; side++)
		flame_layout_release(&v->layout[side]);
	while (v->before.n)
		free(v->before.v[--v->before.n]);
	vec_release(&v->before);
	free(v->function);
	free(v);
}

/* ---- the view ---- */

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
	{ "% its own", "%", "share of stacks that end with the frame, in all samples or in the sum", NUMBER_EVENT },
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
	.text = sandwich_text,
	.note = frame_view_note,
	.wake = frame_view_wake,
	.busy = frame_view_busy,
	.cancel = sandwich_cancel,
	.close = sandwich_close,
};

/* clang-format off */
static const struct frame_view_ops frames = {
	.handlers = handlers,
	.empty = (const enum action[]){ ACTION_COUNT_BY, ACTION_EVENT_NEXT, ACTION_EVENT_ALL, ACTION_ZOOM_OUT, ACTION_NONE },
	/* make_sandwich() finds nodes by their frames. */
	.stacks = { .moved = NULL, .restarted = make_sandwich, .changed = make_sandwich },
	.ensure = ensure_layout,
	.has_boxes = has_frames,
	.next = find_next,
};
/* clang-format on */

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
