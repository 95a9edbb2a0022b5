/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDS_LIST_LAYOUT_H
#define RECORDS_LIST_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "records/list_columns.h"

/* Where the columns of the list are on the screen, and which one is under the cursor. */
struct list_layout {
	struct list_columns columns;
	size_t chosen; /* the column for actions on a field */
	int cols;      /* of the screen */
	size_t skip;   /* columns after the first one that are scrolled off for the chosen one */
	int scroll;    /* columns of the summary that are scrolled off */
	void (*changed)(void *ctx); /* called after each change; may be NULL */
	void *changed_ctx;
};

/* A column on the screen; { .end = 1 } is before the first one. */
struct list_spot {
	size_t column;
	int col, width; /* the summary has the rest of the screen */
	bool summary;	/* the last column cannot be removed */
	bool right;	/* its texts are aligned right */
	bool brief;	/* it has room only for short forms */
	int end;	/* where the next one begins */
	size_t next;	/* index at which the search for the next one begins */
};

void list_layout_init(struct list_layout *layout);
void list_layout_release(struct list_layout *layout);

/* Set other columns, see list_columns.h. The chosen one stays chosen if it still exists. */
int list_layout_set(struct list_layout *layout, const char *names, struct err *err);
int list_layout_add(struct list_layout *layout, const char *name, struct err *err);
int list_layout_remove(struct list_layout *layout, const char *name, struct err *err);

/*
 * Fit the columns to the screen's width and to their contents, so that the chosen one is visible.
 */
void list_layout_fit(struct list_layout *layout, int cols);

/* Go from a column on the screen to the next one. False: that was the last one. */
bool list_layout_next(const struct list_layout *layout, struct list_spot *spot);

const struct list_column *list_layout_chosen(const struct list_layout *layout);

/* Choose the next column on the right or the left. The summary scrolls first. */
void list_layout_right(struct list_layout *layout);
void list_layout_left(struct list_layout *layout);
/* Choose the column at a column of the screen. */
void list_layout_point(struct list_layout *layout, int col);

/* Widen the chosen column, or narrow it (by < 0); exchange it with its neighbour. */
void list_layout_widen(struct list_layout *layout, int by);
void list_layout_move(struct list_layout *layout, bool left);

#endif
