/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_LATENCY_VIEW_H
#define VIEWS_LATENCY_VIEW_H

#include "analysis/histogram.h"
#include "base/mem.h"
#include "views/time_view.h"

/*
 * The latency map, for the files that it consists of: views/latency.c counts, opens the view and
 * has the keys, and views/latency_draw.c draws and has the text.
 *
 * Records are counted in columns of time, and in levels of duration. A cell of the screen has the
 * levels of its row in one or several of these columns.
 */
enum {
	LATENCY_LEVELS = HISTOGRAM_LEVELS /* of a column */
};

struct view_latency {
	struct time_view tv; /* its cursor and mark are column * LATENCY_LEVELS + level */
	int cols;	     /* columns of time */
	int top, rows;	     /* the highest level of the first row, the number of rows */
	int per;	     /* levels in a row */
	int high;	     /* lines of the screen in a row */
	int cell;	     /* columns of time in a screen column */
	int wanted;	     /* the level where the user has left the cursor */
	int fitted; /* the level where latency_view_fit() has put it, as it has the only records */
	uint64_t most; /* records of the fullest cell */
};

static inline struct view_latency *latency_view_of(const struct view *view)
{
	return container_of(view, struct view_latency, tv.view);
}

/* The length of the field with which an argument begins. */
size_t latency_view_field(const char *arg);

/* Choose the cells for so many rows and columns of a screen, and find the fullest one. */
void latency_view_fit(struct view_latency *v, int rows, int cols);

/* The lowest level of a row. */
int latency_view_level(const struct view_latency *v, int row);

/* The records of the row with this lowest level in a screen column, which begins with col. */
uint64_t latency_view_cell(const struct view_latency *v, int col, int level);

/* The columns and levels of the cells between cursor and mark. */
struct latency_chosen {
	int col, last_col, level, last_level;
};

struct latency_chosen latency_view_chosen(const struct time_view *tv);

/* The time of these cells, and the number of their records. */
struct time_range latency_view_range(const struct time_view *tv);
uint64_t latency_view_rows(const struct time_view *tv);

/* ---- latency_draw.c: functions of struct view_ops ---- */

void latency_draw(struct view *view, const struct surface *s, struct term_cursor *cursor);
void latency_draw_text(struct view *view, struct buf *out);

#endif
