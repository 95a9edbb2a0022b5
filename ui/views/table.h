/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_TABLE_H
#define VIEWS_TABLE_H

#include "base/buf.h"
#include "shell/app.h"
#include "views/linefind.h"
#include "views/view.h"
#include "widgets/number.h"

/*
 * A view that is a list of lines in columns with a cursor: events, problems, counts,
 * filters. Such a view begins with a struct view_table and says in a struct table_ops
 * what its lines are; moving, scrolling and drawing are done here.
 */
enum {
	TABLE_COLUMNS = 76 /* totals have most (counts_columns.c) */
};

/* The end of empty() where the record under the cursor has nothing for the view. */
#define TABLE_TO_OTHERS "; {record-next} and {record-prev} go to others"

struct table_column {
	const char *title;
	bool right;
	int most;   /* columns of the screen, where it has no room for more; 0: as wide as it is.
		     * The last one takes the rest */
	int screen; /* columns of the narrowest screen that has it */
	struct number number; /* what its numbers are, if it has some */
};

struct view_table;

struct table_ops {
	const char *name;  /* of the view, as "the problems" */
	const char *title; /* at the top left; keys in it as keymap_add_text() has them */
	size_t n;	   /* columns */
	const struct table_column *columns;
	const struct number *numbers; /* others than those of columns; NULL: none */
	bool cells; /* there is a cursor for columns, too: left and right move it, not the text */
	uint64_t (*count)(const struct view_table *vt);
	/* Append one cell, escaped. */
	void (*cell)(struct view_table *vt, uint64_t row, size_t column, struct buf *out);
	enum style (*style)(struct view_table *vt, uint64_t row, size_t column); /* NULL: plain */
	/* Do an action that is the view's own; false: what it does in all tables. */
	bool (*act)(struct view_table *vt, const struct action_call *call);
	const enum action *actions; /* of act() */
	const enum action *hints;
	const struct view_words *words;			      /* as in struct view_ops */
	void (*work)(struct view_table *vt, struct buf *out); /* what goes on; NULL: nothing does */
	const char *(*empty)(
		const struct view_table *vt); /* what stands there then; keys likewise */
	/* Can there be lines that are closed, which ACTION_EXPAND_ALL opens? NULL: never. */
	bool (*closed)(const struct view_table *vt);
	/* As in struct view_ops; NULL: nothing to do. */
	bool (*wake)(struct view *view);
	bool (*busy)(const struct view *view);
	bool (*cancel)(struct view *view);
	void (*close)(struct view_table *vt); /* frees it */
};

struct view_table {
	struct view view;
	struct view_ops vops;
	const struct table_ops *ops;
	const struct table_column *columns; /* those of ops, unless the view has others */
	size_t n;
	const char *title; /* likewise */
	uint64_t cursor, top;
	int rows;		   /* lines on the screen */
	int cols;		   /* of the screen */
	size_t column;		   /* under the cursor, where ops->cells */
	size_t skip;		   /* columns behind the first that are scrolled away for it */
	int left, last_cols;	   /* of the last column: scrolled away, on the screen */
	int widths[TABLE_COLUMNS]; /* of the widest value seen so far */
	int drawn[TABLE_COLUMNS];  /* columns of the screen; 0: it is not there */
	struct linefind find;
};

void view_table_init(struct view_table *vt, struct app *app, const struct table_ops *ops);

/*
 * Of views that are open once: a new one on top, of size bytes that are 0 and begin with a struct
 * view_table; its close() frees them. NULL: there was one, which is on top now.
 */
void *view_table_once(struct app *app, const struct table_ops *ops, size_t size);

/* Moving, looking for text, and what a kind of table has of its own: does it know an action? */
bool view_table_knows(const struct table_ops *ops, enum action action);

/* closed() of trees, which do not know whether all is open. */
bool view_table_closed(const struct view_table *vt);

/* The line under the cursor; false: there is none. */
bool view_table_row(const struct view_table *vt, uint64_t *row);

#endif
