/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/table_draw.h"

#include <string.h>

#include "base/text.h"
#include "term/wrap.h"
#include "views/counted.h"
#include "widgets/digits.h"
#include "widgets/listnav.h"
#include "widgets/sparkline.h"
#include "widgets/status.h"

enum {
	WHOLE = 1000000000, /* of a bar */
	BELOW_ROWS = 10	    /* least rows of a body with text below its lines */
};

/* ---- cells ---- */

bool table_draw_has_digits(const struct view_table *vt, size_t column)
{
	return vt->columns.v[column].digits && !vt->view.app->opt->batch;
}

void table_draw_add_cell(struct view_table *vt, uint64_t row, size_t column, struct buf *out)
{
	struct buf text = BUF_INIT;

	if (!table_draw_has_digits(vt, column)) {
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

	table_draw_add_cell(vt, row, column, out);
	if (!table_draw_has_digits(vt, column) || !digits_whole(out->p + start, &whole))
		return;
	cols = text_columns(out->p + start + whole, out->len - start - whole);
	if ((size_t)vt->columns.fractions[column] > cols)
		buf_fill(out, ' ', (size_t)vt->columns.fractions[column] - cols);
}

/* In the text of programs, is a cell wider than its column? */
static bool spills(const struct view_table *vt, uint64_t row, size_t column)
{
	return vt->ops->spills && vt->view.app->opt->batch && vt->ops->spills(vt, row, column);
}

static void measure(struct view_table *vt, uint64_t end)
{
	struct buf text = BUF_INIT;

	for (uint64_t row = vt->top; row < end; row++) {
		for (size_t c = 0; c < vt->columns.n; c++) {
			buf_reset(&text);
			table_draw_add_cell(vt, row, c, &text);
			if (!spills(vt, row, c))
				table_columns_measure(&vt->columns, c, &text,
						      table_draw_has_digits(vt, c));
		}
	}
	buf_release(&text);
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
		if (width > s->cols - col)
			width = s->cols - col;
		buf_reset(&text);
		add_aligned_cell(vt, row, c, &text);
		if (vt->columns.v[c].right && (int)text_columns_str(text.p) <= width)
			surface_put_right(s, line, col, width, style, text.p);
		else if (c + 1 == vt->columns.n)
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
		else if (vt->columns.v[c].right)
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

void table_draw_title(struct view *view, struct buf *out)
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

void table_draw(struct view *view, const struct surface *whole, struct term_cursor *cursor)
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
	if (vt->columns.v[column].right)
		buf_fill(out, ' ', (size_t)blanks);
	buf_adds(out, cell);
	if (!vt->columns.v[column].right && !last)
		buf_fill(out, ' ', (size_t)blanks);
	buf_adds(out, last ? "\n" : "  ");
}

void table_draw_text(struct view *view, struct buf *out)
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
