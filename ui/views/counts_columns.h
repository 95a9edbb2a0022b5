/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_COUNTS_COLUMNS_H
#define VIEWS_COUNTS_COLUMNS_H

#include "analysis/grouporder.h"
#include "analysis/totals_job.h"
#include "views/table.h"

struct counts_title {
	const char *text;
	int screen; /* columns of the narrowest screen that has it */
};

/* What a column of the totals has, which is what lines are sorted by there. */
struct counts_column {
	enum group_column what;
	size_t n;   /* of the aggregate or the field */
	bool share; /* of what the lines are sorted by, in percent */
};

/* The columns of totals (views/counts.h) of a query, and what stands in them. */
struct counts_columns {
	const struct totals_query *query; /* outlives them */
	bool folded;			  /* all fields share one column */
	bool side_by_side; /* aggregates are of one event each; counts are not shown */
	bool apart;	   /* lines are of one event each, whose periods do not add up */
	struct counts_column v[TABLE_COLUMNS];
	struct table_column table[TABLE_COLUMNS];
	size_t n;
	const struct counts_title *titles; /* of the aggregates; NULL: their own names */
	char *aggregates[AGGREGATES_MAX], *fields[GROUP_FIELDS_MAX], *path; /* titles */
	char share[64];							    /* that of the shares */
};

/* The titles outlive the columns. counts_columns_arrange() comes next. */
void counts_columns_init(struct counts_columns *columns, const struct totals_query *query,
			 const struct counts_title *titles, bool side_by_side);
void counts_columns_release(struct counts_columns *columns); /* also of one that is all 0 */

/* A column for each field, or one for all of them; the shares are of what lines are sorted by. */
void counts_columns_arrange(struct counts_columns *columns, const struct grouporder *order,
			    bool folded);

/* Append how much all lines come to, "149 records ", unless events are side by side. */
void counts_columns_add_all(const struct counts_columns *columns, const struct totals *totals,
			    struct buf *out);
/* Append ", 246000000 in all" where the shares are of that: what the lines are sorted by. */
void counts_columns_add_sum(const struct counts_columns *columns, const struct totals *totals,
			    const struct grouporder *order, struct buf *out);

/* Append a cell of a line of totals, which are in an order. */
void counts_columns_cell(const struct counts_columns *columns, size_t column,
			 const struct totals *totals, const struct totals_line *line,
			 const struct grouporder *order, struct buf *out);
enum style counts_columns_style(const struct counts_columns *columns, size_t column);

/* The filter of the records that a column's number is of; NULL: it is of all of them. */
const char *counts_columns_filter(const struct counts_columns *columns, size_t column);

/* On a column of greatest or least numbers append " and FIELD == NUMBER": where a line has it. */
void counts_columns_add_extreme(const struct counts_columns *columns, size_t column,
				const struct totals_line *line, struct buf *out);

/* Is each line one record? Of these no counts are shown. */
bool counts_columns_of_records(const struct counts_columns *columns);

/* The order by a column, again: the other way round; and the title of the one of an order. */
struct grouporder counts_columns_order(const struct counts_columns *columns, size_t column,
				       const struct grouporder *before);
const char *counts_columns_title(const struct counts_columns *columns,
				 const struct grouporder *order);

#endif
