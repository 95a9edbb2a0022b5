/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_SESSION_NOTES_H
#define SESSION_SESSION_NOTES_H

#include "base/buf.h"
#include "base/err.h"
#include "session/session.h"

/*
 * Flags and notes on rows. This function takes over the notes of the saved state; the recording
 * gets them, too.
 */
void session_notes_use(struct session *session, struct notes *notes);

/* Flag the record under the cursor, or remove its flag. The second function removes all flags. */
void session_notes_flag(struct session *session);
void session_notes_unflag(struct session *session);

/* Go to the next record that has a flag or a note. back: to the previous one. */
void session_notes_go(struct session *session, bool back);

/*
 * Flag the records that match, in the background. _resume() returns true when this is done.
 * _cancel() returns true if there was something to stop.
 */
int session_notes_flag_where(struct session *session, const char *expr, struct err *err);
bool session_notes_resume(struct session *session);
bool session_notes_cancel(struct session *session);

/* Set the note of the record under the cursor; "" removes it. */
int session_notes_set(struct session *session, const char *text, struct err *err);

/*
 * For a row: return its note (NULL: none); remove its note and its flag; return the sign for both
 * (0: it has neither).
 */
const char *session_notes_text(const struct session *session, uint64_t row);
void session_notes_drop(struct session *session, uint64_t row);
char session_notes_sign(const struct session *session, uint64_t row);

/* Append a line for each record with a flag or a note, as print prints it, and the note below. */
void session_notes_add(struct session *session, struct buf *out);

#endif
