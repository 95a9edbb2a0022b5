/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TERM_SURFACE_H
#define TERM_SURFACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "term/theme.h"

/*
 * A screen as a grid of cells. Views write into surfaces, rectangles of the
 * grid; what lies outside is cut off, so no view can draw over another.
 */
#define CELL_CHARS 3

struct cell {
	uint32_t ch[CELL_CHARS]; /* a character and up to two combining ones, 0: none */
	uint8_t style;		 /* enum style */
	uint8_t cols;		 /* 1, 2, or 0: the right half of the wide one before it */
	uint8_t back;		 /* the style whose colour is the background; NORMAL: its own is */
};

struct grid {
	int rows, cols;
	bool ascii;  /* only ASCII reaches the cells: lines become - | +, others '?' */
	int colours; /* that the terminal shows of them, 0: none */
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

/* The part of a surface that a rectangle covers; empty when they do not meet. */
struct surface surface_sub(const struct surface *s, int row, int col, int rows, int cols);

/* All cells blank in that style. */
void surface_fill(const struct surface *s, enum style style);

/*
 * Write UTF-8 from column col on, which may be negative to hide the beginning.
 * Returns the column behind the text as if nothing had been cut off. A control
 * or other unsafe character or a byte that is not UTF-8 becomes U+FFFD, a tab
 * too: text was escaped before it came here, this is the last line of defence.
 */
int surface_put(const struct surface *s, int row, int col, enum style style, const char *text);

/* The same with the text aligned in width columns, and cut with '…' where it is longer. */
void surface_put_left(const struct surface *s, int row, int col, int width, enum style style,
		      const char *text);
void surface_put_right(const struct surface *s, int row, int col, int width, enum style style,
		       const char *text);
/* On the left, and what is cut is in the middle: both ends of it are there. */
void surface_put_ends(const struct surface *s, int row, int col, int width, enum style style,
		      const char *text);

/* n times the character. */
void surface_repeat(const struct surface *s, int row, int col, int n, enum style style,
		    uint32_t cp);

/* Can a cell show two values by their colours? */
static inline bool grid_has_halves(const struct grid *grid)
{
	return !grid->ascii && grid->colours >= 256;
}

/*
 * n cells whose upper and lower half have the colours of two styles, none where it is NORMAL. For
 * grids that have halves.
 */
void surface_halves(const struct surface *s, int row, int col, int n, enum style upper,
		    enum style lower);

/* Put n cells on the colour of a style, which becomes their background. */
void surface_on(const struct surface *s, int row, int col, int n, enum style back);

/* Change the style of n cells and nothing else. */
void surface_restyle(const struct surface *s, int row, int col, int n, enum style style);

#endif
