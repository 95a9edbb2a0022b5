/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/pane_list.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "tui/field.h"

#define SCROLL_STEP 8
#define SUMMARY_LEAST 6 /* columns that it wants */
/* From this width on columns may be as wide as they like, and below this one they may not. */
#define WIDE_SCREEN 110
#define NARROW_SCREEN 72

void pane_list_init(struct pane_list *pane, struct reader *reader, struct listnav_source source,
		    uint64_t (*row)(void *ctx, uint64_t number))
{
	*pane = (struct pane_list){ .reader = reader };
	list_columns_init(&pane->columns);
	pane->column = list_columns_find(&pane->columns, "event");
	listnav_init(&pane->nav, source);
	list_lines_init(&pane->lines, reader, &pane->nav, &pane->columns, row);
}

void pane_list_release(struct pane_list *pane)
{
	listnav_release(&pane->nav);
	list_lines_release(&pane->lines);
	list_columns_release(&pane->columns);
}

/* ---- columns ---- */

bool pane_list_condition(struct pane_list *pane, const struct row_info *row, struct buf *out)
{
	const struct list_column *column = &pane->columns.v[pane->column];

	if (column->kind == LIST_FIELD)
		return field_of_row_field(pane->reader, row, &column->field, out);
	return field_of_row(pane->reader, row, list_column_word(column, row), out);
}

bool pane_list_field(const struct pane_list *pane, const struct row_info *row, struct buf *out)
{
	const struct list_column *column = &pane->columns.v[pane->column];
	enum word word = list_column_word(column, row);

	if (column->kind == LIST_FIELD)
		field_name(&column->field, out);
	else if (word != WORD_NONE)
		buf_adds(out, word_name(word));
	return word != WORD_NONE;
}

/* The column under the cursor stays, if it is still there. */
static void columns_changed(struct pane_list *pane, const char *title)
{
	pane->column = list_columns_find(&pane->columns, title);
	if (pane->column == pane->columns.n)
		pane->column = 0;
	pane->scroll = 0;
}

int pane_list_set_columns(struct pane_list *pane, const char *names, struct err *err)
{
	char *title = mem_strdup(pane->columns.v[pane->column].title);
	int rc = list_columns_set(&pane->columns, names, err);

	if (rc == 0)
		columns_changed(pane, title);
	free(title);
	return rc;
}

int pane_list_add_column(struct pane_list *pane, const char *name, struct err *err)
{
	int rc = list_columns_add(&pane->columns, name, err);

	if (rc == 0)
		columns_changed(pane, name);
	return rc;
}

int pane_list_remove_column(struct pane_list *pane, const char *name, struct err *err)
{
	char *title = mem_strdup(pane->columns.v[pane->column].title);
	int rc = list_columns_remove(&pane->columns, name, err);

	if (rc == 0)
		columns_changed(pane, title);
	free(title);
	return rc;
}

/* Not regarding whether there is room for it. */
static int natural_width(const struct pane_list *pane, size_t i)
{
	const struct list_column *column = &pane->columns.v[i];
	struct list_look look = list_column_look(column);
	int title = (int)strlen(column->title), width = column->width;
	int most = pane->cols < NARROW_SCREEN ? look.least
		   : pane->cols < WIDE_SCREEN ? look.most
					      : look.wide;

	if (column->fixed)
		return column->fixed;
	/* A column that had nothing to say so far is left out, unless it was asked for. */
	if (pane->cols < look.screen || (!width && column->kind != LIST_FIELD))
		return 0;
	if (width < title)
		width = title;
	return width < most ? width : most;
}

static int column_width(const struct pane_list *pane, size_t i)
{
	return i && i <= pane->skip ? 0 : natural_width(pane, i);
}

static bool is_summary(const struct pane_list *pane, size_t i)
{
	return pane->columns.v[i].kind == LIST_SUMMARY;
}

static bool is_right(const struct pane_list *pane, size_t i)
{
	return list_column_look(&pane->columns.v[i]).right;
}

/* The column behind a column: texts that face each other need more air. */
static int column_end(const struct pane_list *pane, size_t i, int col, int width)
{
	bool facing = is_right(pane, i) && i + 1 < pane->columns.n && !is_right(pane, i + 1);

	return col + width + (facing ? 2 : 1);
}

static bool column_shown(const struct pane_list *pane, size_t i)
{
	return is_summary(pane, i) || natural_width(pane, i) > 0;
}

/* The screen column behind the chosen one; of the summary its beginning is enough. */
static int chosen_end(const struct pane_list *pane)
{
	int col = 1;

	for (size_t c = 0; c < pane->column; c++)
		if (column_width(pane, c))
			col = column_end(pane, c, col, column_width(pane, c));
	return col +
	       (is_summary(pane, pane->column) ? SUMMARY_LEAST : column_width(pane, pane->column));
}

static void make_room(struct pane_list *pane)
{
	pane->skip = 0;
	while (pane->skip + 1 < pane->column && chosen_end(pane) > pane->cols)
		pane->skip++;
}

/* ---- widths and order ---- */

static void list_width(struct pane_list *pane, const struct action_call *call)
{
	struct list_column *column = &pane->columns.v[pane->column];
	int by = call->count < LIST_WIDTH_MAX ? (int)call->count : LIST_WIDTH_MAX;
	int width = natural_width(pane, pane->column);

	if (column->kind == LIST_SUMMARY)
		return;
	width += call->action == ACTION_COLUMN_WIDER ? by : -by;
	column->fixed = width < 1 ? 1 : width > LIST_WIDTH_MAX ? LIST_WIDTH_MAX : width;
}

/* The summary stays behind all others. */
static void list_move(struct pane_list *pane, const struct action_call *call)
{
	struct list_column *v = pane->columns.v, moved = v[pane->column];
	bool left = call->action == ACTION_COLUMN_LEFT;
	size_t to = left ? pane->column - 1 : pane->column + 1;

	if ((left && !pane->column) || to >= pane->columns.n || is_summary(pane, to) ||
	    is_summary(pane, pane->column))
		return;
	v[pane->column] = v[to];
	v[to] = moved;
	pane->column = to;
}

/* ---- drawing ---- */

static enum style cell_style(const struct pane_list *pane, const struct list_line *line, size_t i)
{
	enum list_kind kind = pane->columns.v[i].kind;

	if (!line->ok || (line->row.type == RECORD_DAMAGE && kind >= LIST_EVENT))
		return STYLE_DAMAGE;
	if (line->rule != SIZE_MAX)
		return (enum style)(STYLE_COUNT + line->rule);
	return list_column_look(&pane->columns.v[i]).style;
}

static void draw_summary(const struct pane_list *pane, const struct surface *s, int row, int col,
			 const struct list_line *line, size_t i)
{
	struct surface rest = surface_sub(s, row, col, 1, s->cols - col);
	enum style style = cell_style(pane, line, i);
	int end = surface_put(&rest, 0, -pane->scroll, style, line->text[i].p);

	if (end > rest.cols && rest.cols)
		surface_put(&rest, 0, rest.cols - 1, style, "\u2026");
	if (pane->scroll && line->text[i].len)
		surface_put(&rest, 0, 0, style, "\u2026");
}

static void draw_line(const struct pane_list *pane, const struct surface *s, int row,
		      const struct list_line *line)
{
	char sign[2] = { pane->sign ? pane->sign(pane->sign_ctx, line->row.row) : '\0' };
	int col = 1;

	for (size_t c = 0; c < pane->columns.n; c++) {
		int width = column_width(pane, c);

		if (is_summary(pane, c)) {
			draw_summary(pane, s, row, col, line, c);
			break;
		}
		if (!width)
			continue;
		if (is_right(pane, c))
			surface_put_right(s, row, col, width, cell_style(pane, line, c),
					  line->text[c].p);
		else
			surface_put_left(s, row, col, width, cell_style(pane, line, c),
					 line->text[c].p);
		/* A flag or a note stands behind the first column. */
		surface_put(s, row, col + width, STYLE_MESSAGE, sign);
		sign[0] = '\0';
		col = column_end(pane, c, col, width);
	}
}

/* The sign of the rule stands before the line, where there is no cursor. */
static void draw_rule(const struct pane_list *pane, const struct surface *s, int row,
		      const struct list_line *line)
{
	char sign[2] = { line->rule == SIZE_MAX ? '\0'
						: pane->lines.rules->list.v[line->rule].sign };

	surface_put(s, row, 0, (enum style)(STYLE_COUNT + (sign[0] ? line->rule : 0)), sign);
}

static void draw_header(struct pane_list *pane, const struct surface *s)
{
	int col = 1;

	for (size_t c = 0; c < pane->columns.n; c++) {
		const char *text = pane->columns.v[c].title;
		int width = column_width(pane, c), title = (int)strlen(text);
		enum style style = c == pane->column ? STYLE_HEADER_CURRENT : STYLE_HEADER;

		if (is_summary(pane, c)) {
			surface_put(s, 0, col, style, text);
			pane->summary_cols = s->cols - col;
			break;
		}
		if (!width)
			continue;
		if (title > width)
			surface_put_left(s, 0, col, width, style, text);
		else
			surface_put(s, 0, is_right(pane, c) ? col + width - title : col, style,
				    text);
		col = column_end(pane, c, col, width);
	}
}

void pane_list_draw(struct pane_list *pane, const struct surface *s, bool focus, const char *empty)
{
	struct listnav *nav = &pane->nav;
	struct surface body = surface_sub(s, 1, 0, s->rows - 1, s->cols);

	pane->cols = s->cols;
	listnav_layout(nav, (size_t)body.rows);
	list_lines_make(&pane->lines);
	make_room(pane);
	draw_header(pane, s);
	for (size_t i = 0; i < pane->lines.list.n; i++) {
		int row = (int)(nav->top + i);

		draw_line(pane, &body, row, &pane->lines.list.v[i]);
		draw_rule(pane, &body, row, &pane->lines.list.v[i]);
		if (!nav->valid || nav->rows[i] != nav->cursor)
			continue;
		surface_put(&body, row, 0, STYLE_NORMAL, ">");
		surface_restyle(&body, row, 0, body.cols,
				focus ? STYLE_SELECTED : STYLE_SELECTED_DIM);
	}
	if (!pane->lines.list.n)
		surface_put(&body, 0, 1, STYLE_DIM, empty);
}

/* ---- actions ---- */

typedef void (*list_handler)(struct pane_list *pane, const struct action_call *call);

static uint64_t steps(const struct action_call *call, uint64_t lines)
{
	if (!lines)
		lines = 1;
	return call->count > UINT64_MAX / lines ? UINT64_MAX : call->count * lines;
}

static void list_down(struct pane_list *pane, const struct action_call *call)
{
	listnav_step(&pane->nav, 1, call->count, false);
}

static void list_up(struct pane_list *pane, const struct action_call *call)
{
	listnav_step(&pane->nav, -1, call->count, false);
}

static void list_page_down(struct pane_list *pane, const struct action_call *call)
{
	listnav_step(&pane->nav, 1, steps(call, pane->nav.height), true);
}

static void list_page_up(struct pane_list *pane, const struct action_call *call)
{
	listnav_step(&pane->nav, -1, steps(call, pane->nav.height), true);
}

static void list_half_down(struct pane_list *pane, const struct action_call *call)
{
	listnav_step(&pane->nav, 1, steps(call, pane->nav.height / 2), true);
}

static void list_half_up(struct pane_list *pane, const struct action_call *call)
{
	listnav_step(&pane->nav, -1, steps(call, pane->nav.height / 2), true);
}

static void list_first(struct pane_list *pane, const struct action_call *call)
{
	(void)call;
	listnav_goto(&pane->nav, 0, 1, LISTNAV_TOP);
}

static void list_last(struct pane_list *pane, const struct action_call *call)
{
	uint64_t rows = pane->nav.src.count(pane->nav.src.ctx);

	(void)call;
	listnav_goto(&pane->nav, rows ? rows - 1 : 0, -1, LISTNAV_BOTTOM);
}

static void list_right(struct pane_list *pane, const struct action_call *call)
{
	const struct list_column *column = &pane->columns.v[pane->column];

	(void)call;
	if (column->kind == LIST_SUMMARY) {
		if (pane->scroll + pane->summary_cols < column->width)
			pane->scroll += SCROLL_STEP;
		return;
	}
	for (size_t i = pane->column + 1; i < pane->columns.n; i++) {
		if (column_shown(pane, i)) {
			pane->column = i;
			return;
		}
	}
}

static void list_left(struct pane_list *pane, const struct action_call *call)
{
	(void)call;
	if (pane->scroll) {
		pane->scroll -= SCROLL_STEP;
		return;
	}
	for (size_t i = pane->column; i-- > 0;) {
		if (column_shown(pane, i)) {
			pane->column = i;
			return;
		}
	}
}

/* clang-format off */
static const list_handler handlers[ACTION_COUNT] = {
	[ACTION_DOWN] = list_down,
	[ACTION_UP] = list_up,
	[ACTION_PAGE_DOWN] = list_page_down,
	[ACTION_PAGE_UP] = list_page_up,
	[ACTION_HALF_DOWN] = list_half_down,
	[ACTION_HALF_UP] = list_half_up,
	[ACTION_FIRST] = list_first,
	[ACTION_LAST] = list_last,
	[ACTION_RIGHT] = list_right,
	[ACTION_LEFT] = list_left,
	[ACTION_COLUMN_WIDER] = list_width,
	[ACTION_COLUMN_NARROWER] = list_width,
	[ACTION_COLUMN_LEFT] = list_move,
	[ACTION_COLUMN_RIGHT] = list_move,
	[ACTION_RECORD_NEXT] = list_down,
	[ACTION_RECORD_PREV] = list_up,
};
/* clang-format on */

bool pane_list_knows(enum action action)
{
	return handlers[action] != NULL;
}

bool pane_list_act(struct pane_list *pane, const struct action_call *call)
{
	if (!handlers[call->action])
		return false;
	handlers[call->action](pane, call);
	return true;
}

static void point_column(struct pane_list *pane, int col)
{
	int end = 1;

	for (size_t c = 0; c < pane->columns.n; c++) {
		int width = column_width(pane, c);

		if (!width && !is_summary(pane, c))
			continue;
		end = column_end(pane, c, end, width);
		if (col >= end && !is_summary(pane, c))
			continue;
		pane->column = c;
		return;
	}
}

bool pane_list_point(struct pane_list *pane, int row, int col)
{
	const struct listnav *nav = &pane->nav;
	int line = row - 1, now = (int)nav->line;

	point_column(pane, col);
	if (line < (int)nav->top || line >= (int)(nav->top + nav->n) || !nav->valid)
		return false;
	if (line != now)
		listnav_step(&pane->nav, line < now ? -1 : 1,
			     (uint64_t)(line < now ? now - line : line - now), false);
	return true;
}
