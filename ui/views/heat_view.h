/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_HEAT_VIEW_H
#define VIEWS_HEAT_VIEW_H

#include "base/mem.h"
#include "views/heat_cells.h"
#include "views/time_view.h"

/*
 * The heat map, for the files that it consists of: views/heat.c counts and has the keys, and
 * views/heat_draw.c draws and has the text.
 */
enum {
	HEAT_AXIS = 9, /* screen columns for the times on the left */
	HEAT_HEAD = 2, /* lines of the screen above the map */
	HEAT_FOOT = 2, /* and below it, if there are more than */
	HEAT_FOOT_ROWS = 7,
	HEAT_TEXT_ROWS = 20 /* rows of the view as text */
};

struct view_heat {
	struct time_view tv;	/* its cursor and mark are column * parts + the cell's first part */
	struct heat_cells heat; /* of the shown counts */
	int rows;		/* cells of a column, a divisor of parts */
	int first, cols;	/* columns on the screen */
	int wide, high;		/* screen columns of the map, its lines or half lines */
	bool halves;		/* a screen line has two of them, drawn as colours */
};

static inline struct view_heat *heat_view_of(const struct view *view)
{
	return container_of(view, struct view_heat, tv.view);
}

/* The parts of a column that a cell has. */
static inline int heat_view_cell_parts(const struct view_heat *v)
{
	return v->heat.parts / v->rows;
}

/* The first time of a part. Parts are numbered through all columns. */
uint64_t heat_view_part_time(const struct view_heat *v, int part);

/* Get the parts between cursor and mark, which both begin a cell. */
void heat_view_chosen_parts(const struct view_heat *v, int *from, int *to);

/* The time of these parts, and the number of their records. */
struct time_range heat_view_chosen(const struct time_view *tv);
uint64_t heat_view_chosen_rows(const struct time_view *tv);

/* Is there a screen whose size the map can have? */
bool heat_view_has_screen(const struct app *app);

/* The lines below the map, on a screen of so many lines. */
int heat_view_foot_rows(int lines);

/* ---- heat_draw.c: functions of struct view_ops ---- */

void heat_draw(struct view *view, const struct surface *s, struct term_cursor *cursor);
void heat_draw_text(struct view *view, struct buf *out);

#endif
