/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_COUNTS_COLUMNS_H
#define VIEWS_COUNTS_COLUMNS_H

#include "analysis/grouporder.h"
#include "analysis/totals_job.h"
#include "views/table.h"

/* What a sign at the numbers of an aggregate means. */
enum counts_sign {
	COUNTS_EXACT,	 /* no sign */
	COUNTS_DOUBTFUL, /* "?": doubtful spans are part of it (counts_title.doubt) */
	COUNTS_LEAST	 /* "≥": it is at least so much */
};

enum {
	COUNTS_IN_TITLE = -1, /* no column: the title of the view has the sum and the text */
	COUNTS_HIDDEN = -2    /* no column */
};

struct counts_title {
	const char *text; /* NULL: the default title */
	/* width of the narrowest screen that shows it; or COUNTS_IN_TITLE, COUNTS_HIDDEN */
	int screen;
	enum counts_sign sign;
	size_t doubt; /* for COUNTS_DOUBTFUL: the same aggregate of doubtful spans only */
};

/* The contents of a column of totals, by which lines can be sorted. */
struct counts_column {
	enum group_column what;
	size_t n;   /* number of the aggregate or field */
	bool share; /* it is the share of the column by which lines are sorted, in percent */
};

/* The columns of a query's totals (views/counts.h) and their cells. */
struct counts_columns {
	const struct totals_query *query; /* must outlive the columns */
	bool folded;			  /* all fields share one column */
	/* each aggregate belongs to one event; numbers of records are not shown */
	bool side_by_side;
	bool apart; /* each line belongs to one event; periods of several lines cannot be added */
	struct counts_column v[TABLE_COLUMNS];
	struct table_column table[TABLE_COLUMNS];
	size_t n;
	const struct counts_title *titles; /* of aggregates; NULL: default titles */
	char *aggregates[AGGREGATES_MAX], *fields[GROUP_FIELDS_MAX], *path; /* titles */
	char share[64];							    /* title of shares */
};

/* The titles must outlive the columns. Call counts_columns_arrange() next. */
void counts_columns_init(struct counts_columns *columns, const struct totals_query *query,
			 const struct counts_title *titles, bool side_by_side);
void counts_columns_release(struct counts_columns *columns); /* also for zeroed columns */

/*
 * Make a column for each field, or one for all fields. Shares refer to the column by which lines
 * are sorted.
 */
void counts_columns_arrange(struct counts_columns *columns, const struct grouporder *order,
			    bool folded);

/* The number of first columns with names, which stay on the screen. */
size_t counts_columns_held(const struct counts_columns *columns);

/* Append the total of all lines, "149 records ", unless events are side by side. */
void counts_columns_add_all(const struct counts_columns *columns, const struct totals *totals,
			    struct buf *out);
/* Append "2 unfinished waits; ", the sums that have no column (COUNTS_IN_TITLE). */
void counts_columns_add_apart(const struct counts_columns *columns, const struct totals *totals,
			      struct buf *out);

/*
 * Append ", 246000000 in all", the total of the column by which lines are sorted, if shares refer
 * to it.
 */
void counts_columns_add_sum(const struct counts_columns *columns, const struct totals *totals,
			    const struct grouporder *order, struct buf *out);

/* Append a cell of a line. The totals have an order. */
void counts_columns_cell(const struct counts_columns *columns, size_t column,
			 const struct totals *totals, const struct totals_line *line,
			 const struct grouporder *order, struct buf *out);

/* Get the share of a line in what sorts the lines, usually 0 to 1. False: it has none. */
bool counts_columns_share(const struct counts_columns *columns, const struct totals *totals,
			  const struct totals_line *line, const struct grouporder *order,
			  double *share);
enum style counts_columns_style(const struct counts_columns *columns, size_t column);

/* Does a column show the shape of an aggregate's numbers? */
bool counts_columns_is_shape(const struct counts_columns *columns, size_t column);

/* Does a column have levels of memory? */
bool counts_columns_is_level(const struct counts_columns *columns, size_t column);
/* Does it have names of events? */
bool counts_columns_is_event(const struct counts_columns *columns, size_t column);

/*
 * Return the filter of the records that the number of a column counts. NULL: it counts all records
 * of the line.
 */
const char *counts_columns_filter(const struct counts_columns *columns, size_t column);

/* A word for the record with the greatest or least number; NULL: the column has no such number. */
const char *counts_columns_extreme(const struct counts_columns *columns, size_t column);

/* Does a column have the longest durations of spans? */
bool counts_columns_is_longest(const struct counts_columns *columns, size_t column);
/* Does it count some of the spans, such as those without an end? */
bool counts_columns_is_spans(const struct counts_columns *columns, size_t column);

/*
 * For a column of greatest or least numbers, append " and FIELD == NUMBER". Append nothing if the
 * line has no number.
 */
void counts_columns_add_extreme(const struct counts_columns *columns, size_t column,
				const struct totals_line *line, struct buf *out);

/* Is each line one record? Then there are no counts. */
bool counts_columns_of_records(const struct counts_columns *columns);

/*
 * The order by a column, reversed if it has that order already; and the title of an order's column.
 */
struct grouporder counts_columns_order(const struct counts_columns *columns, size_t column,
				       const struct grouporder *before);
const char *counts_columns_title(const struct counts_columns *columns,
				 const struct grouporder *order);

#endif
