/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_ANNOTATIONCOLUMNS_H
#define VIEWS_ANNOTATIONCOLUMNS_H

#include "annotate/line_quantity.h"
#include "views/annotationlines.h"
#include "views/table.h"

/* The columns in the view of a function: those with a number in any line. */
enum annotationcolumn {
	COL_SHARE,
	COL_SAMPLES,
	COL_OTHER, /* share in the other recording */
	COL_OFFSET,
	COL_QUANTITIES, /* enum line_quantity */
	COL_CODE = COL_QUANTITIES + LINE_QUANTITIES,
	ANNOTATIONCOLUMNS,
	/* the first of one column for each event, if several are counted */
	COL_EVENTS = ANNOTATIONCOLUMNS
};

enum {
	ANNOTATIONCOLUMNS_EVENTS = 8 /* at most so many have a column */
};

struct annotationcolumns {
	struct table_column list[ANNOTATIONCOLUMNS + ANNOTATIONCOLUMNS_EVENTS];
	size_t kinds[ANNOTATIONCOLUMNS + ANNOTATIONCOLUMNS_EVENTS]; /* enum annotationcolumn */
	size_t n;
	struct buf event_titles[ANNOTATIONCOLUMNS_EVENTS]; /* escaped */
};

/* All columns but those of events. */
extern const struct table_column annotationcolumns_all[ANNOTATIONCOLUMNS];

void annotationcolumns_init(struct annotationcolumns *columns);
void annotationcolumns_release(struct annotationcolumns *columns);

/* Choose the columns for an annotation (NULL: none). compared: lines have shares to compare. */
void annotationcolumns_choose(struct annotationcolumns *columns, const struct annotation *a,
			      bool compared);

/* Append a cell of a line of the annotation. Not for COL_CODE: see views/annotationtext.h. */
void annotationcolumns_add_cell(const struct annotationcolumns *columns, size_t column,
				const struct annotation *a, const struct annotationline *line,
				struct buf *out);

#endif
