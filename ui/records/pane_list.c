/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "records/pane_list.h"

#include <limits.h>
#include <string.h>

#include "base/text.h"
#include "widgets/field_condition.h"
#include "widgets/shortname.h"

void pane_list_init(struct pane_list *pane, struct reader *reader, struct list_cursor *cursor,
		    uint64_t (*row)(void *ctx, uint64_t number), struct list_times *times)
{
	*pane = (struct pane_list){ .reader = reader };
	list_layout_init(&pane->layout);
	listnav_init(&pane->nav, cursor);
	list_lines_init(&pane->lines, reader, &pane->nav, &pane->layout.columns, row, times);
}

void pane_list_release(struct pane_list *pane)
{
	listnav_release(&pane->nav);
	list_lines_release(&pane->lines);
	list_layout_release(&pane->layout);
}

/* ---- columns ---- */

bool pane_list_condition(struct pane_list *pane, const struct row_info *row, struct buf *out)
{
	const struct list_column *column = list_layout_chosen(&pane->layout);

	if (column->kind == LIST_FIELD)
		return field_condition_of_row_field(pane->reader, row, &column->field, out);
	return field_condition_of_row(pane->reader, row, list_column_field(column, row), out);
}

bool pane_list_field(const struct pane_list *pane, const struct row_info *row, struct buf *out)
{
	const struct list_column *column = list_layout_chosen(&pane->layout);
	enum field_id field = list_column_field(column, row);

	field = field ? field : list_column_usual_field(column);
	if (column->kind == LIST_FIELD)
		field_name(&column->field, out);
	else if (field != FIELD_NONE)
		buf_adds(out, field_id_name(field));
	return field != FIELD_NONE;
}

/* ---- drawing ---- */

static enum style cell_style(const struct pane_list *pane, const struct list_line *line, size_t i)
{
	enum list_kind kind = pane->layout.columns.v[i].kind;

	if (!line->ok || (line->row.type == RECORD_DAMAGE && kind >= LIST_EVENT))
		return STYLE_DAMAGE;
	if (line->rule != SIZE_MAX)
		return (enum style)(STYLE_COUNT + line->rule);
	if (kind == LIST_EVENT && line->row.type == RECORD_SAMPLE && line->row.event != EVENT_NONE)
		return theme_event((size_t)line->row.event);
	return list_column_look(&pane->layout.columns.v[i]).style;
}

/* Append a text; if it has no room, without the versions of functions. */
static void fit_text(int cols, const struct buf *text, struct buf *out)
{
	if ((int)text_columns(text->p, text->len) > cols)
		shortname_add_text(text->p, out);
	else
		buf_add(out, text->p, text->len);
}

static void draw_field(const struct surface *s, const struct list_spot *spot, int row,
		       enum style style, const struct buf *text)
{
	struct buf brief = BUF_INIT;

	fit_text(spot->width, text, &brief);
	surface_put_left(s, row, spot->col, spot->width, style, brief.p);
	buf_release(&brief);
}

static void draw_summary(const struct pane_list *pane, const struct surface *s, int row,
			 const struct list_spot *spot, const struct list_line *line)
{
	struct surface rest = surface_sub(s, row, spot->col, 1, spot->width);
	enum style style = cell_style(pane, line, spot->column);
	const struct buf *text = &line->text[spot->column];
	int scroll = pane->layout.scroll, end;
	struct buf brief = BUF_INIT;

	fit_text(scroll ? INT_MAX : rest.cols, text, &brief);
	end = surface_put(&rest, 0, -scroll, style, brief.p);
	if (end > rest.cols && rest.cols)
		surface_put(&rest, 0, rest.cols - 1, style, "\u2026");
	if (scroll && text->len)
		surface_put(&rest, 0, 0, style, "\u2026");
	buf_release(&brief);
}

static void draw_event(const struct pane_list *pane, const struct surface *s,
		       const struct list_spot *spot, int row, enum style style,
		       const struct list_line *line)
{
	const char *brief = NULL;

	if (spot->brief && line->ok && line->row.type == RECORD_SAMPLE)
		brief = list_facts_event(&pane->lines.facts, line->row.part, line->row.event);
	surface_put_ends(s, row, spot->col, spot->width, style,
			 brief ? brief : line->text[spot->column].p);
}

/* Draw "…/TID" if there is no room for the process, and "TID" if it is the only one. */
static void draw_task(const struct surface *s, const struct list_spot *spot, int row,
		      enum style style, const char *text)
{
	const char *tid = strchr(text, '/');
	struct buf brief = BUF_INIT;

	if (tid && spot->alone && *text != '-') {
		text = tid + 1;
	} else if (tid && spot->brief && (int)strlen(text) > spot->width) {
		buf_addf(&brief, "\u2026%s", tid);
		text = brief.p;
	}
	surface_put_right(s, row, spot->col, spot->width, style, text);
	buf_release(&brief);
}

static void draw_line(const struct pane_list *pane, const struct surface *s, int row,
		      const struct list_line *line)
{
	char sign[2] = { pane->sign ? pane->sign(pane->sign_ctx, line->row.row) : '\0' };
	struct list_spot spot = { .end = 1 };

	while (list_layout_next(&pane->layout, &spot)) {
		enum style style = cell_style(pane, line, spot.column);
		const char *text = line->text[spot.column].p;

		if (spot.summary) {
			draw_summary(pane, s, row, &spot, line);
			break;
		}
		if (pane->layout.columns.v[spot.column].kind == LIST_TASK)
			draw_task(s, &spot, row, style, text);
		else if (spot.right)
			surface_put_right(s, row, spot.col, spot.width, style, text);
		else if (pane->layout.columns.v[spot.column].kind == LIST_EVENT)
			draw_event(pane, s, &spot, row, style, line);
		else if (pane->layout.columns.v[spot.column].kind == LIST_COMM)
			surface_put_ends(s, row, spot.col, spot.width, style, text);
		else
			draw_field(s, &spot, row, style, &line->text[spot.column]);
		/* The sign of a flag or a note is after the first column. */
		surface_put(s, row, spot.col + spot.width, STYLE_MESSAGE, sign);
		sign[0] = '\0';
	}
}

/* The rule's sign is at the beginning of the line, unless the cursor is there. */
static void draw_rule(const struct pane_list *pane, const struct surface *s, int row,
		      const struct list_line *line)
{
	char sign[2] = { line->rule == SIZE_MAX ? '\0'
						: pane->lines.rules->list.v[line->rule].sign };

	surface_put(s, row, 0, (enum style)(STYLE_COUNT + (sign[0] ? line->rule : 0)), sign);
}

static void draw_header(const struct pane_list *pane, const struct list_layout *layout,
			const struct surface *s)
{
	struct list_spot spot = { .end = 1 };
	struct buf time = BUF_INIT;

	list_time_title(pane->lines.times, pane->lines.reader, &time);
	while (list_layout_next(layout, &spot)) {
		const struct list_column *column = &layout->columns.v[spot.column];
		const char *text = column->kind == LIST_TIME ? time.p
				   : spot.alone		     ? field_id_name(F_tid)
							     : column->title;
		int title = (int)strlen(text);
		enum style style = spot.column == layout->chosen ? STYLE_HEADER_CURRENT
								 : STYLE_HEADER;

		if (title > spot.width && !spot.summary)
			surface_put_left(s, 0, spot.col, spot.width, style, text);
		else
			surface_put(s, 0, spot.right ? spot.col + spot.width - title : spot.col,
				    style, text);
	}
	buf_release(&time);
}

void pane_list_draw(struct pane_list *pane, const struct surface *s, bool focus, const char *empty)
{
	struct listnav *nav = &pane->nav;
	struct surface body = surface_sub(s, 1, 0, s->rows - 1, s->cols);

	listnav_layout(nav, (size_t)body.rows);
	list_lines_make(&pane->lines);
	list_layout_fit(&pane->layout, s->cols);
	draw_header(pane, &pane->layout, s);
	for (size_t i = 0; i < pane->lines.list.n; i++) {
		int row = (int)(nav->top + i);

		draw_line(pane, &body, row, &pane->lines.list.v[i]);
		draw_rule(pane, &body, row, &pane->lines.list.v[i]);
		if (!nav->cursor->valid || nav->rows[i] != nav->cursor->number)
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

static void list_step(struct pane_list *pane, const struct action_call *call)
{
	enum action action = call->action;
	bool page = action == ACTION_PAGE_DOWN || action == ACTION_PAGE_UP;
	bool half = action == ACTION_HALF_DOWN || action == ACTION_HALF_UP;
	bool down = action == ACTION_DOWN || action == ACTION_RECORD_NEXT ||
		    action == ACTION_PAGE_DOWN || action == ACTION_HALF_DOWN;
	uint64_t lines = page ? pane->nav.height : half ? pane->nav.height / 2 : 1;
	uint64_t n;

	if (__builtin_mul_overflow(call->count, lines ? lines : 1, &n))
		n = UINT64_MAX;
	list_cursor_step(pane->nav.cursor, down ? 1 : -1, n, page || half);
}

static void list_first(struct pane_list *pane, const struct action_call *call)
{
	(void)call;
	list_cursor_goto(pane->nav.cursor, 0, 1, LIST_CURSOR_TOP);
}

static void list_last(struct pane_list *pane, const struct action_call *call)
{
	uint64_t rows = list_cursor_count(pane->nav.cursor);

	(void)call;
	list_cursor_goto(pane->nav.cursor, rows ? rows - 1 : 0, -1, LIST_CURSOR_BOTTOM);
}

static void list_right(struct pane_list *pane, const struct action_call *call)
{
	(void)call;
	list_layout_right(&pane->layout);
}

static void list_left(struct pane_list *pane, const struct action_call *call)
{
	(void)call;
	list_layout_left(&pane->layout);
}

static void list_width(struct pane_list *pane, const struct action_call *call)
{
	int by = call->count < LIST_WIDTH_MAX ? (int)call->count : LIST_WIDTH_MAX;

	list_layout_widen(&pane->layout, call->action == ACTION_COLUMN_WIDER ? by : -by);
}

static void list_move(struct pane_list *pane, const struct action_call *call)
{
	list_layout_move(&pane->layout, call->action == ACTION_COLUMN_LEFT);
}

/* clang-format off */
static const list_handler handlers[ACTION_COUNT] = {
	[ACTION_DOWN] = list_step,
	[ACTION_UP] = list_step,
	[ACTION_PAGE_DOWN] = list_step,
	[ACTION_PAGE_UP] = list_step,
	[ACTION_HALF_DOWN] = list_step,
	[ACTION_HALF_UP] = list_step,
	[ACTION_FIRST] = list_first,
	[ACTION_LAST] = list_last,
	[ACTION_RIGHT] = list_right,
	[ACTION_LEFT] = list_left,
	[ACTION_COLUMN_WIDER] = list_width,
	[ACTION_COLUMN_NARROWER] = list_width,
	[ACTION_COLUMN_LEFT] = list_move,
	[ACTION_COLUMN_RIGHT] = list_move,
	[ACTION_RECORD_NEXT] = list_step,
	[ACTION_RECORD_PREV] = list_step,
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

bool pane_list_point(struct pane_list *pane, int row, int col)
{
	const struct listnav *nav = &pane->nav;
	int line = row - 1, now = (int)nav->line;

	list_layout_point(&pane->layout, col);
	if (line < (int)nav->top || line >= (int)(nav->top + nav->n) || !nav->cursor->valid)
		return false;
	if (line != now)
		list_cursor_step(pane->nav.cursor, line < now ? -1 : 1,
				 (uint64_t)(line < now ? now - line : line - now), false);
	return true;
}
