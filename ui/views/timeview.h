/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_TIMEVIEW_H
#define VIEWS_TIMEVIEW_H

#include "analysis/numeric_stats.h"
#include "records/time_range.h"
#include "views/view.h"

enum {
	TIMEVIEW_ZOOMS = 16,
	NO_MARK = -1
};

struct timeview;

typedef void (*timeview_handler)(struct timeview *tv, const struct action_call *call);

/* How a view counts in the background, and what its choice is. */
struct timeview_ops {
	const timeview_handler *handlers; /* of each action; NULL: the view lacks it */
	/* Begin to count what is shown. */
	void (*start)(struct timeview *tv);
	void (*progress)(const struct timeview *tv, struct worker_progress *progress);
	void (*cancel)(struct timeview *tv);
	void (*end)(struct timeview *tv); /* stop counting, and drop the counts */
	/*
	 * The time at the cursor; put the cursor on a time. NULL: the shown time does not grow
	 * while the recording is indexed.
	 */
	uint64_t (*time)(const struct timeview *tv);
	void (*go)(struct timeview *tv, uint64_t time);
	/* The time from the cursor to the mark, both included. */
	struct time_range (*chosen)(const struct timeview *tv);
	/* Get the time to zoom into. False: nothing is inside of it. */
	bool (*inside)(const struct timeview *tv, struct time_range *inner);
	/*
	 * The time that zooming keeps under the cursor, and the way to it. NULL, both: the cursor
	 * goes to the first place.
	 */
	uint64_t (*focus)(const struct timeview *tv);
	void (*go_focus)(struct timeview *tv, uint64_t time);
	/*
	 * Append what records under the cursor have in common in addition to their time, and " and
	 * ". False: there are none. NULL: only the time.
	 */
	bool (*where)(const struct timeview *tv, struct buf *condition);
	/*
	 * The amount at a place, for timeview_highest(). The first place is 0; *next is the next
	 * one, or NO_MARK.
	 */
	int128 (*amount)(const struct timeview *tv, int place, int *next);
	/* Return the number of chosen records that are counted by now. NULL: it is not known. */
	uint64_t (*rows)(const struct timeview *tv);
	bool stacks; /* stacks of one event at a time; names of frames may change until the end */
	/*
	 * Append the condition for the record that began the state of a cell without records,
	 * such as a wait. False: there is no such record. NULL: the view has none.
	 */
	bool (*record)(const struct timeview *tv, struct buf *condition);
};

struct timeview_places {
	int n; /* number of places */
	int cursor, mark;
};

/*
 * What views of records over time share: the time that is shown, which is counted in the
 * background, the zoom levels around it, and the chosen range from the cursor to the mark.
 */
struct timeview {
	struct view view; /* first, so that a view is a timeview */
	const struct timeview_ops *ops;
	struct counted_records what;
	struct histogram *counts; /* for timeview_histogram_*() */
	struct time_range
		zooms[TIMEVIEW_ZOOMS]; /* the first is that of the recording, the last is shown */
	size_t n;
	bool cancelled;
	bool waiting;	  /* until the index has times and the requested data; nothing has begun */
	bool settled;	  /* counted since the index is complete */
	uint64_t blocks;  /* of the index at the last look for later times */
	uint64_t from;	  /* time of the record it was opened at; 0: the cursor was moved since */
	int cursor, mark; /* places, which the view defines */
	int peak;	  /* where timeview_highest() has put the cursor; NO_MARK: nowhere */
	struct timeview_places chosen, scaled; /* as the user left them, and as they were scaled */
};

/* For views that count with a histogram: start() sets counts. */
void timeview_histogram_progress(const struct timeview *tv, struct worker_progress *progress);
void timeview_histogram_cancel(struct timeview *tv);
void timeview_histogram_end(struct timeview *tv);

/* The time that is shown. */
const struct time_range *timeview_shown(const struct timeview *tv);

/* The nearest of n places, of which the first is 0. */
int64_t timeview_nearest(int64_t place, int64_t n);

/* Get cursor and mark, the lesser one first; without a mark the cursor twice. */
void timeview_chosen(const struct timeview *tv, int *from, int *to);

/* Keep the same places if the number of places changes, also after several changes. */
void timeview_rescale(struct timeview *tv, int from, int to);

/* Put the cursor at the record that the view was opened at, unless it was moved since. */
void timeview_place(struct timeview *tv);

/* Are all records counted, and fewer than n of them chosen? */
bool timeview_has_fewer(const struct timeview *tv, uint64_t n);

/* What all of these views do; for a table of handlers. */
void timeview_mark(struct timeview *tv, const struct action_call *call);
void timeview_records(struct timeview *tv, const struct action_call *call);
void timeview_zoom(struct timeview *tv, const struct action_call *call);
void timeview_event(struct timeview *tv, const struct action_call *call);

/* Go to the place with the largest amount; from there to the next largest one, and so on. */
void timeview_highest(struct timeview *tv, const struct action_call *call);

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

/* The count of a call, limited to what matters; negative: backwards. */
int64_t timeview_steps(const struct action_call *call, bool forward);

/*
 * Draw round times of a range at their columns, where the range takes cols columns; if round times
 * cannot be shown, the first and the last time. below: the axis is below its chart.
 */
void timeview_draw_axis_of(const struct timeview *tv, const struct time_range *range,
			   const struct surface *s, int row, int col, int cols, bool below);

/* The same for the time that is shown. */
void timeview_draw_axis(const struct timeview *tv, const struct surface *s, int row, int col,
			int cols, bool below);

/* Draw the first line: the title with the condition added, a place, and progress. */
void timeview_draw_status(const struct timeview *tv, const struct surface *s, struct buf *title,
			  const char *position);

/* True while nothing is counted: draws what the view waits for. */
bool timeview_draw_empty(const struct timeview *tv, const struct surface *s);
bool timeview_text_empty(const struct timeview *tv, struct buf *out);

/* Functions of view_ops, for a table. */
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
 * Open a view of the whole recording: size bytes, zeroed after the struct timeview. The shown time
 * grows while the recording is indexed. Returns 0, with a message if there are no times, or -1 if
 * counted_parse() refuses the argument.
 */
int timeview_open(struct app *app, const char *arg, size_t size, const struct view_ops *ops,
		  const struct timeview_ops *how, struct err *err);

#endif
