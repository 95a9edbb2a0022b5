/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_SESSION_NOTES_H
#define SESSION_SESSION_NOTES_H

#include "base/buf.h"
#include "base/err.h"
#include "session/session.h"

/* Flags and notes on rows; the recording gets them, too. Take over those of the saved state. */
void session_notes_use(struct session *session, struct notes *notes);

/* Flag the record under the cursor, or remove its flag; remove all flags. */
void session_notes_flag(struct session *session);
void session_notes_unflag(struct session *session);

/* Go to the next record that has a flag or a note; back: to the previous one. */
void session_notes_go(struct session *session, bool back);

/*
 * Flag the records that pass, in the background. _resume() returns true when this is done,
 * _cancel() if there was something to stop.
 */
int session_notes_flag_where(struct session *session, const char *expr, struct err *err);
bool session_notes_resume(struct session *session);
bool session_notes_cancel(struct session *session);

/* Set the note of the record under the cursor; "" removes it. */
int session_notes_set(struct session *session, const char *text, struct err *err);

/* The note of a row, NULL if there is none; remove it and the flag; the sign for both, 0: none. */
const char *session_notes_text(const struct session *session, uint64_t row);
void session_notes_drop(struct session *session, uint64_t row);
char session_notes_sign(const struct session *session, uint64_t row);

/* Append a line for each record with a flag or a note, as print prints it, and the note below. */
void session_notes_add(struct session *session, struct buf *out);

#endif
