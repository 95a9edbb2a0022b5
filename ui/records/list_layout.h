/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDS_LIST_LAYOUT_H
#define RECORDS_LIST_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "records/list_columns.h"

/* Where the columns of the list stand on the screen, and which of them the cursor is in. */
struct list_layout {
	struct list_columns columns;
	size_t chosen; /* the one that actions on a field take */
	int cols;      /* of the screen */
	size_t skip;   /* columns behind the first one that make room for the chosen one */
	int scroll;    /* columns of the summary that are scrolled away */
	void (*changed)(void *ctx); /* called after each change; NULL: nothing is called */
	void *changed_ctx;
};

/* A column on the screen; { .end = 1 } is before the first one. */
struct list_spot {
	size_t column;
	int col, width; /* the summary has all the rest */
	bool summary;	/* it is the last one */
	bool right;	/* its texts do */
	bool brief;	/* it has room for the short form of its texts alone */
	int end;	/* where the next one begins */
	size_t next;	/* what is to be looked at for it */
};

void list_layout_init(struct list_layout *layout);
void list_layout_release(struct list_layout *layout);

/* Other columns, see list_columns.h; the chosen one stays so, if it is still there. */
int list_layout_set(struct list_layout *layout, const char *names, struct err *err);
int list_layout_add(struct list_layout *layout, const char *name, struct err *err);
int list_layout_remove(struct list_layout *layout, const char *name, struct err *err);

/* The screen is that wide, and what the columns hold is known: make room for the chosen one. */
void list_layout_fit(struct list_layout *layout, int cols);

/* From a column on the screen to the next; false: that was the last one. */
bool list_layout_next(const struct list_layout *layout, struct list_spot *spot);

const struct list_column *list_layout_chosen(const struct list_layout *layout);

/* The next column on the right or the left is chosen; the summary is scrolled first. */
void list_layout_right(struct list_layout *layout);
void list_layout_left(struct list_layout *layout);
/* The one at a column of the screen. */
void list_layout_point(struct list_layout *layout, int col);

/* The chosen one becomes wider, by < 0: narrower; it changes places with its neighbour. */
void list_layout_widen(struct list_layout *layout, int by);
void list_layout_move(struct list_layout *layout, bool left);

#endif
