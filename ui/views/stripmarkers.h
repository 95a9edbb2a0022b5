/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_STRIPMARKERS_H
#define VIEWS_STRIPMARKERS_H

#include "analysis/markers.h"
#include "session/session.h"
#include "views/stripcells.h"

/*
 * Markers on strips of threads: the records that the session wants to have some
 * (session/session_markers.h), each in the colour of its event. A zeroed struct has none.
 */
struct stripmarkers {
	struct buf expr;       /* of the markers that were looked for */
	struct markers *found; /* NULL: none are wanted */
};

/* Look for the session's markers in a range of time, which are dropped before; drop all. */
void stripmarkers_start(struct stripmarkers *markers, const struct session *session,
			const struct time_range *range, struct watcher *watcher);
void stripmarkers_release(struct stripmarkers *markers);
void stripmarkers_cancel(struct stripmarkers *markers);

/* Does the session want other markers? */
bool stripmarkers_stale(const struct stripmarkers *markers, const struct session *session);

/* Add the progress of the search. */
void stripmarkers_progress(const struct stripmarkers *markers, struct job_progress *progress);

/* The markers of a line in some cells, the one at to included. */
struct markers_found stripmarkers_of(const struct stripmarkers *markers,
				     const struct stripcells *cells,
				     const struct striplist_line *line, int from, int to);

/* The sign and the style of a cell with markers, which the sign replaces. False: it has none. */
bool stripmarkers_look(const struct stripmarkers *markers, const struct stripcells *cells,
		       const struct striplist_line *line, int i, uint32_t *sign, enum style *style);

/* Append "2 markers from record 123, " for some cells; nothing if they have none. */
void stripmarkers_text(const struct stripmarkers *markers, const struct stripcells *cells,
		       const struct striplist_line *line, int from, int to, struct session *session,
		       struct buf *out);

/* Append "  * marker" for the legend, and whether some are missing; nothing without markers. */
void stripmarkers_legend(const struct stripmarkers *markers, bool ascii, struct buf *out);

#endif
