/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TERM_SURFACE_H
#define TERM_SURFACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "term/theme.h"

/*
 * A screen as a grid of cells. Views write to surfaces, which are rectangles of the grid. Text
 * outside a surface is cut off, so no view can draw over another one.
 */
#define CELL_CHARS 3

struct cell {
	uint32_t ch[CELL_CHARS]; /* a character and up to two combining ones; 0: none */
	uint8_t style;		 /* enum style */
	uint8_t cols;		 /* 1, 2, or 0: the right half of the wide character before it */
	uint8_t back;		 /* the style whose colour is the background; NORMAL: its own */
};

struct grid {
	int rows, cols;
	bool ascii;  /* use only ASCII: lines become - | +, other characters '?' */
	int colours; /* the number that the terminal shows; 0: none */
	struct cell *cells;
};

void grid_init(struct grid *grid, int rows, int cols, bool ascii);
void grid_resize(struct grid *grid, int rows, int cols);
void grid_release(struct grid *grid);

static inline struct cell *grid_cell(const struct grid *grid, int row, int col)
{
	return &grid->cells[(size_t)row * (size_t)grid->cols + (size_t)col];
}

struct surface {
	struct grid *grid;
	int row, col; /* of its first cell in the grid */
	int rows, cols;
};

struct surface surface_all(struct grid *grid);

/* Return the part of a surface inside a rectangle; it is empty if they do not overlap. */
struct surface surface_sub(const struct surface *s, int row, int col, int rows, int cols);

/* Make all cells blank in a style. */
void surface_fill(const struct surface *s, enum style style);

/*
 * Write UTF-8 from column col on, which may be negative to hide the beginning. Returns the column
 * after the text as if nothing had been cut off. Control and other unsafe characters, tabs, and
 * bytes that are not UTF-8 become U+FFFD: text is already escaped when it comes here, and this is
 * the last line of defence.
 */
int surface_put(const struct surface *s, int row, int col, enum style style, const char *text);

/* Write the lines of a text that are not empty, one below the other. This modifies the text. */
void surface_put_lines(const struct surface *s, int row, int col, enum style style, char *lines);

/* Write a text aligned in width columns, and truncated with '…' if it is longer. */
void surface_put_left(const struct surface *s, int row, int col, int width, enum style style,
		      const char *text);
void surface_put_right(const struct surface *s, int row, int col, int width, enum style style,
		       const char *text);
/*
 * Write a text on the left, and truncate a long one in the middle, so that both ends are visible.
 */
void surface_put_ends(const struct surface *s, int row, int col, int width, enum style style,
		      const char *text);

/* Write a character n times. */
void surface_repeat(const struct surface *s, int row, int col, int n, enum style style,
		    uint32_t cp);

/* Can a cell show two values with its colours? */
static inline bool grid_has_halves(const struct grid *grid)
{
	return !grid->ascii && grid->colours >= 256;
}

/*
 * Draw n cells whose upper and lower halves have the colours of two styles; NORMAL: no colour. Only
 * for grids with halves.
 */
void surface_halves(const struct surface *s, int row, int col, int n, enum style upper,
		    enum style lower);

/* Set the background of n cells to the colour of a style. */
void surface_on(const struct surface *s, int row, int col, int n, enum style back);

/* Change only the style of n cells. */
void surface_restyle(const struct surface *s, int row, int col, int n, enum style style);

/*
 * Show a row as selected. The blocks of its bars have the colour of its text: they become shades,
 * because black blocks would look like a hole in the row.
 */
void surface_select(const struct surface *s, int row);

#endif
