/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_STRIPCELLS_H
#define VIEWS_STRIPCELLS_H

#include "records/time_range.h"
#include "term/theme.h"
#include "views/striplist.h"

/* The cells of strips: each is some of their columns, and looks as full as it is. */
struct stripcells {
	const struct thread_timeline *strips;
	int n; /* in a strip: 1 to stripcells_most() */
	bool ascii;
	uint64_t densest; /* samples that fill a cell, where there are no times; > 0 */
};

/* As many cells as there can be in some columns of the screen, at least one. */
int stripcells_most(const struct thread_timeline *strips, int cols);

/* Are there times on a CPU? Else there are samples. */
bool stripcells_timed(const struct stripcells *cells);

/* The time of some cells, the one at to included, and what a line has in them. */
struct time_range stripcells_stretch(const struct stripcells *cells, int from, int to);
struct thread_timeline_cell stripcells_of(const struct stripcells *cells,
					  const struct striplist_line *line, int from, int to);

/* Set densest to that of all lines. */
void stripcells_measure(struct stripcells *cells, const struct striplist *list);

/*
 * How a cell looks, and its style: blank is nothing that is known, and little is something. A
 * letter tells what a thread waits for that is on no CPU.
 */
uint32_t stripcells_look(const struct stripcells *cells, const struct striplist_line *line, int i,
			 enum style *style);

/*
 * A thread waits all the time from a cell to another one, at which the first is included, and there
 * is no record: what for, as a text. Sets the ordinal of the record that it went with. NULL: it
 * does not.
 */
const char *stripcells_waits(const struct stripcells *cells, const struct striplist_line *line,
			     int from, int to, uint64_t *gone);

/* Append what some looks stand for. */
void stripcells_legend(const struct stripcells *cells, struct buf *out);

#endif
