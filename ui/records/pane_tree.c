/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "records/pane_tree.h"

#include <limits.h>
#include <string.h>

#include "base/text.h"
#include "widgets/linemove.h"
#include "widgets/listnav.h"
#include "wire/tree_value.h"

/* Columns before a label: the cursor's marker, and the sign of open and closed. */
#define GUTTER 1
#define INDENT 2
/* Where values begin, unless a label is longer. */
#define VALUE_COLUMN 18

void pane_tree_release(struct pane_tree *pane)
{
	map_release(&pane->opened);
	vec_release(&pane->paths);
	vec_release(&pane->lines);
}

static const struct tree_node *node_at(const struct pane_tree *pane, uint32_t i)
{
	return &pane->tree->nodes.v[i];
}

/* A number for the names from the top down to a node (FNV-1a); never 0. */
static uint64_t path_of(const struct pane_tree *pane, const struct tree_node *node)
{
	uint64_t hash = node->parent == TREE_NONE ? 0xcbf29ce484222325
						  : pane->paths.v[node->parent];

	for (const char *p = tree_label(pane->tree, node); *p; p++)
		hash = (hash ^ (unsigned char)*p) * 0x100000001b3;
	hash = (hash ^ '/') * 0x100000001b3;
	return hash ? hash : 1;
}

/*
 * By default the most useful nodes are open. Closed are the header and other structure, parts of
 * numbers, and the elements of lists, which show their contents on one line.
 */
static bool is_open(const struct pane_tree *pane, uint32_t i)
{
	const struct tree_node *node = node_at(pane, i);
	const uint32_t *set = map_get(&pane->opened, pane->paths.v[i]);

	if (set)
		return *set != 0;
	return !(node->flags & (TREE_STRUCTURAL | TREE_BITS)) && node->field != F_element;
}

static void set_open(struct pane_tree *pane, uint32_t i, bool open)
{
	bool fresh;

	if (node_at(pane, i)->flags & TREE_GROUP)
		*map_put(&pane->opened, pane->paths.v[i], &fresh) = open;
}

static void find_lines(struct pane_tree *pane)
{
	uint32_t n = (uint32_t)pane->tree->nodes.n;

	pane->lines.n = 0;
	for (uint32_t i = 0; i < n;) {
		const struct tree_node *node = node_at(pane, i);

		vec_push(&pane->lines, i);
		i = node->flags & TREE_GROUP && !is_open(pane, i) ? node->next : i + 1;
	}
}

/* Find the cursor's line: that of its field, or the first field of interest. */
static void find_cursor(struct pane_tree *pane)
{
	uint64_t line = 0;

	for (uint64_t i = 0; i < pane->lines.n; i++) {
		if (pane->paths.v[pane->lines.v[i]] == pane->want) {
			pane->cursor = i;
			return;
		}
		if (!line && !(node_at(pane, pane->lines.v[i])->flags & TREE_STRUCTURAL))
			line = i;
	}
	pane->cursor = line;
}

void pane_tree_set(struct pane_tree *pane, const struct tree *tree)
{
	pane->tree = tree;
	pane->paths.n = pane->lines.n = 0;
	if (!tree)
		return;
	for (uint32_t i = 0; i < tree->nodes.n; i++)
		vec_push(&pane->paths, path_of(pane, node_at(pane, i)));
	find_lines(pane);
	find_cursor(pane);
}

static uint32_t current(const struct pane_tree *pane)
{
	return pane->cursor < pane->lines.n ? pane->lines.v[pane->cursor] : TREE_NONE;
}

const struct tree_node *pane_tree_node(const struct pane_tree *pane)
{
	uint32_t i = pane->tree ? current(pane) : TREE_NONE;

	return i == TREE_NONE ? NULL : node_at(pane, i);
}

void pane_tree_select(struct pane_tree *pane, uint32_t node)
{
	if (!pane->tree || node >= pane->tree->nodes.n)
		return;
	for (uint32_t i = node_at(pane, node)->parent; i != TREE_NONE; i = node_at(pane, i)->parent)
		if (!is_open(pane, i))
			set_open(pane, i, true);
	pane->want = pane->paths.v[node];
	find_lines(pane);
	find_cursor(pane);
}

/* ---- actions ---- */

typedef void (*tree_handler)(struct pane_tree *pane, const struct action_call *call);

static void move_to(struct pane_tree *pane, uint64_t line)
{
	if (!pane->lines.n)
		return;
	pane->cursor = line < pane->lines.n ? line : pane->lines.n - 1;
	pane->want = pane->paths.v[current(pane)];
}

static void tree_move(struct pane_tree *pane, const struct action_call *call)
{
	const struct linemove at = { pane->cursor, pane->lines.n, pane->rows, pane->rows / 2 };

	move_to(pane, linemove_to(&at, call));
}

static void tree_parent(struct pane_tree *pane, const struct action_call *call)
{
	uint32_t i = current(pane);

	(void)call;
	if (i != TREE_NONE && node_at(pane, i)->parent != TREE_NONE)
		pane_tree_select(pane, node_at(pane, i)->parent);
}

static void tree_toggle(struct pane_tree *pane, uint32_t i, bool open)
{
	set_open(pane, i, open);
	find_lines(pane);
	find_cursor(pane);
}

/* Open the node; if it is open, go to its first part. */
static void tree_right(struct pane_tree *pane, const struct action_call *call)
{
	uint32_t i = current(pane);

	(void)call;
	if (i == TREE_NONE || !(node_at(pane, i)->flags & TREE_GROUP))
		return;
	pane->want = pane->paths.v[i];
	if (is_open(pane, i))
		move_to(pane, pane->cursor + 1);
	else
		tree_toggle(pane, i, true);
}

/* Close the node; if it cannot be closed, go to its parent. */
static void tree_left(struct pane_tree *pane, const struct action_call *call)
{
	uint32_t i = current(pane);

	if (i == TREE_NONE)
		return;
	pane->want = pane->paths.v[i];
	if (node_at(pane, i)->flags & TREE_GROUP && is_open(pane, i))
		tree_toggle(pane, i, false);
	else
		tree_parent(pane, call);
}

static void tree_open(struct pane_tree *pane, const struct action_call *call)
{
	uint32_t i = current(pane);

	(void)call;
	if (i == TREE_NONE || !(node_at(pane, i)->flags & TREE_GROUP))
		return;
	pane->want = pane->paths.v[i];
	tree_toggle(pane, i, !is_open(pane, i));
}

static void tree_expand(struct pane_tree *pane, const struct action_call *call)
{
	uint32_t first = current(pane);
	uint32_t end;

	(void)call;
	if (first == TREE_NONE)
		return;
	end = pane->cursor ? node_at(pane, first)->next : (uint32_t)pane->tree->nodes.n;
	for (uint32_t i = first; i < end; i++)
		set_open(pane, i, true);
	pane->want = pane->paths.v[first];
	find_lines(pane);
	find_cursor(pane);
}

static void tree_collapse(struct pane_tree *pane, const struct action_call *call)
{
	uint32_t at = current(pane);

	(void)call;
	if (at == TREE_NONE)
		return;
	for (uint32_t i = 0; i < pane->tree->nodes.n; i++)
		set_open(pane, i, false);
	while (node_at(pane, at)->parent != TREE_NONE)
		at = node_at(pane, at)->parent;
	pane->want = pane->paths.v[at];
	find_lines(pane);
	find_cursor(pane);
}

/* clang-format off */
static const tree_handler handlers[ACTION_COUNT] = {
	LINEMOVE_HANDLERS(tree_move),
	[ACTION_RIGHT] = tree_right,
	[ACTION_LEFT] = tree_left,
	[ACTION_PARENT] = tree_parent,
	[ACTION_OPEN] = tree_open,
	[ACTION_EXPAND_ALL] = tree_expand,
	[ACTION_COLLAPSE_ALL] = tree_collapse,
};
/* clang-format on */

bool pane_tree_knows(enum action action)
{
	return handlers[action] != NULL;
}

bool pane_tree_act(struct pane_tree *pane, const struct action_call *call)
{
	if (!handlers[call->action] ||
	    (call->has_count && (call->action == ACTION_FIRST || call->action == ACTION_LAST)))
		return false;
	if (pane->tree)
		handlers[call->action](pane, call);
	return true;
}

/* ---- drawing ---- */

static int label_end(const struct pane_tree *pane, const struct tree_node *node)
{
	const char *label = tree_label(pane->tree, node);

	return GUTTER + INDENT * (node->depth + 1) + (int)text_columns_str(label);
}

/* The column of values: after the longest label, unless that is very long. */
static int value_column(const struct pane_tree *pane, int cols)
{
	/* Most labels fit the least width, so that records align with one another. */
	int column = cols < 36 ? 0 : VALUE_COLUMN, most = cols < 56 ? cols / 2 : 28;

	for (size_t i = 0; i < pane->lines.n; i++) {
		int end = label_end(pane, node_at(pane, pane->lines.v[i])) + 2;

		if (end > column && end <= most)
			column = end;
	}
	return column;
}

/* False: the value is shown as it is in the record. */
static bool add_value(const struct pane_tree *pane, uint32_t i, struct buf *out)
{
	if (pane->name && pane->name(pane->name_ctx, i, out))
		return true;
	tree_value(pane->tree, node_at(pane, i), out);
	return false;
}

/* Append the contents of a closed group that has no value: "type SAMPLE, size 120". */
static void preview(const struct pane_tree *pane, uint32_t i, struct buf *out)
{
	const struct tree_node *group = node_at(pane, i);

	for (uint32_t k = i + 1; k < group->next; k = node_at(pane, k)->next) {
		const struct tree_node *node = node_at(pane, k);

		buf_addf(out, "%s%s ", out->len ? ", " : "", tree_label(pane->tree, node));
		add_value(pane, k, out);
	}
}

static enum style label_style(const struct tree_node *node)
{
	if (node->flags & TREE_DAMAGED)
		return STYLE_DAMAGE;
	if (node->flags & TREE_STRUCTURAL)
		return STYLE_DIM;
	return node->flags & TREE_GROUP ? STYLE_GROUP : STYLE_LABEL;
}

static const char *fold_marker(const struct pane_tree *pane, uint32_t i)
{
	if (!(node_at(pane, i)->flags & TREE_GROUP))
		return " ";
	return is_open(pane, i) ? "\u25be" : "\u25b8";
}

/* Get a node's value, or its contents, and the recorded value. True: it has contents. */
static bool line_values(const struct pane_tree *pane, uint32_t i, struct buf *value,
			struct buf *raw)
{
	const struct tree_node *node = node_at(pane, i);

	if (add_value(pane, i, value))
		tree_value(pane->tree, node, raw);
	else
		tree_value_raw(node, raw);
	if (value->len || !(node->flags & TREE_GROUP) || is_open(pane, i))
		return false;
	preview(pane, i, value);
	return true;
}

static bool repeats(const struct buf *raw, const struct buf *value)
{
	return strncmp(raw->p, value->p, raw->len) == 0;
}

static void draw_value(const struct pane_tree *pane, const struct surface *s, int row, int col,
		       uint32_t i)
{
	const struct tree_node *node = node_at(pane, i);
	struct buf value = BUF_INIT, raw = BUF_INIT;
	enum style style = node->flags & TREE_STRUCTURAL ? STYLE_DIM : STYLE_VALUE;

	if (line_values(pane, i, &value, &raw))
		style = STYLE_DIM;
	/* A problem comes first, because the value may be long. */
	if (node->note) {
		surface_put_left(s, row, col, s->cols - col, STYLE_DAMAGE, node->note);
		col += (int)text_columns_str(node->note) + 2;
	}
	surface_put_left(s, row, col, s->cols - col, style, value.p);
	col += (int)text_columns(value.p, value.len) + 2;
	if (col + (int)raw.len <= s->cols && !repeats(&raw, &value))
		surface_put(s, row, col, STYLE_RAW, raw.p);
	buf_release(&raw);
	buf_release(&value);
}

static void draw_line(const struct pane_tree *pane, const struct surface *s, int row, uint64_t line,
		      int column)
{
	uint32_t i = pane->lines.v[line];
	const struct tree_node *node = node_at(pane, i);
	int col = GUTTER + INDENT * node->depth;

	surface_put(s, row, col, STYLE_DIM, fold_marker(pane, i));
	col = surface_put(s, row, col + INDENT, label_style(node), tree_label(pane->tree, node));
	draw_value(pane, s, row, col + 2 > column ? col + 2 : column, i);
}

void pane_tree_text(const struct pane_tree *pane, struct buf *out)
{
	int column = pane->tree ? value_column(pane, INT_MAX) : 0;
	struct buf value = BUF_INIT, raw = BUF_INIT;

	for (size_t line = 0; pane->tree && line < pane->lines.n; line++) {
		uint32_t i = pane->lines.v[line];
		const struct tree_node *node = node_at(pane, i);
		int end = label_end(pane, node);

		buf_reset(&value);
		buf_reset(&raw);
		line_values(pane, i, &value, &raw);
		buf_addf(out, "%*s%s %s", INDENT * node->depth, "", fold_marker(pane, i),
			 tree_label(pane->tree, node));
		if (value.len || node->note)
			buf_addf(out, "%*s", end + 2 > column ? 2 : column - end, "");
		if (node->note)
			buf_addf(out, "%s  ", node->note);
		buf_adds(out, value.p);
		if (!repeats(&raw, &value))
			buf_addf(out, "  %s", raw.p);
		buf_addc(out, '\n');
	}
	buf_release(&raw);
	buf_release(&value);
}

void pane_tree_draw(struct pane_tree *pane, const struct surface *s, bool focus)
{
	int column;

	pane->rows = s->rows;
	if (!pane->tree) {
		surface_put(s, 0, 1, STYLE_DIM, "no record");
		return;
	}
	pane->top = listnav_follow(pane->top, pane->cursor, (uint64_t)s->rows, pane->lines.n);
	column = value_column(pane, s->cols);
	for (int row = 0; row < s->rows && pane->top + (uint64_t)row < pane->lines.n; row++) {
		uint64_t line = pane->top + (uint64_t)row;

		draw_line(pane, s, row, line, column);
		if (line != pane->cursor)
			continue;
		surface_put(s, row, 0, STYLE_NORMAL, ">");
		surface_restyle(s, row, 0, s->cols, focus ? STYLE_SELECTED : STYLE_SELECTED_DIM);
	}
}

bool pane_tree_point(struct pane_tree *pane, int row)
{
	if (!pane->tree || pane->top + (uint64_t)row >= pane->lines.n)
		return false;
	move_to(pane, pane->top + (uint64_t)row);
	return true;
}
