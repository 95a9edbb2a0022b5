/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/picture.h"

#include <string.h>

#include "base/text.h"

/*
 * Sizes of a cell. They are whole numbers because browsers round half pixels differently. With this
 * size the characters of the first fonts are as wide as a cell.
 */
#define FONT "13.29"
enum {
	CELL = 8,
	LINE = 16,
	BASE = 12, /* baseline of the text in a line */
	DOT = 2,   /* of braille, with as much between dots */
	EDGE = 8
};

/* The look of a cell, with the background of another style if it has one. */
static struct theme_look look_of(const struct grid *grid, const struct theme *theme,
				 const struct cell *cell)
{
	struct theme_look look = theme_look(theme, cell->style, grid->colours);

	if (cell->back)
		look.bg = theme_look(theme, cell->back, grid->colours).fg;
	return look;
}

static bool same_look(const struct cell *a, const struct cell *b)
{
	return a->style == b->style && a->back == b->back;
}

static void add_char(const struct cell *cell, bool xml, struct buf *out)
{
	for (int i = 0; cell->cols && i < CELL_CHARS && cell->ch[i]; i++) {
		uint32_t cp = cell->ch[i];

		if (xml && (cp == '<' || cp == '>' || cp == '&'))
			buf_adds(out, cp == '<' ? "&lt;" : cp == '>' ? "&gt;" : "&amp;");
		else
			text_add_utf8(out, cp);
	}
}

/* ---- escape sequences ---- */

static void add_sgr_colour(int32_t colour, int base, int colours, struct buf *out)
{
	if (colour == COLOUR_DEFAULT)
		return;
	if (colours >= COLOURS_TRUE && colour >= 8)
		buf_addf(out, ";%d;2;%d;%d;%d", base + 8, colour >> 16 & 0xff, colour >> 8 & 0xff,
			 colour & 0xff);
	else if (colour < 8)
		buf_addf(out, ";%d", base + colour);
	else if (colour < 16)
		buf_addf(out, ";%d", base + 60 + colour - 8);
	else
		buf_addf(out, ";%d;5;%d", base + 8, colour);
}

static void add_sgr(const struct theme_look *look, int colours, struct buf *out)
{
	static const char codes[] = "1247"; /* of the LOOK_ bits */

	buf_adds(out, "\033[0");
	for (int i = 0; codes[i]; i++)
		if (look->attrs & 1 << i)
			buf_addf(out, ";%c", codes[i]);
	add_sgr_colour(look->fg, 30, colours, out);
	add_sgr_colour(look->bg, 40, colours, out);
	buf_addc(out, 'm');
}

/* The number of columns up to the last cell that shows something. */
static int used_cols(const struct grid *grid, const struct theme *theme, int row)
{
	int cols = grid->cols;

	for (; cols; cols--) {
		const struct cell *cell = grid_cell(grid, row, cols - 1);
		struct theme_look look = look_of(grid, theme, cell);

		if (cell->ch[0] != ' ' || look.bg != COLOUR_DEFAULT ||
		    look.attrs & (LOOK_REVERSE | LOOK_UNDERLINE))
			break;
	}
	return cols;
}

void picture_ansi(const struct grid *grid, const struct theme *theme, struct buf *out)
{
	static const struct cell plain = { .cols = 1 };

	for (int row = 0; row < grid->rows; row++) {
		const struct cell *last = &plain;
		int cols = used_cols(grid, theme, row);

		for (int col = 0; col < cols; col++) {
			const struct cell *cell = grid_cell(grid, row, col);
			struct theme_look look = look_of(grid, theme, cell);

			if (!same_look(cell, last))
				add_sgr(&look, grid->colours, out);
			last = cell;
			add_char(cell, false, out);
		}
		buf_adds(out, same_look(last, &plain) ? "\n" : "\033[0m\n");
	}
}

/* ---- SVG ---- */

/* The page, and the first 16 colours as such a terminal has them. */
struct page {
	uint32_t ground, text, palette[16];
};

static const struct page dark_page = {
	0x1e1e1e,
	0xd6d8d5,
	{ 0x1e1e1e, 0xe06c6a, 0x8fae5d, 0xd9a754, 0x6f9fd8, 0xb890c8, 0x6fb3ad, 0xc9cbc8, 0x8a8e92,
	  0xe58583, 0xaecb80, 0xecc37d, 0x93bbec, 0xcaabd8, 0x92cec9, 0xffffff },
};

static const struct page light_page = {
	0xffffff,
	0x24292f,
	{ 0x24292f, 0xb02020, 0x2f6f10, 0x7a5200, 0x1f55b0, 0x7d3a98, 0x106a70, 0xe0e0e0, 0x6a6e72,
	  0xc03030, 0x3a7a18, 0x8a5d00, 0x2f63c0, 0x8d4aa8, 0x1a757a, 0xffffff },
};

static const struct page *page_of(const struct theme *theme)
{
	bool light = theme->name == THEME_LIGHT || (theme->light && theme->name != THEME_DARK &&
						    theme->name != THEME_HIGH_CONTRAST);

	return light ? &light_page : &dark_page;
}

static uint32_t page_rgb(const struct page *page, int32_t colour, int colours, uint32_t otherwise)
{
	if (colour == COLOUR_DEFAULT)
		return otherwise;
	if (colour < (colours >= COLOURS_TRUE ? 8 : 16))
		return page->palette[colour];
	return colours >= COLOURS_TRUE ? (uint32_t)colour & 0xffffff : colour_rgb(colour);
}

static void add_rect(int x, int y, int width, int height, uint32_t rgb, struct buf *out)
{
	if (width > 0 && height > 0)
		buf_addf(out,
			 "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#%06x\"/>\n", x,
			 y, width, height, (unsigned)rgb);
}

/*
 * Is the character a block that is drawn as a rectangle? Get the eighths of the cell that it fills.
 */
static bool is_block(uint32_t cp, int *x, int *y, int *width, int *height)
{
	*x = *y = 0;
	*width = *height = 8;
	if (cp == 0x2580)
		*height = 4;
	else if (cp > 0x2580 && cp <= 0x2588)
		*y = 8 - (*height = (int)(cp - 0x2580));
	else if (cp > 0x2588 && cp < 0x2590)
		*width = (int)(0x2590 - cp);
	else
		return false;
	return true;
}

static bool is_braille(uint32_t cp)
{
	return cp >= 0x2800 && cp < 0x2900;
}

/* Append the dots of a character to a path. Fonts have braille in other widths, or not at all. */
static void add_dots(int x, int y, uint32_t cp, struct buf *out)
{
	/* The columns and rows of the dots, by bit. */
	static const uint8_t places[8][2] = { { 0, 0 }, { 0, 1 }, { 0, 2 }, { 1, 0 },
					      { 1, 1 }, { 1, 2 }, { 0, 3 }, { 1, 3 } };

	for (int i = 0; i < 8; i++)
		if (cp & 1U << i)
			buf_addf(out, "M%d %dh%dv%dh-%dz", x + 2 * DOT * places[i][0] + DOT / 2,
				 y + 2 * DOT * places[i][1] + DOT / 2, DOT, DOT, DOT);
}

struct cell_run {
	int row, col, cols;
	uint32_t fg, bg;
	uint8_t attrs;
};

/* Add the text of a run. Blocks and braille become blanks here. */
static void add_text(const struct grid *grid, const struct cell_run *run, struct buf *out)
{
	int from = run->col, to = run->col + run->cols, x, y, width, height;
	struct buf text = BUF_INIT;
	bool blank = true;

	for (int col = from; col < to; col++) {
		const struct cell *cell = grid_cell(grid, run->row, col);

		if (is_block(cell->ch[0], &x, &y, &width, &height) || is_braille(cell->ch[0]))
			buf_addc(&text, ' ');
		else
			add_char(cell, true, &text);
		blank &= text.p[text.len ? text.len - 1 : 0] == ' ';
	}
	if (!blank || run->attrs & LOOK_UNDERLINE)
		buf_addf(out,
			 "<text x=\"%d\" y=\"%d\" textLength=\"%d\" "
			 "lengthAdjust=\"spacingAndGlyphs\" "
			 "fill=\"#%06x\"%s%s%s>%s</text>\n",
			 EDGE + from * CELL, EDGE + run->row * LINE + BASE, run->cols * CELL,
			 (unsigned)run->fg, run->attrs & LOOK_BOLD ? " font-weight=\"bold\"" : "",
			 run->attrs & LOOK_DIM ? " fill-opacity=\"0.7\"" : "",
			 run->attrs & LOOK_UNDERLINE ? " text-decoration=\"underline\"" : "",
			 text.p);
	buf_release(&text);
}

/* Adjacent blocks of one character become one rectangle. */
static void add_blocks(const struct grid *grid, const struct cell_run *run, struct buf *out)
{
	int end = run->col + run->cols, next, x, y, width, height;

	for (int col = run->col; col < end; col = next) {
		uint32_t cp = grid_cell(grid, run->row, col)->ch[0];

		next = col + 1;
		if (!is_block(cp, &x, &y, &width, &height))
			continue;
		while (width == 8 && next < end && grid_cell(grid, run->row, next)->ch[0] == cp)
			next++;
		add_rect(EDGE + col * CELL + x * CELL / 8, EDGE + run->row * LINE + y * LINE / 8,
			 (next - col - 1) * CELL + width * CELL / 8, height * LINE / 8, run->fg,
			 out);
	}
}

static void add_braille(const struct grid *grid, const struct cell_run *run, struct buf *out)
{
	struct buf path = BUF_INIT;

	for (int col = run->col; col < run->col + run->cols; col++) {
		uint32_t cp = grid_cell(grid, run->row, col)->ch[0];

		if (is_braille(cp))
			add_dots(EDGE + col * CELL, EDGE + run->row * LINE, cp, &path);
	}
	if (path.len)
		buf_addf(out, "<path fill=\"#%06x\" d=\"%s\"/>\n", (unsigned)run->fg, path.p);
	buf_release(&path);
}

static void add_run(const struct grid *grid, const struct theme *theme, const struct page *page,
		    struct cell_run *run, struct buf *out)
{
	struct theme_look look = look_of(grid, theme, grid_cell(grid, run->row, run->col));
	uint32_t fg = page_rgb(page, look.fg, grid->colours, page->text);
	uint32_t bg = page_rgb(page, look.bg, grid->colours, page->ground);
	bool reverse = look.attrs & LOOK_REVERSE;

	run->fg = reverse ? bg : fg;
	run->bg = reverse ? fg : bg;
	run->attrs = look.attrs;
	if (run->bg != page->ground)
		add_rect(EDGE + run->col * CELL, EDGE + run->row * LINE, run->cols * CELL, LINE,
			 run->bg, out);
	add_blocks(grid, run, out);
	add_braille(grid, run, out);
	add_text(grid, run, out);
}

void picture_svg(const struct grid *grid, const struct theme *theme, struct buf *out)
{
	const struct page *page = page_of(theme);
	int width = grid->cols * CELL + 2 * EDGE, height = grid->rows * LINE + 2 * EDGE;

	buf_addf(out,
		 "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
		 "height=\"%d\" font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" "
		 "font-size=\"" FONT "\" shape-rendering=\"crispEdges\">\n",
		 width, height, width, height);
	buf_addf(out, "<rect width=\"100%%\" height=\"100%%\" rx=\"6\" fill=\"#%06x\"/>\n",
		 (unsigned)page->ground);
	/* In browsers a text does not inherit white-space; other programs use xml:space. */
	buf_adds(out, "<style>text{white-space:pre}</style>\n<g xml:space=\"preserve\">\n");
	for (int row = 0; row < grid->rows; row++) {
		struct cell_run run = { .row = row };

		for (int col = 0; col < grid->cols; col = run.col + run.cols) {
			run.col = col;
			run.cols = 1;
			while (col + run.cols < grid->cols &&
			       same_look(grid_cell(grid, row, col),
					 grid_cell(grid, row, col + run.cols)))
				run.cols++;
			add_run(grid, theme, page, &run, out);
		}
	}
	buf_adds(out, "</g>\n</svg>\n");
}
