/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_BAR_VIEW_H
#define VIEWS_BAR_VIEW_H

#include "base/mem.h"
#include "term/scale.h"
#include "views/time_view.h"

/*
 * The shared part of the histogram and the chart: a view of records over time, in which a column of
 * the screen stands for a part of the time. Such a view begins with a struct bar_view.
 */
struct bar_view {
	struct time_view tv; /* cursor and mark are columns */
	int cols;	     /* columns on the screen, > 0 */
	int left;	     /* screen columns to the left of these */
	bool logarithmic;    /* heights are logarithmic */
};

static inline struct bar_view *bar_view_of(const struct view *view)
{
	return container_of(view, struct bar_view, tv.view);
}

enum {
	BAR_VIEW_TEXT_COLS = 60 /* bars in the text of the view have at most so many columns */
};

/* Begin to count, for start() of time_view_ops. */
void bar_view_count(struct time_view *tv, enum time_range_extra extra);

/*
 * Return the first bucket of column i of cols columns. The buckets of the column end before the
 * first bucket of column i + 1.
 */
size_t bar_view_bucket(const struct bar_view *v, int i, int cols);

/* Get the statistics of the numbers in column i of cols columns. */
void bar_view_stats(const struct bar_view *v, int i, int cols, struct numeric_stats *stats);

/* Get the first bucket of the choice, and the bucket after its last one. */
void bar_view_chosen_buckets(const struct bar_view *v, size_t *first, size_t *end);

/* Return how many of cols columns are used. */
int bar_view_most(const struct bar_view *v, int cols);

/* The column after column i. NO_MARK: i is the last one. */
int bar_view_next(const struct bar_view *v, int i);

/* Note that the view now has another number of columns. */
void bar_view_rescale(struct bar_view *v, int cols);

/*
 * Restyle the chosen columns on a surface that begins with the first column, except cells of the
 * style CHOSEN_LINE.
 */
void bar_view_draw_chosen(const struct bar_view *v, const struct surface *s);

/* Draw the numbers on the left of a chart that begins at row. Returns the rest of the surface. */
struct surface bar_view_draw_scale(struct bar_view *v, const struct surface *s, int row, int rows,
				   const struct scale *scale);

/* A column was clicked. False: there is no column. */
bool bar_view_point(struct bar_view *v, int col, bool select);

/* Actions for tables of handlers, and functions for time_view_ops. */
void bar_view_right(struct time_view *tv, const struct action_call *call);
void bar_view_left(struct time_view *tv, const struct action_call *call);
void bar_view_page(struct time_view *tv, const struct action_call *call);
void bar_view_end(struct time_view *tv, const struct action_call *call);
void bar_view_change_scale(struct time_view *tv, const struct action_call *call);
uint64_t bar_view_time(const struct time_view *tv);
uint64_t bar_view_focus(const struct time_view *tv);
void bar_view_go(struct time_view *tv, uint64_t time);
struct time_range bar_view_chosen(const struct time_view *tv);
bool bar_view_inside(const struct time_view *tv, struct time_range *inner);
uint64_t bar_view_rows(const struct time_view *tv);

/* clang-format off */
#define BAR_VIEW_HANDLERS                           \
	TIME_VIEW_HANDLERS,                         \
	[ACTION_RIGHT] = bar_view_right,            \
	[ACTION_DOWN] = bar_view_right,             \
	[ACTION_LEFT] = bar_view_left,              \
	[ACTION_UP] = bar_view_left,                \
	[ACTION_PAGE_UP] = bar_view_page,           \
	[ACTION_PAGE_DOWN] = bar_view_page,         \
	[ACTION_FIRST] = bar_view_end,              \
	[ACTION_ORDER] = bar_view_change_scale,     \
	[ACTION_LAST] = bar_view_end

#define BAR_VIEW_WORDS                                                                             \
	{ ACTION_OPEN, "records", "show the records of the range" }, \
	{ ACTION_FLAG, "range", "start a time range here; again: cancel it" },   \
	{ ACTION_MAXIMISE, "zoom", "zoom into the range; without a range: into a quarter of the time, around the cursor" }, \
	{ ACTION_ZOOM_OUT, "out", "zoom out: show a longer time" }, \
	{ ACTION_RIGHT, "later", "go to a later time" }, \
	{ ACTION_LEFT, "earlier", "go to an earlier time" }, \
	{ ACTION_ORDER, "scale", "toggle: linear or logarithmic scale" }, \
	VIEW_WORDS_SEARCH

#define BAR_VIEW_TIME_VIEW_OPS                       \
	.progress = time_view_histogram_progress,   \
	.cancel = time_view_histogram_cancel,       \
	.end = time_view_histogram_end,             \
	.time = bar_view_time,                      \
	.go = bar_view_go,                          \
	.focus = bar_view_focus,                    \
	.go_focus = bar_view_go,                    \
	.chosen = bar_view_chosen,                  \
	.inside = bar_view_inside,                  \
	.rows = bar_view_rows
/* clang-format on */

#endif
