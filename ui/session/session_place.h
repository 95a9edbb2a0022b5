/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_SESSION_PLACE_H
#define SESSION_SESSION_PLACE_H

#include "base/buf.h"
#include "base/err.h"
#include "session/session.h"

/*
 * Go to a place: "123", "+5", "-5", "@0x1a8", "50%", "T12.5s", "+20ms" or a permalink. If the index
 * does not reach the place yet, the cursor moves later. Relative times are counted from *from, or
 * if it is NULL, from the record under the cursor.
 */
int session_place_goto(struct session *session, const char *where, const uint64_t *from,
		       struct err *err);

/*
 * Append a time in the middle of the recording as an example of a place: in seconds, as the list
 * shows it, and as time of day if the recording has that. Nothing is appended without times.
 */
void session_place_add_times(const struct session *session, struct buf *out);

/*
 * Find the record at such a place, except "+5", "-5" and permalinks. For a time, this is the first
 * record at or after the time; info gets the time itself.
 */
int session_place_find(struct session *session, const char *where, struct row_info *info,
		       bool *is_time, struct err *err);

void session_place_set(struct session *session, struct session_place place);
void session_place_go_row(struct session *session, uint64_t row);

/* Go to the beginning of the next file of the recording (step 1), or of the previous one (-1). */
void session_place_go_file(struct session *session, int step);

/* Try again to reach a place. Returns true if the cursor is there now. */
bool session_place_resume(struct session *session);

/* Stop waiting for a place. */
void session_place_cancel(struct session *session);

/* Does the cursor wait for the index or the filter to reach its place? */
bool session_place_waits(const struct session *session);

/* Set a mark with an ASCII character; UINT64_MAX removes it. */
void session_place_mark(struct session *session, char letter, uint64_t row);

/*
 * _leave() stores the place of the cursor before a jump. The other functions go back to the stored
 * places, and forward again.
 */
void session_place_leave(struct session *session);
void session_place_back(struct session *session);
void session_place_forward(struct session *session);

#endif
