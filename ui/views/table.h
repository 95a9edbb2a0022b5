/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_TABLE_H
#define VIEWS_TABLE_H

#include "base/buf.h"
#include "query/job.h"
#include "shell/app.h"
#include "views/finder.h"
#include "views/table_columns.h"
#include "views/view.h"
#include "widgets/number.h"

/*
 * A view that is a list of lines in columns with a cursor: events, problems, counts, filters. Such
 * a view begins with a struct view_table and has a struct table_ops with its lines; moving,
 * scrolling and drawing are done here.
 */
/* The end of empty() if the record under the cursor has nothing to show. */
#define TABLE_TO_OTHERS "; {record-next} and {record-prev} go to others"

/* A bar next to a share, or for a range of time: parts of a whole, which is 1. */
struct table_bar {
	double from, to; /* a share has only `to` */
	bool range;
	enum style style; /* NORMAL: the usual one */
};

struct view_table;

struct table_ops {
	const char *name;  /* of the view, such as "the problems" */
	const char *title; /* at the top left; keys in it as for keymap_add_text() */
	bool unfiltered;   /* counts all records: if the list has a filter, the title says so */
	size_t n;	   /* number of columns */
	const struct table_column *columns;
	const struct number *numbers; /* numbers outside of columns; NULL: none */
	bool cells; /* left and right move a cursor over columns instead of the text */
	uint64_t (*count)(const struct view_table *vt);
	/* Renew the view's own title, because the list's filter can have changed. NULL: none. */
	void (*retitle)(struct view_table *vt);
	/* Append one cell, escaped. */
	void (*cell)(struct view_table *vt, uint64_t row, size_t column, struct buf *out);
	enum style (*style)(struct view_table *vt, uint64_t row, size_t column); /* NULL: plain */
	/*
	 * In the text of programs, does a cell not widen its column, because it is a long text
	 * among short ones? NULL: no cell.
	 */
	bool (*spills)(const struct view_table *vt, uint64_t row, size_t column);
	/* Set the bar of a line, which is zeroed. NULL: there are no bars. False: it has none. */
	bool (*bar)(const struct view_table *vt, uint64_t row, struct table_bar *bar);
	/* Perform an action of the view's own. False: do what all tables do. */
	bool (*act)(struct view_table *vt, const struct action_call *call);
	const enum action *actions; /* of act() */
	const enum action *hints;
	/* The hints, if they depend on what the view shows. NULL: they do not. */
	const enum action *(*choose_hints)(const struct view_table *vt);
	const struct view_words *words;			      /* as in struct view_ops */
	void (*work)(struct view_table *vt, struct buf *out); /* append what runs; NULL: nothing */
	const char *(*empty)(
		const struct view_table *vt); /* text without any lines; keys as in title */
	/* Append text about a line, to show below all lines, wrapped. NULL: there is none. */
	void (*below)(struct view_table *vt, uint64_t row, struct buf *out);
	/* As explain() of struct view_ops, for a line. NULL: no line needs it. */
	void (*explain)(const struct view_table *vt, uint64_t row, struct buf *out);
	/* Can there be closed lines, which ACTION_EXPAND_ALL opens? NULL: never. */
	bool (*closed)(const struct view_table *vt);
	/*
	 * Before the table is drawn: choose its columns for the surface, and draw what is outside
	 * of the table, which gets the rest of the surface. NULL: the table gets all of it.
	 */
	void (*lay_out)(struct view_table *vt, struct surface *s);
	/* Draw over the lines, which are drawn on the body. NULL: nothing. */
	void (*overlay)(struct view_table *vt, const struct surface *body);
	/* Append lines above the lines of the view as text. NULL: none. */
	void (*above_text)(struct view_table *vt, struct buf *out);
	/* As in struct view_ops; NULL: nothing to do. */
	const char *(*hint)(struct view *view, enum action action);
	uint64_t (*row)(const struct view *view);
	void (*note)(struct view *view, struct buf *out);
	bool (*wake)(struct view *view);
	bool (*busy)(const struct view *view);
	bool (*cancel)(struct view *view);
	void (*close)(struct view_table *vt); /* free the view */
};

struct view_table {
	struct view view;
	struct view_ops vops;
	const struct table_ops *ops;
	struct table_columns columns; /* those of ops, unless the view has its own */
	const char *title;	      /* the title in ops, unless the view has its own */
	uint64_t cursor, top;
	int rows;	     /* lines on the screen */
	size_t column;	     /* under the cursor, if ops->cells */
	int left, last_cols; /* of the last one: columns scrolled off, columns shown */
	int kept; /* columns at the end of the line under the cursor that look as on other lines */
	struct finder find;
	struct job *job; /* finds the lines, if the functions below are used */
	bool cancelled;	 /* the job was cancelled */
};

/* The table that a view begins with. */
static inline struct view_table *view_table_of(const struct view *view)
{
	return container_of(view, struct view_table, view);
}

void view_table_init(struct view_table *vt, struct app *app, const struct table_ops *ops);

/*
 * For views that exist once: put a new one of size bytes on top. They are zeroed and begin with a
 * struct view_table; its close() frees them. NULL: the view existed and is on top now.
 */
void *view_table_once(struct app *app, const struct table_ops *ops, size_t size);

/*
 * Make a view with a topic (views/view.h), which is taken over. The caller pushes it. NULL: the
 * view exists and is on top now.
 */
void *view_table_of_topic(struct app *app, const struct table_ops *ops, size_t size, char *topic);

/* Does a table have an action: moving, searching, or one of its own? */
bool view_table_knows(const struct table_ops *ops, enum action action);

/* closed() for trees, which do not know whether all lines are open. */
bool view_table_closed(const struct view_table *vt);

/* Functions of table_ops for a view whose lines a job finds. */
bool view_table_busy(const struct view *view);
bool view_table_cancel(struct view *view);

/*
 * Append how far the job is: "counting... 12%", or "12% counted" if it was cancelled, with these
 * words; or why it failed.
 */
void view_table_work(const struct view_table *vt, const char *doing, const char *done,
		     struct buf *out);

/* Get the line under the cursor. False: there is none. */
bool view_table_row(const struct view_table *vt, uint64_t *row);

#endif
