/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_THREAD_ARROWS_H
#define VIEWS_THREAD_ARROWS_H

#include "term/surface.h"
#include "views/thread_cells.h"

/*
 * Arrows of wakeups over the lines of threads: where a thread was woken, the line of its waker
 * has a sign that points to it. In the chosen cells, an arrow leads to it from a dot at the waker;
 * where the waker is not on the screen, from the edge.
 */
struct thread_arrows {
	const struct thread_cells *cells;
	const struct thread_list *list;
	size_t top, row; /* the first line on the screen, and the line of the thread */
	int from, to;	 /* the chosen cells, to included */
};

/* Draw them on the rows of the threads, whose first cell is in a column. */
void thread_arrows_draw(const struct thread_arrows *arrows, const struct surface *rows, int col);

#endif
