/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_THREAD_MARKERS_H
#define VIEWS_THREAD_MARKERS_H

#include "analysis/markers.h"
#include "session/session.h"
#include "views/thread_cells.h"

/*
 * Markers on the lines of threads: the records that the session wants to have some
 * (session/session_markers.h), each in the colour of its event. A zeroed struct has none.
 */
struct thread_markers {
	struct buf expr;       /* of the markers that were looked for */
	struct markers *found; /* NULL: none are wanted */
};

/* Drop all markers, and look for those of the session in a range of time; _release(): drop all. */
void thread_markers_start(struct thread_markers *markers, const struct session *session,
			  const struct time_range *range, struct watcher *watcher);
void thread_markers_release(struct thread_markers *markers);
void thread_markers_cancel(struct thread_markers *markers);

/* Does the session want other markers? */
bool thread_markers_stale(const struct thread_markers *markers, const struct session *session);

/* Add the progress of the search. */
void thread_markers_progress(const struct thread_markers *markers,
			     struct worker_progress *progress);

/* The markers of a line in some cells, the one at `to` included. */
struct markers_found thread_markers_of(const struct thread_markers *markers,
				       const struct thread_cells *cells,
				       const struct thread_list_line *line, int from, int to);

/* The sign and the style of a cell with markers, which the sign replaces. False: it has none. */
bool thread_markers_look(const struct thread_markers *markers, const struct thread_cells *cells,
			 const struct thread_list_line *line, int i, uint32_t *sign,
			 enum style *style);

/* Append "2 markers from record 123, " for some cells; nothing if they have none. */
void thread_markers_text(const struct thread_markers *markers, const struct thread_cells *cells,
			 const struct thread_list_line *line, int from, int to,
			 struct session *session, struct buf *out);

/* Append "  * marker" for the legend, and whether some are missing; nothing without markers. */
void thread_markers_legend(const struct thread_markers *markers, bool ascii, struct buf *out);

#endif
