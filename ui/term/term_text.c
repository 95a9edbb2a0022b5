/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "term/term_text.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"

struct term_text {
	struct term term;
	int rows, cols;
	struct grid last;
};

static struct term_text *self(struct term *term)
{
	return (struct term_text *)term;
}

static void text_size(struct term *term, int *rows, int *cols)
{
	*rows = self(term)->rows;
	*cols = self(term)->cols;
}

static void text_draw(struct term *term, const struct grid *grid, struct term_cursor cursor)
{
	struct term_text *tt = self(term);
	size_t n = (size_t)grid->rows * (size_t)grid->cols;

	(void)cursor;
	grid_resize(&tt->last, grid->rows, grid->cols);
	if (n)
		memcpy(tt->last.cells, grid->cells, n * sizeof(*grid->cells));
}

static bool text_key(struct term *term, keysym *key)
{
	(void)term;
	(void)key;
	return false;
}

static bool text_hung_up(struct term *term)
{
	(void)term;
	return false;
}

static int text_fd(struct term *term)
{
	(void)term;
	return -1;
}

static void text_nothing(struct term *term)
{
	(void)term;
}

static void text_copy(struct term *term, const char *text, size_t len)
{
	(void)term;
	(void)text;
	(void)len;
}

static void text_switch(struct term *term, bool on)
{
	(void)term;
	(void)on;
}

static int text_theme(struct term *term, const struct theme *theme)
{
	(void)term;
	return theme->most < 0 ? 256 : theme->most;
}

static void text_close(struct term *term)
{
	grid_release(&self(term)->last);
	free(term);
}

static const struct term_ops text_ops = {
	.size = text_size,
	.draw = text_draw,
	.key = text_key,
	.hung_up = text_hung_up,
	.fd = text_fd,
	.suspend = text_nothing,
	.resume = text_nothing,
	.resized = text_nothing,
	.repaint = text_nothing,
	.bell = text_nothing,
	.paste = text_switch,
	.mouse = text_switch,
	.copy = text_copy,
	.theme = text_theme,
	.close = text_close,
};

struct term *term_text_open(int rows, int cols)
{
	struct term_text *tt = mem_zalloc(sizeof(*tt));

	tt->term.ops = &text_ops;
	term_text_set_size(&tt->term, rows, cols);
	return &tt->term;
}

void term_text_set_size(struct term *term, int rows, int cols)
{
	self(term)->rows = rows;
	self(term)->cols = cols;
}

/* End the line that begins at start, without the blanks at its end. */
static void end_line(struct buf *out, size_t start)
{
	while (out->len > start && out->p[out->len - 1] == ' ')
		buf_truncate(out, out->len - 1);
	buf_addc(out, '\n');
}

void term_text_dump(struct term *term, struct buf *out)
{
	const struct grid *grid = &self(term)->last;

	for (int row = 0; row < grid->rows; row++) {
		size_t start = out->len;

		for (int col = 0; col < grid->cols; col++) {
			const struct cell *cell = grid_cell(grid, row, col);

			for (int i = 0; cell->cols && i < CELL_CHARS && cell->ch[i]; i++)
				text_add_utf8(out, cell->ch[i]);
		}
		end_line(out, start);
	}
}

/* Has a cell the colour of another style as its background? */
static bool has_backs(const struct grid *grid)
{
	for (int row = 0; row < grid->rows; row++)
		for (int col = 0; col < grid->cols; col++)
			if (grid_cell(grid, row, col)->back != STYLE_NORMAL)
				return true;
	return false;
}

static void add_styles(const struct grid *grid, bool backs, struct buf *out)
{
	for (int row = 0; row < grid->rows; row++) {
		size_t start = out->len;

		for (int col = 0; col < grid->cols; col++) {
			const struct cell *cell = grid_cell(grid, row, col);
			unsigned style = backs ? cell->back : cell->style;

			buf_addc(out, (char)(style == STYLE_NORMAL ? ' ' : theme_letter(style)));
		}
		end_line(out, start);
	}
}

void term_text_styles(struct term *term, struct buf *out)
{
	const struct grid *grid = &self(term)->last;

	add_styles(grid, false, out);
	if (!has_backs(grid))
		return;
	buf_adds(out, "---- lower halves\n");
	add_styles(grid, true, out);
}
