/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_COUNTS_H
#define VIEWS_COUNTS_H

#include "base/err.h"
#include "shell/app.h"

struct counts_title;

/*
 * Totals of the records in the list: how many have which values of some fields, and sums, means and
 * percentiles of their numbers, with a way to the records of a line. Fields that only samples have
 * are counted for one event at a time (session/eventpick.h), unless groups are of single events
 * anyway.
 */
struct counts_spec {
	const char *by;		/* "event", "comm,tid", as in filter/fieldlist.h */
	const char *aggregates; /* "sum(period),p99(weight)"; NULL: none */
	const char *sort;	/* the column to sort by (analysis/grouporder.h); NULL: counts */
	const char *where;	/* a filter for this view; "": all records */
	const struct counts_title *titles; /* counts_columns.h; NULL: the default titles */
	const struct counts_spec *below; /* totals that a line opens; NULL: it opens the records */
	const char *empty;		 /* text without any lines; NULL: "no records" */
	size_t cursor; /* the aggregate of the first cursor, from 1 on; 0: the first column */
	size_t shape;  /* the percentile, from 1 on, whose numbers a last column shows as a spark
			* line; 0: none. titles has a title for it */
	/* Append words that explain a value of the first field; NULL: no value has any. */
	void (*explain)(const char *value, struct buf *out);
	bool fold;  /* show only the first field; lines can be opened */
	bool pivot; /* a column for each event; aggregates as in analysis/pivot.h */
};

/*
 * Open totals. titles, below and empty must outlive the view. ERR_PARSE: the error has its place in
 * by if it is there.
 */
int counts_open(struct app *app, const struct counts_spec *spec, struct err *err);

/*
 * Open totals of the records of the line under the cursor, if totals are on top. where is ignored.
 * Without aggregates those of the view are used, unless it counts elements of a list.
 */
int counts_split(struct app *app, const struct counts_spec *spec, struct err *err);

/* Sort the totals on top, if counts_on_top(), by a column. */
int counts_sort(struct app *app, const char *column, struct err *err);

/* Is the view on top one of totals? */
bool counts_on_top(struct app *app);

#endif
