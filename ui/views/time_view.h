/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_TIME_VIEW_H
#define VIEWS_TIME_VIEW_H

#include "analysis/numeric_stats.h"
#include "records/time_range.h"
#include "views/view.h"

enum {
	TIME_VIEW_ZOOMS = 16,
	NO_MARK = -1
};

struct time_view;

typedef void (*time_view_handler)(struct time_view *tv, const struct action_call *call);

/* How a view counts in the background, and what its choice is. */
struct time_view_ops {
	const time_view_handler *handlers; /* of each action; NULL: the view lacks it */
	/* Begin to count what is shown. */
	void (*start)(struct time_view *tv);
	void (*progress)(const struct time_view *tv, struct worker_progress *progress);
	void (*cancel)(struct time_view *tv);
	void (*end)(struct time_view *tv);	      /* stop counting, and drop the counts */
	uint64_t (*time)(const struct time_view *tv); /* the time at the cursor */
	/*
	 * Put the cursor on a time. NULL: the shown time does not grow while the recording is
	 * indexed.
	 */
	void (*go)(struct time_view *tv, uint64_t time);
	/* The time from the cursor to the mark, both included. */
	struct time_range (*chosen)(const struct time_view *tv);
	/* Get the time to zoom into. False: nothing is inside of it. */
	bool (*inside)(const struct time_view *tv, struct time_range *inner);
	/*
	 * The time that zooming keeps under the cursor. NULL: the cursor goes to the first place.
	 * And the way to it, and to other times if go is NULL.
	 */
	uint64_t (*focus)(const struct time_view *tv);
	void (*go_focus)(struct time_view *tv, uint64_t time);
	/*
	 * Append what records under the cursor have in common in addition to their time, and " and
	 * ". False: there are none. NULL: only the time.
	 */
	bool (*where)(const struct time_view *tv, struct buf *condition);
	/*
	 * The amount at a place, for time_view_highest(). The first place is 0; *next is the next
	 * one, or NO_MARK.
	 */
	int128 (*amount)(const struct time_view *tv, int place, int *next);
	/* Return the number of chosen records that are counted by now. NULL: it is not known. */
	uint64_t (*rows)(const struct time_view *tv);
	bool stacks; /* stacks of one event at a time; names of frames may change until the end */
	bool event;  /* all records, or the samples of one event if the user wants that */
	/*
	 * Append the condition for the record that began the state of a cell without records,
	 * such as a wait. False: there is no such record. NULL: the view has none.
	 */
	bool (*record)(const struct time_view *tv, struct buf *condition);
};

struct time_view_places {
	int n; /* number of places */
	int cursor, mark;
};

/*
 * What views of records over time share: the time that is shown, which is counted in the
 * background, the zoom levels around it, and the chosen range from the cursor to the mark.
 */
struct time_view {
	struct view view; /* first, so that a view is a time_view */
	const struct time_view_ops *ops;
	struct counted_records what;
	struct histogram *counts; /* for time_view_histogram_*() */
	struct time_range
		zooms[TIME_VIEW_ZOOMS]; /* the first is that of the recording, the last is shown */
	size_t n;
	bool whole; /* the first has the time of all records, not only that of the samples */
	bool cancelled;
	bool waiting;	  /* until the index has times and the requested data; nothing has begun */
	bool settled;	  /* counted since the index is complete */
	uint64_t blocks;  /* of the index at the last look for later times */
	uint64_t from;	  /* time of the record it was opened at; 0: the cursor was moved since */
	int cursor, mark; /* places, which the view defines */
	int peak;	  /* where time_view_highest() has put the cursor; NO_MARK: nowhere */
	struct time_view_places chosen, scaled; /* as the user left them, and as they were scaled */
};

/* For views that count with a histogram: start() sets counts. */
void time_view_histogram_progress(const struct time_view *tv, struct worker_progress *progress);
void time_view_histogram_cancel(struct time_view *tv);
void time_view_histogram_end(struct time_view *tv);

/* The time that is shown. */
const struct time_range *time_view_shown(const struct time_view *tv);

/* The nearest of n places, of which the first is 0. */
int64_t time_view_nearest(int64_t place, int64_t n);

/* Get cursor and mark, the lesser one first; without a mark the cursor twice. */
void time_view_chosen(const struct time_view *tv, int *from, int *to);

/* Keep the same places if the number of places changes, also after several changes. */
void time_view_rescale(struct time_view *tv, int from, int to);

/* Put the cursor at the record that the view was opened at, unless it was moved since. */
void time_view_place(struct time_view *tv);

/* Are all records counted, and fewer than n of them chosen? */
bool time_view_has_fewer(const struct time_view *tv, uint64_t n);

/* What all of these views do; for a table of handlers. */
void time_view_mark(struct time_view *tv, const struct action_call *call);
void time_view_records(struct time_view *tv, const struct action_call *call);
void time_view_zoom(struct time_view *tv, const struct action_call *call);
void time_view_event(struct time_view *tv, const struct action_call *call);

/* Go to the place with the largest amount; from there to the next largest one, and so on. */
void time_view_highest(struct time_view *tv, const struct action_call *call);

/* clang-format off */
#define TIME_VIEW_HANDLERS                          \
	[ACTION_FLAG] = time_view_mark,             \
	[ACTION_OPEN] = time_view_records,          \
	[ACTION_FILTER_AND] = time_view_records,    \
	[ACTION_FILTER_NOT] = time_view_records,    \
	[ACTION_FILTER_ONLY] = time_view_records,   \
	[ACTION_MAXIMISE] = time_view_zoom,         \
	[ACTION_ZOOM_OUT] = time_view_zoom,         \
	[ACTION_EVENT_NEXT] = time_view_event,      \
	[ACTION_EVENT_ALL] = time_view_event
/* clang-format on */

/* The count of a call, limited to what matters; negative: backwards. */
int64_t time_view_steps(const struct action_call *call, bool forward);

/* Draw the axis of the time that is shown (views/time_axis.h). */
void time_view_draw_axis(const struct time_view *tv, const struct surface *s, int row, int col,
			 int cols, bool below);

/* Draw the first line: the title with the condition added, a place, and progress. */
void time_view_draw_status(const struct time_view *tv, const struct surface *s, struct buf *title,
			   const char *position);

/* True while nothing is counted: draws what the view waits for. */
bool time_view_draw_empty(const struct time_view *tv, const struct surface *s);
bool time_view_text_empty(const struct time_view *tv, struct buf *out);

/* Functions of view_ops, for a table. */
bool time_view_act(struct view *view, const struct action_call *call);
bool time_view_knows(const struct view *view, enum action action);
const enum action *time_view_hints(const struct view *view);
bool time_view_wake(struct view *view);
bool time_view_busy(const struct view *view);
bool time_view_stop(struct view *view);
void time_view_close(struct view *view);
void time_view_note(struct view *view, struct buf *out);
bool time_view_time(struct view *view, uint64_t *time);
void time_view_go_to(struct view *view, const char *where);

/* clang-format off */
#define TIME_VIEW_VIEW_OPS                          \
	.act = time_view_act,                       \
	.knows = time_view_knows,                   \
	.hints = time_view_hints,                   \
	.note = time_view_note,                     \
	.time = time_view_time,                     \
	.go_to = time_view_go_to,                   \
	.wake = time_view_wake,                     \
	.busy = time_view_busy,                     \
	.cancel = time_view_stop,                   \
	.close = time_view_close
/* clang-format on */

/*
 * Open a view of the whole recording: size bytes, zeroed after the struct time_view. The shown time
 * grows while the recording is indexed. Returns 0, with a message if there are no times, or -1 if
 * counted_parse() refuses the argument.
 */
int time_view_open(struct app *app, const char *arg, size_t size, const struct view_ops *ops,
		   const struct time_view_ops *time_ops, struct err *err);

#endif
