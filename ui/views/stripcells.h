/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_STRIPCELLS_H
#define VIEWS_STRIPCELLS_H

#include "records/time_range.h"
#include "term/theme.h"
#include "views/striplist.h"

/* The cells of strips. Each cell is several columns of a strip, and looks as full as they are. */
struct stripcells {
	struct thread_timeline *strips;
	int n; /* cells in a strip: 1 to stripcells_most() */
	bool ascii;
	uint64_t densest; /* samples that fill a cell if there are no times; > 0 */
};

/* The largest number of cells for a number of screen columns, at least one. */
int stripcells_most(const struct thread_timeline *strips, int cols);

/* Are there times on a CPU? Otherwise there are samples. */
bool stripcells_timed(const struct stripcells *cells);

/* Get the time of some cells, the one at to included, and a line's contents in them. */
struct time_range stripcells_stretch(const struct stripcells *cells, int from, int to);
struct thread_timeline_cell stripcells_of(const struct stripcells *cells,
					  const struct striplist_line *line, int from, int to);

/* Return the cell of a time that is shown. */
int stripcells_at(const struct stripcells *cells, uint64_t time);

/* Get the columns of the strips in some cells, end excluded. */
void stripcells_columns(const struct stripcells *cells, int from, int to, size_t *first,
			size_t *end);

/* Set densest to the densest cell of all lines. */
void stripcells_measure(struct stripcells *cells, const struct striplist *list);

/*
 * The character of a cell, and its style. A blank means that nothing is known; even little is
 * visible. For a thread on no CPU a letter shows what it waits for.
 */
uint32_t stripcells_look(const struct stripcells *cells, const struct striplist_line *line, int i,
			 enum style *style);

/*
 * The state of a thread in a cell in which it is also on a CPU: READY or STUCK if that is most of
 * its other time, else NORMAL.
 */
enum style stripcells_state(const struct stripcells *cells, const struct striplist_line *line,
			    int i);

/*
 * Does a thread wait, without records, from one cell to another (both included), or is its state
 * unknown? Then it sets the ordinal of the record that began the wait, or shows that others are
 * missing, and appends all this as text.
 */
bool stripcells_waits(const struct stripcells *cells, const struct striplist_line *line, int from,
		      int to, uint64_t *gone, struct buf *out);

/* Append what some characters stand for. brief: without what is easily guessed. */
void stripcells_legend(const struct stripcells *cells, bool brief, struct buf *out);

#endif
