/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_COUNTS_H
#define VIEWS_COUNTS_H

#include "base/err.h"
#include "shell/app.h"

struct counts_title;

/*
 * Totals over the records that the list shows: how many have which values of some fields, and
 * sums, means, percentiles of their numbers; from there to the records of a line. What only samples
 * have is counted of one event at a time (views/eventpick.h), unless groups have events apart.
 */
struct counts_spec {
	const char *by;		/* "event", "comm,tid", as filter/fieldlist.h has it */
	const char *aggregates; /* "sum(period),p99(weight)"; NULL: none */
	const char *sort;  /* the column to sort by (analysis/grouporder.h); NULL: the counts */
	const char *where; /* a filter of its own; "": all records */
	const struct counts_title *titles; /* counts_columns.h; NULL: their own names */
	const struct counts_spec *below;   /* what a line opens, of its records; NULL: them */
	const char *empty;		   /* what is told of no lines; NULL: "no records" */
	size_t cursor; /* the aggregate, from 1 on, where it is at first; 0: the first column */
	bool fold;     /* by the first field, to be opened */
	bool pivot;    /* a column for each event; aggregates as analysis/pivot.h has them */
};

/*
 * titles, below and empty outlive the view. ERR_PARSE tells what is wrong, with its place in by
 * where it is there.
 */
int counts_open(struct app *app, const struct counts_spec *spec, struct err *err);

/*
 * Likewise of the records of the line under the cursor, in the view on top, if it is of totals;
 * where is not looked at. Without aggregates those of that view are told, but not where it counts
 * elements of a list.
 */
int counts_split(struct app *app, const struct counts_spec *spec, struct err *err);

/* Sort the view on top by a column. */
int counts_sort(struct app *app, const char *column, struct err *err);

/* Is the view on top one of totals? */
bool counts_on_top(struct app *app);

#endif
