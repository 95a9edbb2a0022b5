/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_THREAD_MARKS_H
#define VIEWS_THREAD_MARKS_H

#include "base/buf.h"
#include "base/vec.h"
#include "session/session.h"
#include "term/surface.h"
#include "views/thread_cells.h"

/*
 * Moments above the lines of threads, at their cells: records with marks, and wakeups of a thread.
 */
struct thread_marks {
	bool looked;
	uint64_t rows[JUMPS_MARKS]; /* the session's marks at the last look */
	/* Those that have a time, in its order. */
	VEC(struct thread_mark {
		char letter;
		uint64_t time;
	})
	list;
};

/* Look at the session's marks. Unless they have changed, no record is read. */
void thread_marks_look(struct thread_marks *marks, struct session *session);
void thread_marks_release(struct thread_marks *marks);

/* Draw the letters of marks in the shown time from a column on; + is several marks in one cell. */
void thread_marks_draw(const struct thread_marks *marks, const struct thread_cells *cells,
		       const struct time_range *shown, const struct surface *row, int col);

/* Append "marks", and ": a, b" for those in some cells, the one at `to` included. */
void thread_marks_text(const struct thread_marks *marks, const struct thread_cells *cells,
		       const struct time_range *shown, int from, int to, struct buf *out);

/* The wakeups in a line in some cells. Only threads have them, processes have none. */
struct thread_timeline_wakeups thread_marks_wakeups(const struct thread_cells *cells,
						    const struct thread_list_line *line, int from,
						    int to);

/* Draw a sign in each cell in which the thread was woken. */
void thread_marks_draw_wakeups(const struct thread_cells *cells,
			       const struct thread_list_line *line, const struct surface *row,
			       int col);

/*
 * Append "woken by sh:7352, ran 0.012 ms later, record 123, longest of 3" for some cells; if it was
 * not woken in them, the number of all wakeups and the longest delay.
 */
void thread_marks_wakeup_text(const struct thread_cells *cells, const struct thread_list_line *line,
			      int from, int to, struct session *session, struct buf *out);

#endif
