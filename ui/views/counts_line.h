/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_COUNTS_LINE_H
#define VIEWS_COUNTS_LINE_H

#include "views/counts_view.h"

/*
 * What a line of totals (views/counts.h) opens: its records, more totals, or its function. If the
 * cursor is on a number that counts only some records of the line, only these are used. Errors are
 * messages if a function does not return them.
 */

/* Show the records of a line, or open the totals below it. */
void counts_line_open(struct view_counts *v, const struct totals_line *line);

/* Open totals of the records of a line. */
int counts_line_split(struct view_counts *v, const struct totals_line *line,
		      const struct counts_spec *spec, struct err *err);

/* Filter the list of records by a line, with one of the actions of filters. */
void counts_line_filter(struct view_counts *v, const struct totals_line *line, enum action action);

/*
 * Open the code of the function of a line, or its callers and callees (ACTION_VIEW_SANDWICH). If a
 * line has several functions, use the innermost one.
 */
void counts_line_open_function(struct view_counts *v, const struct totals_line *line,
			       enum action action);

/* The row of a line that is one record. UINT64_MAX: it is not known. */
uint64_t counts_line_row(const struct view_counts *v, const struct totals_line *line);

#endif
