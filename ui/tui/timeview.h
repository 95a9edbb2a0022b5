/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_TIMEVIEW_H
#define TUI_TIMEVIEW_H

#include "tui/stretch.h"
#include "tui/view.h"

enum {
	TIMEVIEW_ZOOMS = 16,
	NO_MARK = -1
};

struct timeview;

/* Who counts in the background. */
struct timeview_counter {
	/* Begin with what is shown. */
	void (*start)(struct timeview *tv);
	void (*progress)(const struct timeview *tv, struct job_progress *progress);
	void (*cancel)(struct timeview *tv);
	void (*end)(struct timeview *tv); /* and forget it, if it began */
	/*
	 * The time that the cursor is on; put it on a time. NULL: what is shown does not grow while
	 * the recording is indexed.
	 */
	uint64_t (*time)(const struct timeview *tv);
	void (*go)(struct timeview *tv, uint64_t time);
};

/*
 * What views of records over time have in common: a stretch of time that is counted in the
 * background, those around it, a cursor and the other end of what is chosen.
 */
struct timeview {
	struct view view; /* first, so that one is the other */
	const struct timeview_counter *counter;
	struct weighing what;
	struct histogram *counts;	      /* of timeview_histogram_*() */
	struct stretch zooms[TIMEVIEW_ZOOMS]; /* the recording's first; what is shown is the last */
	size_t n;
	bool cancelled;
	bool waiting;	 /* for the index to know a time, or what is asked for; nothing has begun */
	bool settled;	 /* counted when the index was complete */
	uint64_t blocks; /* of the index when it was last looked whether there are later times */
	int cursor, mark; /* what these number is the view's */
};

/* For counters that have a histogram: start() sets counts. */
void timeview_histogram_progress(const struct timeview *tv, struct job_progress *progress);
void timeview_histogram_cancel(struct timeview *tv);
void timeview_histogram_end(struct timeview *tv);

/* The stretch that is shown. */
const struct stretch *timeview_shown(const struct timeview *tv);

/* Cursor and mark, the lesser one first; twice the cursor where there is no mark. */
void timeview_chosen(const struct timeview *tv, int *from, int *to);

/* Set the mark at the cursor, or take it away. */
void timeview_mark(struct timeview *tv);

/* Into a stretch, if there is something deeper inside of it; out again. Both say why not. */
void timeview_zoom_in(struct timeview *tv, const struct stretch *stretch, bool deeper);
void timeview_zoom_out(struct timeview *tv);

/* The first line: a title, behind which the condition is added; a place; how far the count is. */
void timeview_draw_status(const struct timeview *tv, const struct surface *s, struct buf *title,
			  const char *position);

/* True, and it says so, while there is nothing to act on; draws what it waits for, or tells it. */
bool timeview_is_empty(struct timeview *tv);
bool timeview_draw_empty(const struct timeview *tv, const struct surface *s);
bool timeview_text_empty(const struct timeview *tv, struct buf *out);

/* Of view_ops. */
bool timeview_wake(struct view *view);
bool timeview_busy(const struct view *view);
bool timeview_stop(struct view *view);
void timeview_close(struct view *view);

/*
 * Open a view of the whole recording: size bytes, zeros behind the struct timeview. While it is
 * indexed, what is shown grows with it. 0, with a message where there are no times, or -1 for an
 * argument that weighing_parse() does not like.
 */
int timeview_open(struct app *app, const char *arg, size_t size, const struct view_ops *ops,
		  const struct timeview_counter *counter, struct err *err);

#endif
