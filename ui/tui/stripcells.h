/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_STRIPCELLS_H
#define TUI_STRIPCELLS_H

#include "tui/stretch.h"
#include "tui/striplist.h"

/* The cells of strips: each is some of their columns, and looks as full as it is. */
struct stripcells {
	const struct strips *strips;
	int n; /* in a strip: 1 to stripcells_most() */
	bool ascii;
	uint64_t densest; /* samples that fill a cell, where there are no times; > 0 */
};

/* As many cells as there can be in some columns of the screen, at least one. */
int stripcells_most(const struct strips *strips, int cols);

/* Are there times on a CPU? Else there are samples. */
bool stripcells_timed(const struct stripcells *cells);

/* The time of some cells, the one at to included, and what a line has in them. */
struct stretch stripcells_stretch(const struct stripcells *cells, int from, int to);
struct strips_cell stripcells_of(const struct stripcells *cells, const struct striplist_line *line,
				 int from, int to);

/* Set densest to that of all lines. */
void stripcells_measure(struct stripcells *cells, const struct striplist *list);

/*
 * How a cell looks: blank is nothing that is known, and little is something. *on: it is more than
 * nothing.
 */
uint32_t stripcells_look(const struct stripcells *cells, const struct striplist_line *line, int i,
			 bool *on);

/* Append what some looks stand for. */
void stripcells_legend(const struct stripcells *cells, struct buf *out);

#endif
