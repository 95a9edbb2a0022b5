/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "term/surface.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"

#define REPLACEMENT 0xfffd
#define ELLIPSIS "\u2026"

static const struct cell blank = { .ch = { ' ' }, .cols = 1 };

void grid_init(struct grid *grid, int rows, int cols, bool ascii)
{
	*grid = (struct grid){ .ascii = ascii };
	grid_resize(grid, rows, cols);
}

void grid_resize(struct grid *grid, int rows, int cols)
{
	size_t n = (size_t)rows * (size_t)cols;

	grid->rows = rows;
	grid->cols = cols;
	grid->cells = mem_realloc(grid->cells, n * sizeof(*grid->cells));
	for (size_t i = 0; i < n; i++)
		grid->cells[i] = blank;
}

void grid_release(struct grid *grid)
{
	free(grid->cells);
	grid->cells = NULL;
	grid->rows = grid->cols = 0;
}

struct surface surface_all(struct grid *grid)
{
	return (struct surface){ grid, 0, 0, grid->rows, grid->cols };
}

static int clamp(int v, int low, int high)
{
	return v < low ? low : v > high ? high : v;
}

struct surface surface_sub(const struct surface *s, int row, int col, int rows, int cols)
{
	int top = clamp(row, 0, s->rows), left = clamp(col, 0, s->cols);
	int bottom = clamp(row + rows, top, s->rows), right = clamp(col + cols, left, s->cols);

	return (struct surface){ s->grid, s->row + top, s->col + left, bottom - top, right - left };
}

static struct cell *surface_cell(const struct surface *s, int row, int col)
{
	return grid_cell(s->grid, s->row + row, s->col + col);
}

void surface_fill(const struct surface *s, enum style style)
{
	for (int row = 0; row < s->rows; row++)
		surface_repeat(s, row, 0, s->cols, style, ' ');
}

/* Return the ASCII character that replaces a character. */
static uint32_t ascii_twin(uint32_t cp)
{
	static const struct {
		uint32_t cp;
		char twin;
	} twins[] = {
		{ 0x2500, '-' }, { 0x2502, '|' }, { 0x2026, '~' }, { 0x25b8, '+' }, { 0x25be, '-' },
		{ 0x00b7, '.' }, { 0x2192, '>' }, { 0x25cf, '*' }, { 0x2190, '<' }, { 0x2575, '^' },
		{ 0x2577, 'v' }, { 0x2191, '^' }, { 0x2193, 'v' }, { 0x2265, '>' },
	};

	if (cp < 0x80)
		return cp;
	for (size_t i = 0; i < sizeof(twins) / sizeof(twins[0]); i++)
		if (twins[i].cp == cp)
			return (uint32_t)twins[i].twin;
	/* Corners and crossings of lines. */
	return cp > 0x2500 && cp < 0x2580 ? '+' : '?';
}

/* Blank the other half of a wide character that is about to be overwritten. */
static void break_wide(const struct surface *s, int row, int col)
{
	int at = s->col + col;
	struct cell *cell = surface_cell(s, row, col);

	if (cell->cols == 0 && at > 0) {
		cell[-1].ch[0] = ' ';
		cell[-1].ch[1] = cell[-1].ch[2] = 0;
		cell[-1].cols = 1;
	}
	if (cell->cols == 2 && at + 1 < s->grid->cols)
		cell[1] = (struct cell){ .ch = { ' ' }, .style = cell[1].style, .cols = 1 };
}

static void put_char(const struct surface *s, int row, int col, enum style style, uint32_t cp,
		     int cols)
{
	struct cell *cell;

	if (!s->cols || row < 0 || row >= s->rows || col + cols <= 0 || col >= s->cols)
		return;
	/* Half a wide character is drawn as a blank. */
	if (col < 0 || col + cols > s->cols) {
		col = col < 0 ? col + 1 : col;
		cols = 1;
		cp = ' ';
	}
	for (int i = 0; i < cols; i++)
		break_wide(s, row, col + i);
	cell = surface_cell(s, row, col);
	*cell = (struct cell){ .ch = { cp }, .style = (uint8_t)style, .cols = (uint8_t)cols };
	if (cols == 2)
		cell[1] = (struct cell){ .style = (uint8_t)style, .cols = 0 };
}

static void put_combining(const struct surface *s, int row, int col, uint32_t cp)
{
	struct cell *cell;

	if (row < 0 || row >= s->rows || col <= 0 || col > s->cols)
		return;
	cell = surface_cell(s, row, col - 1);
	if (cell->cols == 0 && col > 1)
		cell--;
	for (int i = 1; i < CELL_CHARS; i++) {
		if (!cell->ch[i]) {
			cell->ch[i] = cp;
			return;
		}
	}
}

int surface_put(const struct surface *s, int row, int col, enum style style, const char *text)
{
	const uint8_t *p = (const uint8_t *)text;
	size_t len = strlen(text);
	bool first = true;

	while (len) {
		uint32_t cp = 0;
		size_t n = text_utf8(p, len, &cp);
		int cols;

		if (!n || text_is_unsafe(cp))
			cp = REPLACEMENT;
		if (s->grid->ascii)
			cp = ascii_twin(cp);
		cols = text_width(cp);
		/* A combining character with nothing before it would change a neighbouring cell. */
		if (!cols && first) {
			cp = s->grid->ascii ? '?' : REPLACEMENT;
			cols = 1;
		}
		if (cols)
			put_char(s, row, col, style, cp, cols);
		else
			put_combining(s, row, col, cp);
		first = false;
		col += cols;
		p += n ? n : 1;
		len -= n ? n : 1;
	}
	return col;
}

void surface_put_lines(const struct surface *s, int row, int col, enum style style, char *lines)
{
	char *line, *state = NULL;

	for (line = strtok_r(lines, "\n", &state); line; line = strtok_r(NULL, "\n", &state))
		surface_put(s, row++, col, style, line);
}

void surface_put_left(const struct surface *s, int row, int col, int width, enum style style,
		      const char *text)
{
	struct surface cut = surface_sub(s, row, col, 1, width);

	if (surface_put(&cut, 0, 0, style, text) > cut.cols)
		surface_put(&cut, 0, cut.cols - 1, style, ELLIPSIS);
}

void surface_put_ends(const struct surface *s, int row, int col, int width, enum style style,
		      const char *text)
{
	struct surface cut = surface_sub(s, row, col, 1, width), back;
	int cols = (int)text_columns_str(text), head = cut.cols / 2;

	surface_put(&cut, 0, 0, style, text);
	if (cols <= cut.cols || !cut.cols)
		return;
	surface_repeat(&cut, 0, head, cut.cols - head, style, ' ');
	surface_put(&cut, 0, head, style, ELLIPSIS);
	back = surface_sub(&cut, 0, head + 1, 1, cut.cols - head - 1);
	surface_put(&back, 0, back.cols - cols, style, text);
}

void surface_put_right(const struct surface *s, int row, int col, int width, enum style style,
		       const char *text)
{
	int cols = (int)text_columns_str(text);
	struct surface cut = surface_sub(s, row, col, 1, width);

	if (cols <= width)
		surface_put(&cut, 0, width - cols, style, text);
	else
		surface_put_left(s, row, col, width, style, text);
}

void surface_repeat(const struct surface *s, int row, int col, int n, enum style style, uint32_t cp)
{
	if (s->grid->ascii)
		cp = ascii_twin(cp);
	for (int i = 0; i < n; i++)
		put_char(s, row, col + i, style, cp, 1);
}

static struct cell restyled(const struct cell *cell, enum style style)
{
	struct cell other = *cell;

	other.style = (uint8_t)style;
	other.back = STYLE_NORMAL;
	return other;
}

void surface_on(const struct surface *s, int row, int col, int n, enum style back)
{
	for (int i = col; i < col + n; i++)
		if (row >= 0 && row < s->rows && i >= 0 && i < s->cols)
			surface_cell(s, row, i)->back = (uint8_t)back;
}

void surface_halves(const struct surface *s, int row, int col, int n, enum style upper,
		    enum style lower)
{
	uint32_t cp = upper == STYLE_NORMAL ? 0x2584 : upper == lower ? 0x2588 : 0x2580;
	enum style fore = upper == STYLE_NORMAL ? lower : upper;

	surface_repeat(s, row, col, n, fore, fore == STYLE_NORMAL ? ' ' : cp);
	if (cp == 0x2580)
		surface_on(s, row, col, n, lower);
}

void surface_restyle(const struct surface *s, int row, int col, int n, enum style style)
{
	for (int i = col; i < col + n; i++)
		if (row >= 0 && row < s->rows && i >= 0 && i < s->cols)
			*surface_cell(s, row, i) = restyled(surface_cell(s, row, i), style);
}

static bool has_char(const struct surface *s, int row, uint32_t first, uint32_t last)
{
	for (int i = 0; i < s->cols; i++) {
		uint32_t ch = surface_cell(s, row, i)->ch[0];

		if (ch >= first && ch <= last)
			return true;
	}
	return false;
}

void surface_select(const struct surface *s, int row)
{
	if (row < 0 || row >= s->rows)
		return;
	surface_restyle(s, row, 0, s->cols, STYLE_SELECTED);
	/* The whole block is also the highest of a spark line; the others are U+2581 to U+2587. */
	if (has_char(s, row, 0x2581, 0x2587))
		return;
	for (int i = 0; i < s->cols; i++) {
		uint32_t *ch = surface_cell(s, row, i)->ch;

		/* U+2588 to U+258F: from the whole cell to an eighth of it. */
		if (ch[0] >= 0x2588 && ch[0] <= 0x258f)
			ch[0] = ch[0] <= 0x258c ? 0x2592 : 0x2591;
	}
}
