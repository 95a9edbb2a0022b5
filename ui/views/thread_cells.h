/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_THREAD_CELLS_H
#define VIEWS_THREAD_CELLS_H

#include "records/time_range.h"
#include "term/theme.h"
#include "views/thread_list.h"

/*
 * The cells of a thread over time. A cell represents several columns of the timeline. Its character
 * shows how much of their time the thread was on a CPU.
 */
struct thread_cells {
	struct thread_timeline *timeline;
	int n; /* cells in a line: 1 to thread_cells_most() */
	bool ascii;
	uint64_t densest; /* samples that fill a cell if there are no times; > 0 */
};

/* The largest number of cells for a number of screen columns, at least one. */
int thread_cells_most(const struct thread_timeline *timeline, int cols);

/* Are there times on a CPU? Otherwise there are samples. */
bool thread_cells_timed(const struct thread_cells *cells);

/* Get the time of some cells, the one at `to` included, and a line's contents in them. */
struct time_range thread_cells_range(const struct thread_cells *cells, int from, int to);
struct thread_timeline_cell thread_cells_of(const struct thread_cells *cells,
					    const struct thread_list_line *line, int from, int to);

/* Return the cell of a time that is shown. */
int thread_cells_at(const struct thread_cells *cells, uint64_t time);

/* Get the columns of the timeline in some cells, end excluded. */
void thread_cells_columns(const struct thread_cells *cells, int from, int to, size_t *first,
			  size_t *end);

/* Set densest to the densest cell of all lines. */
void thread_cells_measure(struct thread_cells *cells, const struct thread_list *list);

/*
 * The character of a cell, and its style. A blank means that nothing is known; any time on a
 * CPU, however short, is visible. For a thread on no CPU, a letter shows what it waits for.
 */
uint32_t thread_cells_look(const struct thread_cells *cells, const struct thread_list_line *line,
			   int i, enum style *style);

/*
 * The state of a thread in a cell in which it is also on a CPU: READY or STUCK if that is most of
 * its other time, else NORMAL.
 */
enum style thread_cells_state(const struct thread_cells *cells, const struct thread_list_line *line,
			      int i);

/*
 * Does a thread wait, without records, from one cell to another (both included), or is its state
 * unknown? Then set *gone to the ordinal of the record that began the wait, or of the record that
 * shows that records are missing, and append the text of it.
 */
bool thread_cells_waits(const struct thread_cells *cells, const struct thread_list_line *line,
			int from, int to, uint64_t *gone, struct buf *out);

/* Append a legend of the characters. brief: omit the obvious ones. */
void thread_cells_legend(const struct thread_cells *cells, bool brief, struct buf *out);

#endif
