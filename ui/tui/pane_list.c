/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/pane_list.h"

#include <string.h>

#include "base/text.h"

#define SCROLL_STEP 8
/* From this width on columns may be as wide as they like, and below this one they may not. */
#define WIDE_SCREEN 110
#define NARROW_SCREEN 72
/* Rows to look through for the first time of the recording. */
#define FIRST_ROWS 100000

typedef void (*column_text)(struct pane_list *pane, const struct row_info *row, struct buf *out);

static void text_ordinal(struct pane_list *pane, const struct row_info *row, struct buf *out)
{
	(void)pane;
	if (row->ordinal != ROW_NO_ORDINAL)
		buf_add_u64(out, row->ordinal);
}

static void text_cpu(struct pane_list *pane, const struct row_info *row, struct buf *out)
{
	(void)pane;
	if (row->has_cpu)
		buf_add_s64(out, (int32_t)row->cpu);
}

static void text_pid(struct pane_list *pane, const struct row_info *row, struct buf *out)
{
	(void)pane;
	if (row->has_pid)
		buf_add_s64(out, (int32_t)row->pid);
}

static void text_tid(struct pane_list *pane, const struct row_info *row, struct buf *out)
{
	(void)pane;
	if (row->has_tid)
		buf_add_s64(out, (int32_t)row->tid);
}

static void text_comm(struct pane_list *pane, const struct row_info *row, struct buf *out)
{
	reader_comm(pane->reader, row, out);
}

static void text_event(struct pane_list *pane, const struct row_info *row, struct buf *out)
{
	if (row->type == RECORD_SAMPLE)
		reader_event(pane->reader, row, out);
	if (!out->len)
		reader_type(pane->reader, row, out);
}

static void text_summary(struct pane_list *pane, const struct row_info *row, struct buf *out)
{
	reader_summary(pane->reader, row, out);
}

/* clang-format off */
static const struct {
	const char *title;
	column_text text; /* NULL: the time, which depends on the line above */
	bool right;
	int least, most, wide; /* columns on a narrow screen, a usual one, a wide one */
	int screen;          /* columns of the narrowest screen that has it */
	enum style style;
} columns[LIST_COLUMNS] = {
	[LIST_ORDINAL] = { "n", text_ordinal, true, 12, 12, 12, 0, STYLE_NUMBER },
	[LIST_TIME] = { "time", NULL, true, 20, 20, 20, 60, STYLE_NORMAL },
	[LIST_CPU] = { "cpu", text_cpu, true, 5, 5, 5, 70, STYLE_NORMAL },
	[LIST_PID] = { "pid", text_pid, true, 10, 10, 10, 50, STYLE_NORMAL },
	[LIST_TID] = { "tid", text_tid, true, 10, 10, 10, 70, STYLE_NORMAL },
	[LIST_COMM] = { "comm", text_comm, false, 10, 12, 18, 36, STYLE_COMM },
	[LIST_EVENT] = { "event", text_event, false, 13, 18, 28, 0, STYLE_TYPE },
	[LIST_SUMMARY] = { "summary", text_summary, false, 0, 0, 0, 0, STYLE_NORMAL },
};
/* clang-format on */

void pane_list_init(struct pane_list *pane, struct reader *reader, struct listnav_source source)
{
	*pane = (struct pane_list){ .reader = reader, .column = LIST_EVENT };
	listnav_init(&pane->nav, source);
}

void pane_list_release(struct pane_list *pane)
{
	listnav_release(&pane->nav);
	for (size_t i = 0; i < pane->lines.cap; i++)
		for (int c = 0; c < LIST_COLUMNS; c++)
			buf_release(&pane->lines.v[i].text[c]);
	vec_release(&pane->lines);
}

enum word pane_list_word(const struct pane_list *pane, const struct row_info *row)
{
	bool sample = row->type == RECORD_SAMPLE;

	switch (pane->column) {
	case LIST_ORDINAL:
		return row->ordinal != ROW_NO_ORDINAL ? W_ordinal : WORD_NONE;
	case LIST_TIME:
		return row->has_time ? W_time : WORD_NONE;
	case LIST_CPU:
		return row->has_cpu ? W_cpu : WORD_NONE;
	case LIST_PID:
		return row->has_pid ? W_pid : WORD_NONE;
	case LIST_TID:
		return row->has_tid ? W_tid : WORD_NONE;
	case LIST_COMM:
		return row->has_tid ? W_comm : WORD_NONE;
	case LIST_EVENT:
		return sample && row->event >= 0 ? W_event : W_type;
	case LIST_SUMMARY:
	case LIST_COLUMNS:
	default:
		return W_type;
	}
}

/* ---- columns ---- */

static int column_width(const struct pane_list *pane, enum list_column column)
{
	int title = (int)strlen(columns[column].title), width = pane->widths[column];
	int most = pane->cols < NARROW_SCREEN ? columns[column].least
		   : pane->cols < WIDE_SCREEN ? columns[column].most
					      : columns[column].wide;

	/* A column that had nothing to say so far is left out. */
	if (!width || pane->cols < columns[column].screen)
		return 0;
	if (width < title)
		width = title;
	return width < most ? width : most;
}

/* The column behind a column: texts that face each other need more air. */
static int column_end(enum list_column column, int col, int width)
{
	return col + width + (columns[column].right && !columns[column + 1].right ? 2 : 1);
}

static bool column_shown(const struct pane_list *pane, enum list_column column)
{
	return column == LIST_SUMMARY || column_width(pane, column) > 0;
}

/* ---- times ---- */

const char *pane_list_next_time(struct pane_list *pane)
{
	static const char *const names[LIST_TIMES] = {
		[LIST_TIME_CLOCK] = "Times are those of perf's clock.",
		[LIST_TIME_FIRST] = "Times count from the first record that has one.",
		[LIST_TIME_PREVIOUS] = "Times count from the line above.",
	};

	pane->time = (enum list_time)((pane->time + 1) % LIST_TIMES);
	/* Widths of the other format mean nothing for this one. */
	pane->widths[LIST_TIME] = 0;
	return names[pane->time];
}

static void add_seconds(uint64_t ns, struct buf *out)
{
	buf_addf(out, "%llu.%09llu", (unsigned long long)(ns / 1000000000),
		 (unsigned long long)(ns % 1000000000));
}

static void add_time(const struct pane_list *pane, uint64_t time, uint64_t base, struct buf *out)
{
	if (pane->time == LIST_TIME_CLOCK) {
		add_seconds(time, out);
		return;
	}
	/* Records are not always in the order of time. */
	buf_addc(out, time < base ? '-' : '+');
	add_seconds(time < base ? base - time : time - base, out);
}

/* Many recordings begin with records that have no time, or 0. */
static void find_first(struct pane_list *pane)
{
	uint64_t rows = pane->nav.src.count(pane->nav.src.ctx);

	for (uint64_t i = 0; !pane->has_first && i < rows && i < FIRST_ROWS; i++) {
		struct row_info row;

		if (reader_row(pane->reader, i, &row, NULL) < 0 || !row.has_time || !row.time)
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
			for (int c = 0; c < LIST_COLUMNS; c++)
				buf_init(&pane->lines.v[i].text[c]);
	}
	return &pane->lines.v[pane->lines.n++];
}

static void make_line(struct pane_list *pane, uint64_t number)
{
	struct list_line *line = add_line(pane);

	for (int c = 0; c < LIST_COLUMNS; c++)
		buf_reset(&line->text[c]);
	line->ok = reader_row(pane->reader, number, &line->row, NULL) == 0;
	for (int c = 0; line->ok && c < LIST_COLUMNS; c++)
		if (columns[c].text)
			columns[c].text(pane, &line->row, &line->text[c]);
	if (!line->ok)
		buf_adds(&line->text[LIST_SUMMARY], "the index is damaged here");
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
	if (reader_row(pane->reader, number, &row, NULL) < 0 || !row.has_time)
		return false;
	*time = row.time;
	return true;
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
		add_time(pane, line->row.time, has_base ? base : line->row.time,
			 &line->text[LIST_TIME]);
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
	for (size_t i = 0; i < pane->lines.n; i++) {
		const struct list_line *line = &pane->lines.v[i];

		for (int c = 0; line->ok && c < LIST_COLUMNS; c++) {
			int width = (int)text_columns(line->text[c].p, line->text[c].len);

			/* Threads have a column where there are any but main ones. */
			if (c == LIST_TID && line->row.tid == line->row.pid && !pane->widths[c])
				continue;
			if (width > pane->widths[c])
				pane->widths[c] = width;
		}
	}
}

/* ---- drawing ---- */

static enum style cell_style(const struct list_line *line, int column)
{
	if (!line->ok || (line->row.type == RECORD_DAMAGE && column >= LIST_EVENT))
		return STYLE_DAMAGE;
	return columns[column].style;
}

static void draw_summary(const struct pane_list *pane, const struct surface *s, int row, int col,
			 const struct list_line *line)
{
	struct surface rest = surface_sub(s, row, col, 1, s->cols - col);
	int end = surface_put(&rest, 0, -pane->scroll, cell_style(line, LIST_SUMMARY),
			      line->text[LIST_SUMMARY].p);

	if (end > rest.cols && rest.cols)
		surface_put(&rest, 0, rest.cols - 1, STYLE_DIM, "\u2026");
	if (pane->scroll && line->text[LIST_SUMMARY].len)
		surface_put(&rest, 0, 0, STYLE_DIM, "\u2026");
}

static void draw_line(const struct pane_list *pane, const struct surface *s, int row,
		      const struct list_line *line)
{
	int col = 1;

	for (int c = 0; c < LIST_SUMMARY; c++) {
		int width = column_width(pane, (enum list_column)c);

		if (!width)
			continue;
		if (columns[c].right)
			surface_put_right(s, row, col, width, cell_style(line, c), line->text[c].p);
		else
			surface_put_left(s, row, col, width, cell_style(line, c), line->text[c].p);
		/* A flag stands behind the first column. */
		if (pane->flagged && pane->flagged(pane->flag_ctx, line->row.row) && col == 1)
			surface_put(s, row, col + width, STYLE_MESSAGE, "*");
		col = column_end((enum list_column)c, col, width);
	}
	draw_summary(pane, s, row, col, line);
}

static void draw_header(struct pane_list *pane, const struct surface *s)
{
	int col = 1;

	for (int c = 0; c < LIST_COLUMNS; c++) {
		int width = column_width(pane, (enum list_column)c);
		int title = (int)strlen(columns[c].title);
		enum style style = c == (int)pane->column ? STYLE_HEADER_CURRENT : STYLE_HEADER;

		if (!column_shown(pane, (enum list_column)c))
			continue;
		surface_put(s, 0, columns[c].right ? col + width - title : col, style,
			    columns[c].title);
		if (c < LIST_SUMMARY)
			col = column_end((enum list_column)c, col, width);
	}
	pane->summary_cols = s->cols - col;
}

void pane_list_draw(struct pane_list *pane, const struct surface *s, bool focus, const char *empty)
{
	struct listnav *nav = &pane->nav;
	struct surface body = surface_sub(s, 1, 0, s->rows - 1, s->cols);

	pane->cols = s->cols;
	listnav_layout(nav, (size_t)body.rows);
	make_lines(pane);
	draw_header(pane, s);
	for (size_t i = 0; i < pane->lines.n; i++) {
		int row = (int)(nav->top + i);

		draw_line(pane, &body, row, &pane->lines.v[i]);
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

static uint64_t times(const struct action_call *call, uint64_t lines)
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
	listnav_step(&pane->nav, 1, times(call, pane->nav.height), true);
}

static void list_page_up(struct pane_list *pane, const struct action_call *call)
{
	listnav_step(&pane->nav, -1, times(call, pane->nav.height), true);
}

static void list_half_down(struct pane_list *pane, const struct action_call *call)
{
	listnav_step(&pane->nav, 1, times(call, pane->nav.height / 2), true);
}

static void list_half_up(struct pane_list *pane, const struct action_call *call)
{
	listnav_step(&pane->nav, -1, times(call, pane->nav.height / 2), true);
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
	(void)call;
	if (pane->column == LIST_SUMMARY) {
		if (pane->scroll + pane->summary_cols < pane->widths[LIST_SUMMARY])
			pane->scroll += SCROLL_STEP;
		return;
	}
	do {
		pane->column++;
	} while (!column_shown(pane, pane->column));
}

static void list_left(struct pane_list *pane, const struct action_call *call)
{
	enum list_column column = pane->column;

	(void)call;
	if (pane->scroll) {
		pane->scroll -= SCROLL_STEP;
		return;
	}
	while (column > 0) {
		column--;
		if (column_shown(pane, column)) {
			pane->column = column;
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
