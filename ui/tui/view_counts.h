/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_VIEW_COUNTS_H
#define TUI_VIEW_COUNTS_H

#include "base/err.h"
#include "tui/app.h"

/*
 * Totals over the records that the list shows: how many have which values of some fields, and
 * sums, means, percentiles of their numbers; from there to the records of a line.
 */
struct counts_spec {
	const char *by;		/* "event", "comm,tid", as query/fieldlist.h has it */
	const char *aggregates; /* "sum(period),p99(weight)"; NULL: none */
	const char *sort;	/* the column to sort by (query/grouporder.h); NULL: the counts */
	const char *where;	/* a filter of its own; "": all records */
	const char *const *titles; /* of the aggregates, NULL: their own names */
	bool fold;		   /* by the first field, to be opened */
};

/* ERR_PARSE tells what is wrong, with its place in by where it is there. */
int counts_open(struct app *app, const struct counts_spec *spec, struct err *err);

/* Sort the view on top, if it is of totals, by a column. */
int counts_sort(struct app *app, const char *column, struct err *err);

#endif
