/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_COUNTS_SPEC_H
#define VIEWS_COUNTS_SPEC_H

#include "analysis/totals_job.h"
#include "base/buf.h"
#include "base/err.h"
#include "recording/recording.h"

struct counts_title;

/*
 * Totals: the number of records for each value of some fields, and sums, means and percentiles of
 * numbers. Enter shows the records of a line. Fields that only samples have are counted for one
 * event at a time (session/eventpick.h), unless each group belongs to one event.
 */
struct counts_spec {
	const char *by;		/* such as "event" or "comm,tid", see filter/fieldlist.h */
	const char *aggregates; /* "sum(period),p99(weight)"; NULL: none */
	const char *sort;	/* the column to sort by (analysis/grouporder.h); NULL: counts */
	const char *where;	/* a filter for this view; "": all records */
	const struct counts_title *titles; /* counts_columns.h; NULL: the default titles */
	/* the totals that Enter opens; NULL: Enter shows the records */
	const struct counts_spec *below;
	/* text to show if there are no lines; NULL: "no records" */
	const char *empty;
	size_t cursor; /* the aggregate under the cursor at first, from 1 on; 0: the first column */
	/*
	 * the percentile, from 1 on, whose numbers the last column shows as a spark line; 0: none.
	 * titles has the title of that column
	 */
	size_t shape;
	/*
	 * Appends words that explain a value of the first field. NULL: values need no explanation.
	 */
	void (*explain)(const char *value, struct buf *out);
	bool fold;  /* show only the first field; lines can be opened */
	bool pivot; /* a column for each event; aggregates as in analysis/pivot.h */
};

/*
 * Parse the fields, the aggregates and the filter, and check them for a recording. shape: also
 * count for the spark line. The caller releases the query, also after an error. After ERR_PARSE,
 * err->offset is an offset in spec->by if the mistake is there.
 */
int counts_spec_query(const struct counts_spec *spec, struct recording *rec, bool shape,
		      struct totals_query *query, struct err *err);

/* Return a text that identifies a view of these totals. The caller frees it. */
char *counts_spec_topic(const struct counts_spec *spec);

#endif
