/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_STRIPARROWS_H
#define VIEWS_STRIPARROWS_H

#include "term/surface.h"
#include "views/stripcells.h"

/*
 * Arrows of wakeups over the strips of threads: where a thread was woken, the strip of its waker
 * has a sign that points to it. In the chosen cells, a line leads from the waker to it; where the
 * waker is not on the screen, from the edge.
 */
struct striparrows {
	const struct stripcells *cells;
	const struct striplist *list;
	size_t top, row; /* the first line on the screen, and the line of the thread */
	int from, to;	 /* the chosen cells, to included */
};

/* Draw them on the rows of the strips, whose first cell is in a column. */
void striparrows_draw(const struct striparrows *arrows, const struct surface *rows, int col);

#endif
