/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_COUNTS_VIEW_H
#define VIEWS_COUNTS_VIEW_H

#include "analysis/totals_job.h"
#include "views/counts.h"
#include "views/counts_columns.h"
#include "views/counts_events.h"

/*
 * The view of totals, for the files that it consists of: views/counts.c counts and has the keys,
 * and views/counts_line.c opens what a line counts.
 */
struct view_counts {
	struct view_table table;
	struct counts_columns columns;
	char *title, *where; /* where: the filter of the counted rows */
	char *aggregates;    /* as given; NULL: none */
	const struct counts_title *titles;
	const struct counts_spec *below;
	const char *empty;
	void (*explain)(const char *value, struct buf *out); /* NULL: see counts.h */
	struct counts_events events;
	struct totals_query query;
	struct grouporder order;
	bool sorted; /* the order was chosen */
	bool opened; /* show all lines, also new ones */
	struct totals_job *job;
	struct totals *totals; /* NULL: there are none yet */
};

#endif
