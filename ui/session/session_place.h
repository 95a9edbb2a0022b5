/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_SESSION_PLACE_H
#define SESSION_SESSION_PLACE_H

#include "base/buf.h"
#include "base/err.h"
#include "session/session.h"

/*
 * Going to a place: "123", "+5", "-5", "@0x1a8", "50%", "T12.5s", a permalink. What the index does
 * not reach yet is gone to when it does.
 */
int session_place_goto(struct session *session, const char *where, struct err *err);

/*
 * The record of such a place, but for steps and permalinks, without going there. Of a time: the
 * first one then or behind it, as if it were of that time.
 */
int session_place_find(struct session *session, const char *where, struct row_info *info,
		       bool *is_time, struct err *err);

void session_place_set(struct session *session, struct session_place place);
void session_place_row(struct session *session, uint64_t row);

/* To the beginning of the next file of the recording (step 1) or the one before (-1). */
void session_place_file(struct session *session, int step);

/* Try a place again that was not reached; true when we are there now. */
bool session_place_resume(struct session *session);

/* Is the cursor on its way to a place? */
bool session_place_waits(const struct session *session);

/*
 * Remember where the cursor is, before it jumps; go back to where it was before a jump, and forward
 * again.
 */
void session_place_leave(struct session *session);
void session_place_back(struct session *session);
void session_place_forward(struct session *session);

/*
 * Append the command that opens the recording at the record under the cursor, false: there is none
 * for it; and go where such a command leads, in this recording.
 */
bool session_place_permalink(struct session *session, struct buf *out);
bool session_place_is_permalink(const char *text);
int session_place_goto_permalink(struct session *session, const char *text, struct err *err);

#endif
