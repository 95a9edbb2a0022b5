/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_ANNOTATION_COLUMNS_H
#define VIEWS_ANNOTATION_COLUMNS_H

#include "annotate/line_quantity.h"
#include "views/annotation_lines.h"
#include "views/table.h"

/* The columns in the view of a function: those with a number in any line. */
enum annotation_column {
	COL_SHARE,
	COL_SAMPLES,
	COL_OTHER, /* share in the other recording */
	COL_OFFSET,
	COL_QUANTITIES, /* enum line_quantity */
	COL_CODE = COL_QUANTITIES + LINE_QUANTITIES,
	ANNOTATION_COLUMNS,
	/* the first of one column for each event, if several are counted */
	COL_EVENTS = ANNOTATION_COLUMNS
};

enum {
	ANNOTATION_COLUMNS_EVENTS = 8 /* at most so many have a column */
};

struct annotation_columns {
	struct table_column list[ANNOTATION_COLUMNS + ANNOTATION_COLUMNS_EVENTS];
	size_t kinds[ANNOTATION_COLUMNS + ANNOTATION_COLUMNS_EVENTS]; /* enum annotation_column */
	size_t n;
	struct buf event_titles[ANNOTATION_COLUMNS_EVENTS]; /* escaped */
};

/* All columns but those of events. */
extern const struct table_column annotation_columns_all[ANNOTATION_COLUMNS];

void annotation_columns_init(struct annotation_columns *columns);
void annotation_columns_release(struct annotation_columns *columns);

/* Choose the columns for an annotation (NULL: none). compared: lines have shares to compare. */
void annotation_columns_choose(struct annotation_columns *columns, const struct annotation *a,
			       bool compared);

/* Append a cell of a line of the annotation. Not for COL_CODE: see views/annotation_text.h. */
void annotation_columns_add_cell(const struct annotation_columns *columns, size_t column,
				 const struct annotation *a, const struct annotation_line *line,
				 struct buf *out);

#endif
