/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDS_LIST_LAYOUT_H
#define RECORDS_LIST_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "records/list_columns.h"

#define LIST_WIDE_SCREEN 110 /* from this width on columns may be as wide as their values */

/* The places of the columns on the screen, and the column under the cursor. */
struct list_layout {
	struct list_columns columns;
	size_t chosen; /* the column under the cursor, to whose field actions apply */
	int cols;      /* width of the screen */
	/*
	 * number of columns after the first one that are hidden, so that the chosen one is visible
	 */
	size_t skip;
	int scroll;		    /* number of characters of the summary that are scrolled off */
	void (*changed)(void *ctx); /* called after each change; may be NULL */
	void *changed_ctx;
};

/* A column on the screen. { .end = 1 } stands for the place before the first column. */
struct list_spot {
	size_t column;
	int col, width; /* the summary is as wide as the rest of the screen */
	bool summary;	/* it is the summary, which cannot be removed */
	bool right;	/* its texts are aligned to the right */
	bool brief;	/* there is room only for short forms */
	bool alone;	/* it has tids without the process */
	int end;	/* where the next column begins */
	size_t next;	/* index at which the search for the next column begins */
};

void list_layout_init(struct list_layout *layout);
void list_layout_release(struct list_layout *layout);

/* Set other columns, see list_columns.h. If the chosen column still exists, it stays chosen. */
int list_layout_set(struct list_layout *layout, const char *names, struct err *err);
int list_layout_add(struct list_layout *layout, const char *name, struct err *err);
int list_layout_remove(struct list_layout *layout, const char *name, struct err *err);

/*
 * Fit the columns to the width of the screen and to their contents. The chosen column is always
 * visible.
 */
void list_layout_fit(struct list_layout *layout, int cols);

/* Go from a column on the screen to the next one. Returns false after the last column. */
bool list_layout_next(const struct list_layout *layout, struct list_spot *spot);

const struct list_column *list_layout_chosen(const struct list_layout *layout);

/* Choose the next column to the right or to the left. If the summary is chosen, scroll it first. */
void list_layout_right(struct list_layout *layout);
void list_layout_left(struct list_layout *layout);
/* Choose the column at a column of the screen. */
void list_layout_point(struct list_layout *layout, int col);

/* Widen the chosen column, or narrow it (by < 0). And exchange it with its neighbour. */
void list_layout_widen(struct list_layout *layout, int by);
void list_layout_move(struct list_layout *layout, bool left);

#endif
