/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_BARVIEW_H
#define VIEWS_BARVIEW_H

#include "term/scale.h"
#include "views/timeview.h"

/*
 * The shared part of the histogram and the chart: a view of records over time, in which a column of
 * the screen stands for a part of the time. Such a view begins with a struct barview.
 */
struct barview {
	struct timeview tv; /* cursor and mark are columns */
	int cols;	    /* columns on the screen, > 0 */
	int left;	    /* screen columns to the left of these */
	bool logarithmic;   /* heights are logarithmic */
};

enum {
	BARVIEW_TEXT_COLS = 60 /* bars in the text of the view have at most so many columns */
};

/* Begin to count, for start() of timeview_ops. */
void barview_count(struct timeview *tv, enum time_range_extra extra);

/*
 * Return the first bucket of column i of cols columns. The buckets of the column end before the
 * first bucket of column i + 1.
 */
size_t barview_bucket(const struct barview *v, int i, int cols);

/* Get the first bucket of the choice, and the bucket after its last one. */
void barview_chosen_buckets(const struct barview *v, size_t *first, size_t *end);

/* Return how many of cols columns are used. */
int barview_most(const struct barview *v, int cols);

/* The column after column i. NO_MARK: i is the last one. */
int barview_next(const struct barview *v, int i);

/* Note that the view now has another number of columns. */
void barview_rescale(struct barview *v, int cols);

/*
 * Restyle the chosen columns on a surface that begins with the first column, except cells of the
 * style CHOSEN_LINE.
 */
void barview_draw_chosen(const struct barview *v, const struct surface *s);

/* Draw the numbers on the left of a chart that begins at row. Returns the rest of the surface. */
struct surface barview_draw_scale(struct barview *v, const struct surface *s, int row, int rows,
				  const struct scale *scale);

/* A column was clicked. False: there is no column. */
bool barview_point(struct barview *v, int col, bool select);

/* Actions for tables of handlers, and functions for timeview_ops. */
void barview_right(struct timeview *tv, const struct action_call *call);
void barview_left(struct timeview *tv, const struct action_call *call);
void barview_page(struct timeview *tv, const struct action_call *call);
void barview_end(struct timeview *tv, const struct action_call *call);
void barview_change_scale(struct timeview *tv, const struct action_call *call);
uint64_t barview_time(const struct timeview *tv);
void barview_go(struct timeview *tv, uint64_t time);
struct time_range barview_chosen(const struct timeview *tv);
bool barview_inside(const struct timeview *tv, struct time_range *inner);
uint64_t barview_rows(const struct timeview *tv);

/* clang-format off */
#define BARVIEW_HANDLERS                           \
	TIMEVIEW_HANDLERS,                         \
	[ACTION_RIGHT] = barview_right,            \
	[ACTION_DOWN] = barview_right,             \
	[ACTION_LEFT] = barview_left,              \
	[ACTION_UP] = barview_left,                \
	[ACTION_PAGE_UP] = barview_page,           \
	[ACTION_PAGE_DOWN] = barview_page,         \
	[ACTION_FIRST] = barview_end,              \
	[ACTION_ORDER] = barview_change_scale,     \
	[ACTION_LAST] = barview_end

#define BARVIEW_WORDS                                                                             \
	{ ACTION_OPEN, "records", "show the records of the range" }, \
	{ ACTION_FLAG, "other end", "start a time range here; again: cancel it" },   \
	{ ACTION_MAXIMISE, "zoom", "zoom into the range" },    \
	{ ACTION_ZOOM_OUT, "out", "zoom out: show a longer time" }, \
	{ ACTION_RIGHT, "later", "go to a later time" }, \
	{ ACTION_LEFT, "earlier", "go to an earlier time" }, \
	{ ACTION_ORDER, "scale", "toggle: linear or logarithmic scale" }, \
	VIEW_WORDS_SEARCH

#define BARVIEW_TIMEVIEW_OPS                       \
	.progress = timeview_histogram_progress,   \
	.cancel = timeview_histogram_cancel,       \
	.end = timeview_histogram_end,             \
	.time = barview_time,                      \
	.go = barview_go,                          \
	.chosen = barview_chosen,                  \
	.inside = barview_inside,                  \
	.rows = barview_rows
/* clang-format on */

#endif
