/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/tree.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/text.h"
#include "base/vec.h"
#include "views/stack_view.h"
#include "views/table.h"
#include "views/views.h"
#include "widgets/framekind.h"
#include "widgets/parts.h"

enum {
	LINES_MAX = 1 << 16, /* open lines */
	INDENT_MAX = 24,     /* columns; deeper frames are not indented more */
	HOT_DEPTH = 32	     /* frames that are opened at first */
};

enum {
	CELL_SHARE,
	CELL_TOTAL,
	CELL_OWN,
	CELL_SELF,
	CELL_FRAME,
	CELLS
};

enum tree_order {
	ORDER_TOTAL,
	ORDER_SELF,
	ORDER_NAME,
	ORDERS
};

/* clang-format off */
static const struct table_column columns[CELLS] = {
	[CELL_SHARE] = { "%", true, 0, .bar = 60,
			.number = { NULL, "%", "share of samples, or of the sum, with the frame", NUMBER_EVENT } },
	[CELL_TOTAL] = { "total", true, 0, .screen = 40, .digits = true,
			.number = { NULL, "the title's", "samples, or a sum, with the frame", NUMBER_EVENT } },
	[CELL_OWN] = { "% self", true, 0, .screen = 60,
			.number = { NULL, "%", "share of samples, or of the sum, in the frame itself", NUMBER_EVENT } },
	[CELL_SELF] = { "self", true, 0, .screen = 60, .digits = true,
			.number = { NULL, "the title's", "samples, or a sum, in the frame itself", NUMBER_EVENT } },
	[CELL_FRAME] = { "frame", false, 0 },
};
/* clang-format on */

/* A copy, because the tree changes. */
struct tree_line {
	uint32_t node, depth;
	bool below;
	enum style style; /* for the kind of its code */
	struct stack_weight self, total;
};

struct view_tree {
	struct view_table table;
	struct stack_view stacks;
	VEC(struct tree_line) lines;
	VEC(uint8_t) open; /* a flag for each node */
	struct stack_weight all;
	enum tree_order order;
	bool opened; /* the hot frames and those of the record were opened */
	bool cut;    /* there are more lines than are kept */
	struct table_column columns[CELLS];
	struct buf title, total, self; /* total and self are those of columns */
};

static struct view_tree *self(const struct view_table *vt)
{
	return container_of(vt, struct view_tree, table);
}

/* ---- lines ---- */

static bool is_open(const struct view_tree *v, uint32_t node)
{
	return node < v->open.n && v->open.v[node];
}

static void set_open(struct view_tree *v, uint32_t node, bool open)
{
	vec_fill(&v->open, node + 1ul);
	v->open.v[node] = open;
}

struct ordering {
	const struct view_tree *view;
	const struct stacktree *tree;
};

static int compare_numbers(uint64_t a, uint64_t b)
{
	return a > b ? -1 : a < b;
}

/* Children are in order of their names, which decide between equal ones. */
static int compare_nodes(const void *pa, const void *pb, void *arg)
{
	const struct ordering *o = arg;
	const struct stack_node *a = stacktree_node(o->tree, *(const uint32_t *)pa);
	const struct stack_node *b = stacktree_node(o->tree, *(const uint32_t *)pb);
	const struct stack_view *sv = &o->view->stacks;
	int order = 0;

	if (o->view->order == ORDER_TOTAL)
		order = compare_numbers(stack_view_number(sv, &a->total),
					stack_view_number(sv, &b->total));
	else if (o->view->order == ORDER_SELF)
		order = compare_numbers(stack_view_number(sv, &a->self),
					stack_view_number(sv, &b->self));
	return order ? order
		     : strcmp(stacktree_name(o->tree, a->frame), stacktree_name(o->tree, b->frame));
}

static void add_line(struct view_tree *v, const struct stacktree *tree, uint32_t node)
{
	const struct stack_node *n = stacktree_node(tree, node);
	struct tree_line *line = vec_add(&v->lines);

	*line = (struct tree_line){ node,    n->depth, n->first, framekind_text_style(tree, node),
				    n->self, n->total };
}

/* Add the children of an open node after its line, and theirs. */
static void add_lines(struct view_tree *v, const struct stacktree *tree)
{
	struct ordering ordering = { v, tree };
	VEC(uint32_t) waiting = { NULL };

	vec_push(&waiting, STACK_ROOT);
	while (waiting.n && v->lines.n < LINES_MAX) {
		uint32_t node = waiting.v[--waiting.n], *children;
		size_t n;

		add_line(v, tree, node);
		if (!is_open(v, node))
			continue;
		children = stacktree_children(tree, node, &n);
		qsort_r(children, n, sizeof(*children), compare_nodes, &ordering);
		while (n--)
			if (stacktree_node(tree, children[n])->total.samples)
				vec_push(&waiting, children[n]);
		free(children);
	}
	v->cut = waiting.n;
	vec_release(&waiting);
}

/* At first the way down to most samples is open, and that of the record. */
static uint32_t open_first(struct view_tree *v, const struct stacktree *tree)
{
	uint32_t node = STACK_ROOT, place = stacks_place(v->stacks.job);

	for (int depth = 0; depth < HOT_DEPTH; depth++) {
		const struct stack_node *parent = stacktree_node(tree, node);
		uint32_t next = STACK_ROOT;

		set_open(v, node, true);
		for (uint32_t i = parent->first; i; i = stacktree_node(tree, i)->next)
			if (2 * stacktree_node(tree, i)->total.samples > parent->total.samples)
				next = i;
		if (next == STACK_ROOT)
			break;
		node = next;
	}
	for (node = place; node != STACK_ROOT;) {
		node = stacktree_node(tree, node)->parent;
		set_open(v, node, true);
	}
	return place;
}

static void move_to_node(struct view_tree *v, uint32_t node)
{
	for (size_t i = 0; i < v->lines.n; i++)
		if (v->lines.v[i].node == node)
			v->table.cursor = i;
}

/* The cursor stays on its frame, whatever lines appear before it. */
static void make_lines(void *arg)
{
	struct view_tree *v = arg;
	int64_t since = clock_ms();
	const struct stacktree *tree = stacks_lock(v->stacks.job);
	uint32_t at = STACK_ROOT;
	uint64_t row;

	if (view_table_row(&v->table, &row))
		at = v->lines.v[row].node;
	if (!v->opened && stack_view_is_counted(&v->stacks)) {
		uint32_t place = open_first(v, tree);

		v->opened = true;
		at = at == STACK_ROOT ? place : at;
	}
	set_open(v, STACK_ROOT, v->opened ? is_open(v, STACK_ROOT) : true);
	v->all = stacktree_node(tree, STACK_ROOT)->total;
	v->lines.n = 0;
	if (v->all.samples)
		add_lines(v, tree);
	stacks_unlock(v->stacks.job);
	move_to_node(v, at);
	stack_view_laid_out(&v->stacks, since);
}

static uint64_t tree_count(const struct view_table *vt)
{
	return self(vt)->lines.n;
}

static void frame_cell(struct view_tree *v, const struct tree_line *line, struct buf *out)
{
	uint32_t indent = line->depth < INDENT_MAX ? line->depth : INDENT_MAX;

	buf_fill(out, ' ', (size_t)indent);
	buf_adds(out, !line->below ? "  " : is_open(v, line->node) ? "\u25be " : "\u25b8 ");
	stack_view_name(stacks_lock(v->stacks.job), line->node, out);
	stacks_unlock(v->stacks.job);
}

static void tree_cell(struct view_table *vt, uint64_t row, size_t column, struct buf *out)
{
	struct view_tree *v = self(vt);
	const struct tree_line *line = &v->lines.v[row];

	switch (column) {
	case CELL_SHARE:
		stack_view_share(&v->stacks, &line->total, &v->all, out);
		break;
	case CELL_TOTAL:
		counted_text_bare(&v->stacks.what, stack_view_number(&v->stacks, &line->total),
				  out);
		break;
	case CELL_OWN:
		stack_view_share(&v->stacks, &line->self, &v->all, out);
		break;
	case CELL_SELF:
		counted_text_bare(&v->stacks.what, stack_view_number(&v->stacks, &line->self), out);
		break;
	default:
		frame_cell(v, line, out);
		break;
	}
}

static bool tree_bar(const struct view_table *vt, uint64_t row, struct table_bar *bar)
{
	const struct view_tree *v = self(vt);

	bar->style = v->lines.v[row].style;
	bar->to = stack_view_part(&v->stacks, &v->lines.v[row].total, &v->all);
	return true;
}

static enum style tree_style(struct view_table *vt, uint64_t row, size_t column)
{
	return column == CELL_FRAME			    ? self(vt)->lines.v[row].style
	       : column == CELL_SHARE || column == CELL_OWN ? STYLE_NUMBER
							    : STYLE_NORMAL;
}

static void set_column(struct view_tree *v, size_t column, const char *title, struct buf *text)
{
	buf_reset(text);
	buf_adds(text, title);
	counted_add_unit(&v->stacks.what, text);
	v->columns[column].title = text->p;
}

static void set_titles(struct view_tree *v)
{
	static const char *const orders[] = { "", PARTS_MORE ", by their own",
					      PARTS_MORE ", by name" };

	buf_reset(&v->title);
	stack_view_title(&v->stacks, "call tree", &v->title);
	buf_adds(&v->title, orders[v->order]);
	v->table.title = v->title.p;
	set_column(v, CELL_TOTAL, columns[CELL_TOTAL].title, &v->total);
	set_column(v, CELL_SELF, columns[CELL_SELF].title, &v->self);
	table_columns_forget_widths(&v->table.columns);
}

/* ---- actions ---- */

static void go_up(struct view_tree *v)
{
	uint64_t at = v->table.cursor;
	uint32_t depth = v->lines.v[at].depth;

	while (at && v->lines.v[at].depth >= depth)
		at--;
	v->table.cursor = at;
}

static void fold(struct view_tree *v, enum action action)
{
	const struct tree_line *line = &v->lines.v[v->table.cursor];
	bool open = is_open(v, line->node);

	if (action == ACTION_RIGHT && line->below && !open)
		set_open(v, line->node, true);
	else if (action == ACTION_LEFT && open)
		set_open(v, line->node, false);
	else if (action == ACTION_LEFT)
		go_up(v);
	make_lines(v);
}

/* Open everything below the line, as far as there is room. */
static void open_below(struct view_tree *v, uint32_t node)
{
	const struct stacktree *tree = stacks_lock(v->stacks.job);
	VEC(uint32_t) waiting = { NULL };

	vec_push(&waiting, node);
	for (size_t n = 0; waiting.n && n < LINES_MAX; n++) {
		uint32_t at = waiting.v[--waiting.n];

		set_open(v, at, true);
		for (uint32_t i = stacktree_node(tree, at)->first; i;
		     i = stacktree_node(tree, i)->next)
			vec_push(&waiting, i);
	}
	vec_release(&waiting);
	stacks_unlock(v->stacks.job);
	make_lines(v);
}

static void close_all(struct view_tree *v)
{
	v->open.n = 0;
	set_open(v, STACK_ROOT, true);
	v->table.cursor = 0;
	make_lines(v);
}

/* Another tree is counted, which is still empty. */
static void forget_tree(struct view_tree *v)
{
	v->open.n = 0;
	v->opened = false;
	v->lines.n = 0;
	v->table.cursor = 0;
}

static void turn(struct view_tree *v)
{
	stack_view_turn(&v->stacks);
	forget_tree(v);
}

static void tree_retitle(struct view_table *vt)
{
	set_titles(self(vt));
}

static bool tree_act(struct view_table *vt, const struct action_call *call)
{
	struct view_tree *v = self(vt);
	uint64_t row;

	if (call->action == ACTION_EVENT_NEXT || call->action == ACTION_EVENT_ALL) {
		counted_act(&v->stacks.what, call->action);
		return true;
	}
	if (call->action == ACTION_PANE_NEXT) {
		turn(v);
		set_titles(v);
		return true;
	}
	if (!view_table_row(vt, &row))
		return true;
	switch (call->action) {
	case ACTION_RIGHT:
	case ACTION_LEFT:
		fold(v, call->action);
		break;
	case ACTION_PARENT:
		go_up(v);
		break;
	case ACTION_EXPAND_ALL:
		open_below(v, v->lines.v[row].node);
		break;
	case ACTION_COLLAPSE_ALL:
		close_all(v);
		break;
	case ACTION_ORDER:
		v->order = (enum tree_order)((v->order + 1) % ORDERS);
		make_lines(v);
		set_titles(v);
		break;
	case ACTION_COUNT_BY:
		v->stacks.what.weighed = !v->stacks.what.weighed;
		make_lines(v);
		set_titles(v);
		break;
	case ACTION_CODE:
		stack_view_code(&v->stacks, v->lines.v[row].node);
		break;
	case ACTION_VIEW_SANDWICH:
		stack_view_sandwich(&v->stacks, v->lines.v[row].node);
		break;
	default:
		stack_view_records(&v->stacks, v->lines.v[row].node, call->action);
		break;
	}
	return true;
}

/* ---- background work ---- */

static bool tree_busy(const struct view *view)
{
	return stack_view_busy(&self(view_table_of(view))->stacks);
}

static void tree_work(struct view_table *vt, struct buf *out)
{
	stack_view_work(&self(vt)->stacks, out);
	if (self(vt)->cut)
		buf_addf(out, "%stoo many open lines: some are not shown", out->len ? ", " : "");
}

static void follow_tree(void *arg, const struct stacktree *now, const struct stacktree *before)
{
	struct view_tree *v = arg;
	VEC(uint32_t) open = { NULL };
	uint64_t row;

	for (uint32_t i = 0; i < v->open.n; i++) {
		uint32_t same = v->open.v[i] ? stacktree_same(now, before, i) : STACK_ROOT;

		if (v->open.v[i] &&
		    stacktree_node(now, same)->depth == stacktree_node(before, i)->depth)
			vec_push(&open, same);
	}
	v->open.n = 0;
	for (size_t i = 0; i < open.n; i++)
		set_open(v, open.v[i], true);
	vec_release(&open);
	if (view_table_row(&v->table, &row))
		v->lines.v[row].node = stacktree_same(now, before, v->lines.v[row].node);
}

/* True: another tree is shown from now on. */
static bool renew(struct view_tree *v)
{
	if (!stacks_renew(v->stacks.job, follow_tree, v))
		return false;
	make_lines(v);
	return true;
}

static const char *tree_empty(const struct view_table *vt)
{
	return tree_busy(&vt->view) ? "counting\u2026" : stack_view_empty(&self(vt)->stacks);
}

static void tree_note(struct view *view, struct buf *out)
{
	counted_add_note(&self(view_table_of(view))->stacks.what, out);
}

static void restarted(void *arg)
{
	forget_tree(arg);
	set_titles(arg);
}

static bool tree_wake(struct view *view)
{
	static const struct stack_view_ops stack_ops = {
		.moved = follow_tree,
		.restarted = restarted,
		.changed = make_lines,
	};
	struct view_tree *v = self(view_table_of(view));

	return stack_view_wake(&v->stacks, &stack_ops, v, !v->lines.n);
}

static bool tree_cancel(struct view *view)
{
	struct view_tree *v = self(view_table_of(view));

	if (!stack_view_cancel(&v->stacks))
		return false;
	if (!renew(v))
		make_lines(v);
	return true;
}

static void tree_close(struct view_table *vt)
{
	struct view_tree *v = self(vt);

	stack_view_close(&v->stacks);
	vec_release(&v->lines);
	vec_release(&v->open);
	buf_release(&v->title);
	buf_release(&v->total);
	buf_release(&v->self);
	free(v);
}

/* ---- the view ---- */

static const enum action actions[] = { ACTION_OPEN,	     ACTION_RIGHT,	ACTION_LEFT,
				       ACTION_PARENT,	     ACTION_EXPAND_ALL, ACTION_COLLAPSE_ALL,
				       ACTION_PANE_NEXT,     ACTION_ORDER,	ACTION_COUNT_BY,
				       ACTION_CODE,	     ACTION_EVENT_NEXT, ACTION_EVENT_ALL,
				       ACTION_FILTER_AND,    ACTION_FILTER_NOT, ACTION_FILTER_ONLY,
				       ACTION_VIEW_SANDWICH, ACTION_NONE };

static const enum action hints[] = { ACTION_OPEN,      ACTION_EVENT_NEXT, ACTION_RIGHT,
				     ACTION_PANE_NEXT, ACTION_FILTER_AND, ACTION_LEFT,
				     ACTION_ORDER,     ACTION_COUNT_BY,	  ACTION_CLOSE,
				     ACTION_HELP,      ACTION_NONE };

/* clang-format off */
static const struct view_words words[] = {
	{ ACTION_OPEN, "records", "show the records whose stacks have this frame in this place" },
	{ ACTION_CODE, "code", "annotate the function of the frame" },
	{ ACTION_VIEW_SANDWICH, "callers", "show the function of the frame between its callers and its callees" },
	{ ACTION_RIGHT, "open", "open: show the callees, or the callers" },
	{ ACTION_LEFT, "close", "close; again: go to the frame above" },
	{ ACTION_PARENT, "above", "go to the frame above" },
	{ ACTION_EXPAND_ALL, "open all", "open the subtree" },
	{ ACTION_COLLAPSE_ALL, "close all", "close all" },
	{ ACTION_PANE_NEXT, "callers", "toggle: start with the tasks, or with the innermost functions and their callers" },
	{ ACTION_ORDER, "order", "sort by total, by self, by name" },
	{ ACTION_COUNT_BY, "weight", "next weight: samples, period, or the field of :tree by FIELD" },
	{ ACTION_NONE, NULL, NULL },
};
/* clang-format on */

const struct table_ops table_tree = {
	.name = "the call tree",
	.title = "call tree",
	.n = CELLS,
	.columns = columns,
	.count = tree_count,
	.retitle = tree_retitle,
	.closed = view_table_closed,
	.cell = tree_cell,
	.style = tree_style,
	.bar = tree_bar,
	.act = tree_act,
	.actions = actions,
	.hints = hints,
	.words = words,
	.work = tree_work,
	.empty = tree_empty,
	.note = tree_note,
	.wake = tree_wake,
	.busy = tree_busy,
	.cancel = tree_cancel,
	.close = tree_close,
};

int tree_open(struct app *app, const char *arg, bool callers, struct err *err)
{
	struct view_tree *v = mem_zalloc(sizeof(*v));
	int rc;

	view_table_init(&v->table, app, &table_tree);
	rc = stack_view_open(&v->stacks, &v->table.view, arg, callers, err);
	if (rc < 0 || !v->table.view.topic) {
		free(v);
		return rc;
	}
	memcpy(v->columns, columns, sizeof(columns));
	v->table.columns.v = v->columns;
	buf_init(&v->title);
	buf_init(&v->total);
	buf_init(&v->self);
	set_titles(v);
	app_push(app, &v->table.view);
	return 0;
}

void tree_show(struct app *app)
{
	struct err err = ERR_INIT; /* nothing was typed, so nothing can be wrong */

	tree_open(app, "", false, &err);
}
