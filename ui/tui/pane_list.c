/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/pane_list.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "tui/field.h"

#define SCROLL_STEP 8
#define SUMMARY_LEAST 6 /* columns that it wants */
/* From this width on columns may be as wide as they like, and below this one they may not. */
#define WIDE_SCREEN 110
#define NARROW_SCREEN 72
/* Rows to look through for the first time of the recording. */
#define FIRST_ROWS 100000
/* To look for records before, in a drawing and at each look at background work. */
#define GAPS_MS 10

void pane_list_init(struct pane_list *pane, struct reader *reader, struct listnav_source source,
		    uint64_t (*row)(void *ctx, uint64_t number))
{
	*pane = (struct pane_list){ .reader = reader, .row = row, .value = VALUE_INIT };
	list_columns_init(&pane->columns);
	pane->column = list_columns_find(&pane->columns, "event");
	listnav_init(&pane->nav, source);
}

void pane_list_reorder(struct pane_list *pane)
{
	pane->has_first &= pane->zero_set;
}

static int read_row(struct pane_list *pane, uint64_t number, struct row_info *info)
{
	return reader_row(pane->reader, pane->row(pane->nav.src.ctx, number), info, NULL);
}

void pane_list_release(struct pane_list *pane)
{
	listnav_release(&pane->nav);
	list_gaps_release(&pane->gaps);
	for (size_t i = 0; i < pane->lines.cap; i++)
		for (size_t c = 0; c < LIST_COLUMNS_MAX; c++)
			buf_release(&pane->lines.v[i].text[c]);
	vec_release(&pane->lines);
	list_columns_release(&pane->columns);
	value_release(&pane->value);
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

/* ---- times ---- */

static const char *use_time(struct pane_list *pane, enum list_time time)
{
	pane->time = time;
	/* Widths of the other format mean nothing for this one. */
	for (size_t i = 0; i < pane->columns.n; i++)
		if (pane->columns.v[i].kind == LIST_TIME)
			pane->columns.v[i].width = 0;
	return time == LIST_TIME_FIRST && pane->zero_set
		       ? "Times count from time zero as it was set."
		       : list_time_say(time);
}

const char *pane_list_next_time(struct pane_list *pane)
{
	enum list_time time = (enum list_time)((pane->time + 1) % LIST_TIMES);

	if (time == LIST_TIME_WALL && !list_time_has_wall(pane->reader))
		time = LIST_TIME_CLOCK;
	return use_time(pane, time);
}

const char *pane_list_set_time(struct pane_list *pane, const char *name)
{
	for (int i = 0; i < LIST_TIMES; i++)
		if (!strcmp(list_time_name((enum list_time)i), name))
			return use_time(pane, (enum list_time)i);
	return NULL;
}

void pane_list_set_zero(struct pane_list *pane, uint64_t time)
{
	pane->zero_set = pane->has_first = true;
	pane->first = time;
}

const char *pane_list_zero(struct pane_list *pane, const struct row_info *row)
{
	if (!row->has_time)
		return NULL;
	if (pane->zero_set && pane->first == row->time) {
		pane->zero_set = pane->has_first = false;
		return use_time(pane, LIST_TIME_FIRST);
	}
	pane_list_set_zero(pane, row->time);
	use_time(pane, LIST_TIME_FIRST);
	return "Times count from here. {time-zero} again: from the first record.";
}

/* Many recordings begin with records that have no time, or 0. */
static void find_first(struct pane_list *pane)
{
	uint64_t rows = pane->nav.src.count(pane->nav.src.ctx);

	for (uint64_t i = 0; !pane->has_first && i < rows && i < FIRST_ROWS; i++) {
		struct row_info row;

		if (read_row(pane, i, &row) < 0 || !row.has_time || !row.time)
			continue;
		pane->has_first = true;
		pane->first = row.time;
	}
}

/* ---- lines ---- */

static struct list_line *add_line(struct pane_list *pane)
{
	size_t cap = pane->lines.cap;

	/* Buffers stay from screen to screen, so the vector is only ever grown. */
	if (pane->lines.n == cap) {
		pane->lines.v = vec_grow(pane->lines.v, &pane->lines.cap, sizeof(*pane->lines.v));
		for (size_t i = cap; i < pane->lines.cap; i++)
			for (size_t c = 0; c < LIST_COLUMNS_MAX; c++)
				buf_init(&pane->lines.v[i].text[c]);
	}
	return &pane->lines.v[pane->lines.n++];
}

/* Whose addresses are named. */
struct naming_line {
	const struct pane_list *pane;
	const struct row_info *row;
};

static bool name_address(void *arg, const struct tree_node *node, struct buf *out)
{
	const struct naming_line *n = arg;

	return n->pane->name && n->pane->name(n->pane->name_ctx, n->row, node, out);
}

static void make_line(struct pane_list *pane, uint64_t number)
{
	struct list_line *line = add_line(pane);
	struct naming_line naming = { pane, &line->row };
	struct summary_names names = { name_address, &naming };

	for (size_t c = 0; c < pane->columns.n; c++)
		buf_reset(&line->text[c]);
	line->ok = read_row(pane, number, &line->row) == 0;
	line->rule = line->ok && pane->rules ? rules_find(pane->rules, pane->reader, &line->row)
					     : SIZE_MAX;
	for (size_t c = 0; line->ok && c < pane->columns.n; c++)
		list_column_text(&pane->columns.v[c], pane->reader, &line->row, &names,
				 &pane->value, &line->text[c]);
	if (!line->ok)
		buf_adds(&line->text[pane->columns.n - 1], "the index is damaged here");
}

/* The time of the row above the screen. */
static bool time_above(struct pane_list *pane, uint64_t *time)
{
	const struct listnav *nav = &pane->nav;
	struct row_info row;
	uint64_t number = nav->rows[0];

	if (!number--)
		return false;
	if (nav->src.next && nav->src.next(nav->src.ctx, number, -1, &number) != LISTNAV_FOUND)
		return false;
	if (read_row(pane, number, &row) < 0 || !row.has_time)
		return false;
	*time = row.time;
	return true;
}

/* What a column counts from the record before, GAPS: it is another. */
static enum gap_of column_gap(const struct pane_list *pane, size_t c)
{
	const struct list_column *column = &pane->columns.v[c];
	enum gap_of of = GAPS;

	if (column->kind == LIST_TIME && pane->time == LIST_TIME_THREAD)
		return GAP_THREAD;
	if (column->kind == LIST_TIME && pane->time == LIST_TIME_CPU)
		return GAP_CPU;
	if (column->kind == LIST_FIELD)
		value_is_gap(column->field.word, &of);
	return of;
}

static bool has_gaps(const struct pane_list *pane)
{
	for (size_t c = 0; c < pane->columns.n; c++)
		if (column_gap(pane, c) != GAPS)
			return true;
	return false;
}

static void want_gaps(struct pane_list *pane)
{
	VEC(uint64_t) rows = { NULL };

	for (size_t i = 0; has_gaps(pane) && i < pane->lines.n; i++)
		if (pane->lines.v[i].ok)
			vec_push(&rows, pane->lines.v[i].row.row);
	list_gaps_want(&pane->gaps, rows.v, rows.n);
	vec_release(&rows);
}

bool pane_list_gaps_wait(const struct pane_list *pane)
{
	return pane->gaps.waits;
}

bool pane_list_gaps_resume(struct pane_list *pane)
{
	return list_gaps_step(&pane->gaps, reader_recording(pane->reader), GAPS_MS);
}

static void add_gap(struct pane_list *pane, struct list_line *line, size_t c)
{
	const struct list_column *column = &pane->columns.v[c];
	int64_t ns;

	if (!list_gaps_get(&pane->gaps, line->row.row, column_gap(pane, c), &ns))
		return;
	if (column->kind == LIST_TIME) {
		list_time_add_gap(ns, &line->text[c]);
		return;
	}
	value_set_number(&pane->value, true, (uint64_t)ns);
	value_text(&pane->value, column->field.word, &line->text[c]);
}

static void make_gaps(struct pane_list *pane)
{
	want_gaps(pane);
	pane_list_gaps_resume(pane);
	for (size_t c = 0; c < pane->columns.n; c++)
		for (size_t i = 0; column_gap(pane, c) != GAPS && i < pane->lines.n; i++)
			if (pane->lines.v[i].ok)
				add_gap(pane, &pane->lines.v[i], c);
}

static void make_times(struct pane_list *pane)
{
	uint64_t base = 0;
	bool has_base = true;

	if (pane->time == LIST_TIME_FIRST) {
		find_first(pane);
		base = pane->first;
	} else if (pane->time == LIST_TIME_PREVIOUS && pane->lines.n) {
		has_base = time_above(pane, &base);
	}
	for (size_t i = 0; i < pane->lines.n; i++) {
		struct list_line *line = &pane->lines.v[i];

		if (!line->ok || !line->row.has_time)
			continue;
		for (size_t c = 0; c < pane->columns.n; c++)
			if (pane->columns.v[c].kind == LIST_TIME && column_gap(pane, c) == GAPS)
				list_time_add(pane->time, pane->reader, &line->row,
					      has_base ? base : line->row.time, &line->text[c]);
		if (pane->time == LIST_TIME_PREVIOUS) {
			base = line->row.time;
			has_base = true;
		}
	}
}

static void make_lines(struct pane_list *pane)
{
	pane->lines.n = 0;
	for (size_t i = 0; i < pane->nav.n; i++)
		make_line(pane, pane->nav.rows[i]);
	make_times(pane);
	make_gaps(pane);
	for (size_t i = 0; i < pane->lines.n; i++) {
		const struct list_line *line = &pane->lines.v[i];

		for (size_t c = 0; line->ok && c < pane->columns.n; c++) {
			struct list_column *column = &pane->columns.v[c];
			int width = (int)text_columns(line->text[c].p, line->text[c].len);

			/* Threads have a column where there are any but main ones. */
			if (column->kind == LIST_TID && line->row.tid == line->row.pid &&
			    !column->width)
				continue;
			if (width > column->width)
				column->width = width;
		}
	}
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
	char sign[2] = { line->rule == SIZE_MAX ? '\0' : pane->rules->list.v[line->rule].sign };

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
	make_lines(pane);
	make_room(pane);
	draw_header(pane, s);
	for (size_t i = 0; i < pane->lines.n; i++) {
		int row = (int)(nav->top + i);

		draw_line(pane, &body, row, &pane->lines.v[i]);
		draw_rule(pane, &body, row, &pane->lines.v[i]);
		if (!nav->valid || nav->rows[i] != nav->cursor)
			continue;
		surface_put(&body, row, 0, STYLE_NORMAL, ">");
		surface_restyle(&body, row, 0, body.cols,
				focus ? STYLE_SELECTED : STYLE_SELECTED_DIM);
	}
	if (!pane->lines.n)
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
