/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_THREAD_TIMES_VIEW_H
#define VIEWS_THREAD_TIMES_VIEW_H

#include "recording/comms.h"
#include "views/finder.h"
#include "views/thread_cells.h"
#include "views/thread_cpus.h"
#include "views/thread_list.h"
#include "views/thread_markers.h"
#include "views/thread_marks.h"
#include "views/time_view.h"

/*
 * The view of threads over time, for the files that it consists of: views/thread_times.c counts and
 * has the keys, views/thread_times_draw.c draws, and views/thread_times_text.c has the texts.
 */
enum {
	THREAD_TIMES_TEXT_COLS = 60 /* cells of the view as text */
};

struct view_thread_times {
	struct time_view tv; /* its cursor and mark are cells */
	struct thread_timeline *timeline;
	struct thread_cells cells; /* as many as the screen has room for */
	struct thread_list list;
	struct thread_list_line at; /* the line on which the cursor must stay, */
	bool placed;		    /* if it is set: it may not be found yet */
	struct row_info opened_at;  /* the cursor stays at this record, */
	bool at_opening;	    /* until the user does something */
	struct comms comms;
	size_t row, top;
	int rows; /* threads on the screen */
	struct finder find;
	struct thread_marks marks;
	struct thread_markers markers;
	int mark_rows, wake_rows; /* above the threads: 0 or 1 */
	bool cpus_shown;
	struct thread_cpus cpus;
};

/* The line of the cursor; NULL: there is none yet. */
const struct thread_list_line *thread_times_line(const struct view_thread_times *v);

/* Go to a line; the cursor then stays on its thread, and no longer where the view was opened. */
void thread_times_go(struct view_thread_times *v, int64_t row);

/* Make the lines again. */
void thread_times_make_lines(struct view_thread_times *v);

/* Search again for markers. */
void thread_times_start_markers(struct view_thread_times *v);

/* The time of the chosen cells. */
struct time_range thread_times_chosen(const struct time_view *tv);

/* ---- thread_times_draw.c: functions of struct view_ops ---- */

/* Set the number of cells to the number that a screen of cols columns has room for. */
void thread_times_fit(struct view_thread_times *v, int cols);

void thread_times_draw(struct view *view, const struct surface *s, struct term_cursor *cursor);
bool thread_times_point(struct view *view, int row, int col, bool select);
void thread_times_text(struct view *view, struct buf *out);

/* ---- thread_times_text.c: append texts ---- */

/* The name of a thread at the end of the shown time, with a blank before it. */
void thread_times_add_comm(struct view_thread_times *v, uint32_t tid, struct buf *out);

/* The number and the name of a line. */
void thread_times_add_name(struct view_thread_times *v, const struct thread_list_line *line,
			   struct buf *out);

/* "4712 queens of 4711: on 1234.567 ms, off 0.500 ms, 3 out, 1 preempted" */
void thread_times_add_line(struct view_thread_times *v, const struct thread_list_line *line,
			   struct buf *out);

/* "1821.697621032 to 1821.705432100: 35 records, on 1.234 ms, 15.8 %" */
void thread_times_add_chosen(struct view_thread_times *v, const struct thread_list_line *line,
			     struct buf *out);

/* From which records the times are. */
const char *thread_times_source(const struct view_thread_times *v);

/* What the characters stand for, and what is missing, in cols columns. */
void thread_times_add_legend(const struct view_thread_times *v, size_t cols, struct buf *out);

#endif
