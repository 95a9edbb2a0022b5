/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_STRIPMARKS_H
#define VIEWS_STRIPMARKS_H

#include "base/buf.h"
#include "base/vec.h"
#include "session/session.h"
#include "term/surface.h"
#include "views/stripcells.h"

/*
 * Moments above strips of threads, at their cells: records with marks, and wakeups of a thread.
 */
struct stripmarks {
	bool looked;
	uint64_t rows[JUMPS_MARKS]; /* the session's marks at the last look */
	/* Those that have a time, in its order. */
	VEC(struct stripmark {
		char letter;
		uint64_t time;
	})
	list;
};

/* Look at the session's marks. Unless they have changed, no record is read. */
void stripmarks_look(struct stripmarks *marks, struct session *session);
void stripmarks_release(struct stripmarks *marks);

/* Draw the letters of marks in the shown time from a column on; + are several in one cell. */
void stripmarks_draw(const struct stripmarks *marks, const struct stripcells *cells,
		     const struct time_range *shown, const struct surface *row, int col);

/* Append "marks", and ": a, b" for those in some cells, the one at to included. */
void stripmarks_text(const struct stripmarks *marks, const struct stripcells *cells,
		     const struct time_range *shown, int from, int to, struct buf *out);

/* The wakeups in a line in some cells. Only threads have them, processes have none. */
struct thread_timeline_wakeups stripmarks_wakeups(const struct stripcells *cells,
						  const struct striplist_line *line, int from,
						  int to);

/* Draw a sign in each cell in which the thread was woken. */
void stripmarks_draw_wakeups(const struct stripcells *cells, const struct striplist_line *line,
			     const struct surface *row, int col);

/*
 * Append "woken by sh:7352, ran 0.012 ms later, record 123, longest of 3" for some cells; if it was
 * not woken in them, the number of all wakeups and the longest delay.
 */
void stripmarks_wakeup_text(const struct stripcells *cells, const struct striplist_line *line,
			    int from, int to, struct session *session, struct buf *out);

#endif
