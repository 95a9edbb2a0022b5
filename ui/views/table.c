/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/table.h"

#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "session/session_filter.h"
#include "term/wrap.h"
#include "views/counted.h"
#include "widgets/digits.h"
#include "widgets/linemove.h"
#include "widgets/listnav.h"
#include "widgets/sparkline.h"
#include "widgets/status.h"

#define SIDE_STEP 8

enum {
	WHOLE = 1000000000, /* of a bar */
	BELOW_ROWS = 10	    /* least rows of a body with text below its lines */
};

bool view_table_row(const struct view_table *vt, uint64_t *row)
{
	*row = vt->cursor;
	return vt->cursor < vt->ops->count(vt);
}

bool view_table_closed(const struct view_table *vt)
{
	(void)vt;
	return true;
}

/* ---- cells ---- */

/* The text of programs (--batch) has numbers as they are. */
static bool has_digits(const struct view_table *vt, size_t column)
{
	return vt->columns.v[column].digits && !vt->view.app->opt->batch;
}

static void add_cell(struct view_table *vt, uint64_t row, size_t column, struct buf *out)
{
	struct buf text = BUF_INIT;

	if (!has_digits(vt, column)) {
		vt->ops->cell(vt, row, column, out);
		return;
	}
	vt->ops->cell(vt, row, column, &text);
	digits_add(text.p, out);
	buf_release(&text);
}

/* Append a cell with blanks for the digits after the point that other cells have. */
static void add_aligned_cell(struct view_table *vt, uint64_t row, size_t column, struct buf *out)
{
	size_t start = out->len, whole, cols;

	add_cell(vt, row, column, out);
	if (!has_digits(vt, column) || !digits_whole(out->p + start, &whole))
		return;
	cols = text_columns(out->p + start + whole, out->len - start - whole);
	if ((size_t)vt->columns.fractions[column] > cols)
		buf_fill(out, ' ', (size_t)vt->columns.fractions[column] - cols);
}

/* In the text of programs, is a cell wider than its column? */
static bool spills(const struct view_table *vt, uint64_t row, size_t column)
{
	return vt->view.app->opt->batch && vt->ops->spills && vt->ops->spills(vt, row, column);
}

static void measure(struct view_table *vt, uint64_t end)
{
	struct buf text = BUF_INIT;

	for (uint64_t row = vt->top; row < end; row++) {
		for (size_t c = 0; c < vt->columns.n; c++) {
			buf_reset(&text);
			add_cell(vt, row, c, &text);
			if (!spills(vt, row, c))
				table_columns_measure(&vt->columns, c, &text, has_digits(vt, c));
		}
	}
	buf_release(&text);
}

/* ---- moving ---- */

typedef void (*table_handler)(struct view_table *vt, const struct action_call *call);

static void move_to(struct view_table *vt, uint64_t row)
{
	uint64_t n = vt->ops->count(vt);

	vt->cursor = row < n ? row : n ? n - 1 : 0;
}

static void table_move(struct view_table *vt, const struct action_call *call)
{
	const struct linemove at = { vt->cursor, vt->ops->count(vt), vt->rows, vt->rows / 2 };

	move_to(vt, linemove_to(&at, call));
}

static void table_right(struct view_table *vt, const struct action_call *call)
{
	size_t next = vt->column + 1;

	(void)call;
	while (next < vt->columns.n && !table_columns_fits(&vt->columns, next))
		next++;
	if (vt->ops->cells && next < vt->columns.n)
		vt->column = next;
	else if (vt->left + vt->last_cols < vt->columns.widths[vt->columns.n - 1])
		vt->left += SIDE_STEP;
}

static void table_left(struct view_table *vt, const struct action_call *call)
{
	(void)call;
	if (!vt->left && vt->column)
		do
			vt->column--;
		while (vt->column && !table_columns_fits(&vt->columns, vt->column));
	vt->left = vt->left > SIDE_STEP ? vt->left - SIDE_STEP : 0;
}

/* ---- looking for text ---- */

static uint64_t find_count(const struct view *view)
{
	const struct view_table *vt = view_table_of(view);

	return vt->ops->count(vt);
}

static uint64_t find_cursor(const struct view *view)
{
	return view_table_of(view)->cursor;
}

/*
 * Append the contents of all cells, also of those that do not fit the screen. Numbers are found as
 * the screen has them, and as they are typed.
 */
static void find_text(struct view *view, uint64_t line, struct buf *out)
{
	struct view_table *vt = view_table_of(view);

	for (size_t c = 0; c < vt->columns.n; c++) {
		if (c)
			buf_addc(out, ' ');
		vt->ops->cell(vt, line, c, out);
		if (!has_digits(vt, c))
			continue;
		buf_addc(out, ' ');
		add_cell(vt, line, c, out);
	}
}

static void find_go(struct view *view, uint64_t line)
{
	move_to(view_table_of(view), line);
}

static bool find_closed(const struct view *view)
{
	const struct view_table *vt = view_table_of(view);

	return vt->ops->closed && vt->ops->closed(vt);
}

static void table_find(struct view_table *vt, const struct action_call *call)
{
	static const struct finder_ops ops = {
		.count = find_count,
		.cursor = find_cursor,
		.text = find_text,
		.go = find_go,
		.closed = find_closed,
	};

	finder_act(&vt->find, &vt->view, &ops, call);
}

/* clang-format off */
static const table_handler handlers[ACTION_COUNT] = {
	LINEMOVE_HANDLERS(table_move),
	[ACTION_PERCENT] = table_move,
	[ACTION_RIGHT] = table_right,
	[ACTION_LEFT] = table_left,
	[ACTION_FIND] = table_find,
	[ACTION_FIND_NEXT] = table_find,
	[ACTION_FIND_PREV] = table_find,
};
/* clang-format on */

static bool own(const struct table_ops *ops, enum action action)
{
	for (const enum action *a = ops->actions; a && *a != ACTION_NONE; a++)
		if (*a == action)
			return true;
	return false;
}

static bool table_act(struct view *view, const struct action_call *call)
{
	struct view_table *vt = view_table_of(view);

	if (own(vt->ops, call->action) && vt->ops->act(vt, call))
		return true;
	if (!handlers[call->action])
		return false;
	handlers[call->action](vt, call);
	return true;
}

bool view_table_knows(const struct table_ops *ops, enum action action)
{
	return handlers[action] || own(ops, action);
}

static bool table_knows(const struct view *view, enum action action)
{
	return view_table_knows(view_table_of(view)->ops, action);
}

static void table_explain(const struct view *view, struct buf *out)
{
	const struct view_table *vt = view_table_of(view);

	if (vt->ops->explain && vt->cursor < vt->ops->count(vt))
		vt->ops->explain(vt, vt->cursor, out);
}

static const enum action *table_hints(const struct view *view)
{
	return view_table_of(view)->ops->hints;
}

/* ---- drawing ---- */

/* The end of a path is its most useful part: a path is cut in the middle. */
static bool is_path(const char *text)
{
	return *text == '/' && !strchr(text, ' ');
}

static void draw_left(const struct surface *s, int row, int col, int width, enum style style,
		      const char *text)
{
	if (is_path(text))
		surface_put_ends(s, row, col, width, style, text);
	else
		surface_put_left(s, row, col, width, style, text);
}

static void draw_last(struct view_table *vt, const struct surface *s, int row, int col,
		      enum style style, const char *text)
{
	struct surface rest = surface_sub(s, row, col, 1, s->cols - col);
	int end;

	vt->last_cols = rest.cols;
	if (!vt->left && is_path(text)) {
		surface_put_ends(&rest, 0, 0, rest.cols, style, text);
		return;
	}
	end = surface_put(&rest, 0, -vt->left, style, text);
	if (end > rest.cols && rest.cols)
		surface_put(&rest, 0, rest.cols - 1, STYLE_DIM, "\u2026");
	if (vt->left && *text)
		surface_put(&rest, 0, 0, STYLE_DIM, "\u2026");
}

static uint64_t part_of(double part)
{
	return part <= 0 ? 0 : part < 1 ? (uint64_t)(part * WHOLE) : WHOLE;
}

static void draw_bar(const struct view_table *vt, const struct surface *s, int line, int col,
		     uint64_t row)
{
	struct buf text = BUF_INIT;
	struct table_bar bar = { .from = 0 };

	if (!vt->ops->bar(vt, row, &bar))
		return;
	if (bar.range)
		sparkline_add_range(&text, part_of(bar.from), part_of(bar.to), WHOLE,
				    (size_t)vt->columns.bar, s->grid->ascii);
	else
		sparkline_add_share(&text, part_of(bar.to), WHOLE, (size_t)vt->columns.bar,
				    s->grid->ascii);
	surface_put(s, line, col, bar.style == STYLE_NORMAL ? STYLE_BAR : bar.style, text.p);
	buf_release(&text);
}

static void draw_row(struct view_table *vt, const struct surface *s, int line, uint64_t row)
{
	struct buf text = BUF_INIT;
	int col = 1;

	for (size_t c = 0; c < vt->columns.n; c++) {
		enum style style = vt->ops->style ? vt->ops->style(vt, row, c) : STYLE_NORMAL;
		int width = vt->columns.drawn[c];

		if (!width)
			continue;
		if (width > s->cols - col && c + 1 < vt->columns.n)
			width = s->cols - col;
		buf_reset(&text);
		add_aligned_cell(vt, row, c, &text);
		if (c + 1 == vt->columns.n)
			draw_last(vt, s, line, col, style, text.p);
		else if (vt->columns.v[c].right)
			surface_put_right(s, line, col, width, style, text.p);
		else
			draw_left(s, line, col, width, style, text.p);
		col += width + 2;
		if (!table_columns_bar(&vt->columns, c))
			continue;
		draw_bar(vt, s, line, col, row);
		col += vt->columns.bar + 2;
	}
	buf_release(&text);
}

static void draw_header(const struct view_table *vt, const struct surface *s)
{
	int col = 1;

	for (size_t c = 0; c < vt->columns.n; c++) {
		enum style style = vt->ops->cells && c == vt->column ? STYLE_HEADER_CURRENT
								     : STYLE_HEADER;
		int width = vt->columns.drawn[c], bar = table_columns_bar(&vt->columns, c);

		if (!width)
			continue;
		if (width > s->cols - col)
			surface_put_left(s, 1, col, s->cols - col, style, vt->columns.v[c].title);
		else if (vt->columns.v[c].right && c + 1 < vt->columns.n)
			surface_put_right(s, 1, col, width, style, vt->columns.v[c].title);
		else
			surface_put(s, 1, col, style, vt->columns.v[c].title);
		col += width + 2 + (bar ? bar + 2 : 0);
	}
}

static void add_title(struct view_table *vt, struct buf *out)
{
	if (vt->ops->retitle)
		vt->ops->retitle(vt);
	/* A title of the view's own can contain text of the recording. */
	if (vt->title == vt->ops->title)
		app_add_text(vt->view.app, vt->title, out);
	else
		buf_adds(out, vt->title);
	if (vt->ops->unfiltered)
		counted_add_where_of(vt->view.app->session, "", out);
}

/* The title of a text also has what is missing. */
static void table_title(struct view *view, struct buf *out)
{
	struct view_table *vt = view_table_of(view);
	struct buf work = BUF_INIT;

	add_title(vt, out);
	if (vt->ops->work)
		vt->ops->work(vt, &work);
	if (work.len)
		buf_addf(out, ": %s", work.p);
	buf_release(&work);
}

static void draw_status(struct view_table *vt, const struct surface *s)
{
	struct surface line = surface_sub(s, 0, 0, 1, s->cols);
	struct buf title = BUF_INIT, position = BUF_INIT, work = BUF_INIT;
	uint64_t n = vt->ops->count(vt);

	add_title(vt, &title);
	buf_addf(&position, "%llu of %llu", (unsigned long long)(n ? vt->cursor + 1 : 0),
		 (unsigned long long)n);
	if (vt->ops->work)
		vt->ops->work(vt, &work);
	status_draw(&line, &(struct status){ title.p, position.p, work.p,
					     vt->ops->busy && vt->ops->busy(&vt->view) });
	buf_release(&title);
	buf_release(&position);
	buf_release(&work);
}

static void draw_empty(struct view_table *vt, const struct surface *body)
{
	struct buf text = BUF_INIT;

	app_add_text(vt->view.app, vt->ops->empty ? vt->ops->empty(vt) : "", &text);
	surface_put_left(body, 0, 1, body->cols - 1, STYLE_DIM, text.p);
	buf_release(&text);
}

/*
 * Draw the text about the line under the cursor at the lower end of the body, which it shortens by
 * at most a half.
 */
static void draw_below(struct view_table *vt, struct surface *body)
{
	struct buf text = BUF_INIT, wrapped = BUF_INIT;
	struct surface below;
	int rows, most = body->rows / 2;

	if (!vt->ops->below || body->rows < BELOW_ROWS || vt->cursor >= vt->ops->count(vt))
		return;
	vt->ops->below(vt, vt->cursor, &text);
	wrap_text(text.p, body->cols - 2, &wrapped);
	rows = 1 + wrap_rows(&wrapped);
	rows = rows > most ? most : rows;
	below = surface_sub(body, body->rows - rows + 1, 0, rows - 1, body->cols);
	surface_put_lines(&below, 0, 1, STYLE_DIM, wrapped.p);
	body->rows -= rows;
	buf_release(&text);
	buf_release(&wrapped);
}

static void table_draw(struct view *view, const struct surface *whole, struct term_cursor *cursor)
{
	struct view_table *vt = view_table_of(view);
	struct surface own = *whole, *s = &own, body, selected;
	uint64_t n, end;

	if (vt->ops->lay_out)
		vt->ops->lay_out(vt, s);
	body = surface_sub(s, 2, 0, s->rows - 2, s->cols);
	n = vt->ops->count(vt);
	if (vt->cursor >= n)
		vt->cursor = n ? n - 1 : 0;
	vt->columns.cols = s->cols;
	draw_below(vt, &body);
	vt->rows = body.rows;
	vt->top = listnav_follow(vt->top, vt->cursor, (uint64_t)body.rows, n);
	end = vt->top + (uint64_t)body.rows < n ? vt->top + (uint64_t)body.rows : n;
	measure(vt, end);
	table_columns_lay_out(&vt->columns, vt->column);
	draw_status(vt, s);
	draw_header(vt, s);
	for (uint64_t row = vt->top; row < end; row++) {
		int line = (int)(row - vt->top);

		draw_row(vt, &body, line, row);
		if (row != vt->cursor)
			continue;
		surface_put(&body, line, 0, STYLE_NORMAL, ">");
		selected = surface_sub(&body, line, 0, 1, body.cols - vt->kept);
		surface_select(&selected, 0);
	}
	needle_mark(&vt->find.needle, &body);
	if (!n)
		draw_empty(vt, &body);
	if (vt->ops->overlay)
		vt->ops->overlay(vt, &body);
	*cursor = (struct term_cursor){ body.row + (int)(vt->cursor - vt->top), body.col, false };
}

/* There are two lines above the first one. */
static bool table_point(struct view *view, int row, int col, bool select)
{
	struct view_table *vt = view_table_of(view);
	uint64_t line = vt->top + (uint64_t)(row - 2);

	(void)col;
	if (row < 2 || row >= 2 + vt->rows || line >= vt->ops->count(vt))
		return false;
	if (select)
		vt->cursor = line;
	return true;
}

/* ---- as text ---- */

static void add_text_cell(const struct view_table *vt, size_t column, const char *cell,
			  struct buf *out)
{
	int width = table_columns_whole_width(&vt->columns, column);
	int blanks = width - (int)text_columns_str(cell);
	bool last = column + 1 == vt->columns.n;

	/* A name may have come after its column was measured. */
	if (blanks < 0)
		blanks = 0;
	if (vt->columns.v[column].right && !last)
		buf_fill(out, ' ', (size_t)blanks);
	buf_adds(out, cell);
	if (!vt->columns.v[column].right && !last)
		buf_fill(out, ' ', (size_t)blanks);
	buf_adds(out, last ? "\n" : "  ");
}

static void table_text(struct view *view, struct buf *out)
{
	struct view_table *vt = view_table_of(view);
	struct buf cell = BUF_INIT;
	uint64_t n;

	if (vt->ops->above_text)
		vt->ops->above_text(vt, out);
	n = vt->ops->count(vt);
	vt->top = 0;
	measure(vt, n);
	for (size_t c = 0; n && c < vt->columns.n; c++)
		add_text_cell(vt, c, vt->columns.v[c].title, out);
	for (uint64_t row = 0; row < n; row++) {
		for (size_t c = 0; c < vt->columns.n; c++) {
			buf_reset(&cell);
			add_aligned_cell(vt, row, c, &cell);
			add_text_cell(vt, c, cell.p, out);
		}
	}
	if (!n && vt->ops->empty) {
		app_add_text(vt->view.app, vt->ops->empty(vt), out);
		buf_addc(out, '\n');
	}
	buf_release(&cell);
}

/* ---- background work ---- */

bool view_table_busy(const struct view *view)
{
	const struct view_table *vt = view_table_of(view);
	struct worker_progress progress;

	job_progress(vt->job, &progress);
	return !progress.done && !vt->cancelled;
}

bool view_table_cancel(struct view *view)
{
	if (!view_table_busy(view))
		return false;
	job_cancel(view_table_of(view)->job);
	view_table_of(view)->cancelled = true;
	return true;
}

void view_table_work(const struct view_table *vt, const char *doing, const char *done,
		     struct buf *out)
{
	struct worker_progress progress;

	job_progress(vt->job, &progress);
	if (progress.failed)
		buf_adds(out, "the index is damaged: perfnav index --force rebuilds it");
	else if (!progress.done && vt->cancelled)
		buf_addf(out, "%u%% %s", job_percent(&progress), done);
	else if (!progress.done)
		buf_addf(out, "%s\u2026 %u%%", doing, job_percent(&progress));
}

/* ---- the view ---- */

static void table_close(struct view *view)
{
	finder_release(&view_table_of(view)->find);
	view_table_of(view)->ops->close(view_table_of(view));
}

void view_table_init(struct view_table *vt, struct app *app, const struct table_ops *ops)
{
	*vt = (struct view_table){ .ops = ops,
				   .columns = { .v = ops->columns, .n = ops->n },
				   .title = ops->title };
	vt->vops = (struct view_ops){
		.name = ops->name,
		.words = ops->words,
		.act = table_act,
		.knows = table_knows,
		.hints = table_hints,
		.draw = table_draw,
		.point = table_point,
		.title = table_title,
		.text = table_text,
		.explain = table_explain,
		.hint = ops->hint,
		.row = ops->row,
		.note = ops->note,
		.wake = ops->wake,
		.busy = ops->busy,
		.cancel = ops->cancel,
		.close = table_close,
	};
	vt->view = VIEW_INIT(&vt->vops, app);
}

void *view_table_once(struct app *app, const struct table_ops *ops, size_t size)
{
	struct view_table *vt;

	if (app_raise(app, ops->name))
		return NULL;
	vt = mem_zalloc(size);
	view_table_init(vt, app, ops);
	app_push(app, &vt->view);
	return vt;
}

void *view_table_of_topic(struct app *app, const struct table_ops *ops, size_t size, char *topic)
{
	struct view_table *vt;

	if (app_raise_topic(app, ops->name, topic)) {
		free(topic);
		return NULL;
	}
	vt = mem_zalloc(size);
	view_table_init(vt, app, ops);
	vt->view.topic = topic;
	return vt;
}
