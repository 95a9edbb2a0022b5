/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_TIMEVIEW_H
#define VIEWS_TIMEVIEW_H

#include "records/time_range.h"
#include "views/view.h"

enum {
	TIMEVIEW_ZOOMS = 16,
	NO_MARK = -1
};

struct timeview;

typedef void (*timeview_handler)(struct timeview *tv, const struct action_call *call);

/* Who counts in the background, and what of it is chosen. */
struct timeview_ops {
	const timeview_handler *handlers; /* of each action; NULL: there is no such one */
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
	/* The time from the cursor to the mark, both included. */
	struct time_range (*chosen)(const struct timeview *tv);
	/* What to zoom into; false: there is nothing inside of it. */
	bool (*inside)(const struct timeview *tv, struct time_range *inner);
	/*
	 * Append what records that the cursor is on have in common besides their time, and " and ";
	 * false: it is on none. NULL: nothing.
	 */
	bool (*where)(const struct timeview *tv, struct buf *condition);
	bool stacks; /* of one event at a time; names of frames may be others at the end */
	/*
	 * Append the condition of the record that began what goes on in a cell without records,
	 * such as a wait. False: there is no such record. NULL: this view has none.
	 */
	bool (*record)(const struct timeview *tv, struct buf *condition);
};

struct timeview_places {
	int n; /* in all */
	int cursor, mark;
};

/*
 * What views of records over time have in common: a stretch of time that is counted in the
 * background, those around it, a cursor and the other end of what is chosen.
 */
struct timeview {
	struct view view; /* first, so that one is the other */
	const struct timeview_ops *ops;
	struct weighing what;
	struct histogram *counts; /* of timeview_histogram_*() */
	struct time_range
		zooms[TIMEVIEW_ZOOMS]; /* the recording's first; what is shown is the last */
	size_t n;
	bool cancelled;
	bool waiting;	 /* for the index to know a time, or what is asked for; nothing has begun */
	bool settled;	 /* counted when the index was complete */
	uint64_t blocks; /* of the index when it was last looked whether there are later times */
	int cursor, mark;		       /* what these number is the view's */
	struct timeview_places chosen, scaled; /* as somebody left them, and what became of that */
};

/* For counters that have a histogram: start() sets counts. */
void timeview_histogram_progress(const struct timeview *tv, struct job_progress *progress);
void timeview_histogram_cancel(struct timeview *tv);
void timeview_histogram_end(struct timeview *tv);

/* The stretch that is shown. */
const struct time_range *timeview_shown(const struct timeview *tv);

/* Cursor and mark, the lesser one first; twice the cursor where there is no mark. */
void timeview_chosen(const struct timeview *tv, int *from, int *to);

/* The same places where there are other places in all; and back again, however often. */
void timeview_rescale(struct timeview *tv, int from, int to);

/* What all of them do; for a table of handlers. */
void timeview_mark(struct timeview *tv, const struct action_call *call);
void timeview_records(struct timeview *tv, const struct action_call *call);
void timeview_zoom(struct timeview *tv, const struct action_call *call);
void timeview_event(struct timeview *tv, const struct action_call *call);

/* clang-format off */
#define TIMEVIEW_HANDLERS                          \
	[ACTION_FLAG] = timeview_mark,             \
	[ACTION_OPEN] = timeview_records,          \
	[ACTION_FILTER_AND] = timeview_records,    \
	[ACTION_FILTER_NOT] = timeview_records,    \
	[ACTION_FILTER_ONLY] = timeview_records,   \
	[ACTION_MAXIMISE] = timeview_zoom,         \
	[ACTION_ZOOM_OUT] = timeview_zoom,         \
	[ACTION_EVENT_NEXT] = timeview_event,      \
	[ACTION_EVENT_ALL] = timeview_event
/* clang-format on */

/* The count of a call, as far as it can matter, with its sign: back is less. */
int64_t timeview_steps(const struct action_call *call, bool forward);

/*
 * Round times at their columns, of cols columns that the time takes, or the first and the last
 * where a time is shown in a way that has no round ones. below: the axis is below what it is of.
 */
void timeview_draw_axis(const struct timeview *tv, const struct surface *s, int row, int col,
			int cols, bool below);

/* The first line: a title, behind which the condition is added; a place; how far the count is. */
void timeview_draw_status(const struct timeview *tv, const struct surface *s, struct buf *title,
			  const char *position);

/* True, and it draws what it waits for, or tells it, while nothing is counted. */
bool timeview_draw_empty(const struct timeview *tv, const struct surface *s);
bool timeview_text_empty(const struct timeview *tv, struct buf *out);

/* Of view_ops; all of them for a table. */
bool timeview_act(struct view *view, const struct action_call *call);
bool timeview_knows(const struct view *view, enum action action);
const enum action *timeview_hints(const struct view *view);
bool timeview_wake(struct view *view);
bool timeview_busy(const struct view *view);
bool timeview_stop(struct view *view);
void timeview_close(struct view *view);
void timeview_note(struct view *view, struct buf *out);

/* clang-format off */
#define TIMEVIEW_VIEW_OPS                          \
	.act = timeview_act,                       \
	.knows = timeview_knows,                   \
	.hints = timeview_hints,                   \
	.note = timeview_note,                     \
	.wake = timeview_wake,                     \
	.busy = timeview_busy,                     \
	.cancel = timeview_stop,                   \
	.close = timeview_close
/* clang-format on */

/*
 * Open a view of the whole recording: size bytes, zeros behind the struct timeview. While it is
 * indexed, what is shown grows with it. 0, with a message where there are no times, or -1 for an
 * argument that weighing_parse() does not like.
 */
int timeview_open(struct app *app, const char *arg, size_t size, const struct view_ops *ops,
		  const struct timeview_ops *how, struct err *err);

#endif
