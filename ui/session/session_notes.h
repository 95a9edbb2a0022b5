/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_SESSION_NOTES_H
#define SESSION_SESSION_NOTES_H

#include "base/buf.h"
#include "base/err.h"
#include "session/session.h"

/*
 * Flags and notes on rows, which the recording gets, too. _use() takes over what was saved.
 */
void session_notes_use(struct session *session, struct notes *notes);

/* Flag the record under the cursor, or remove its flag; remove all flags. */
void session_notes_flag(struct session *session);
void session_notes_unflag(struct session *session);

/* To the next record that is flagged or has a note; back: the one before. */
void session_notes_go(struct session *session, bool back);

/*
 * Flag what passes, in the background: _resume() is true when that is done, _cancel() when there
 * was something to stop.
 */
int session_notes_flag_where(struct session *session, const char *expr, struct err *err);
bool session_notes_resume(struct session *session);
bool session_notes_cancel(struct session *session);

/* The note of the record under the cursor; "" removes it. */
int session_notes_set(struct session *session, const char *text, struct err *err);

/* What is noted of a row: NULL, nothing; remove it; a sign for it, 0: none. */
const char *session_notes_text(const struct session *session, uint64_t row);
void session_notes_drop(struct session *session, uint64_t row);
char session_notes_sign(const struct session *session, uint64_t row);

/* Append all of it: a line for each record, as print prints it, and its note below it. */
void session_notes_add(struct session *session, struct buf *out);

#endif
