/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_SESSION_TIME_H
#define SESSION_SESSION_TIME_H

#include "base/buf.h"
#include "session/session.h"

/*
 * Change the form of the list's times: to the next form, or to the form of this name. Returns the
 * message for the new form. NULL: there is no form of that name.
 */
const char *session_time_next(struct session *session);
const char *session_time_set(struct session *session, const char *name);

/*
 * Show times relative to this record. If they already are, show them relative to the first record.
 * Returns the message, which has names of actions in braces. NULL: the record has no time.
 */
const char *session_time_zero(struct session *session, const struct row_info *row);
void session_time_set_zero(struct session *session, uint64_t time);

/* Append a time as the list shows it. */
void session_time_add(const struct session *session, uint64_t time, struct buf *out);

/* Append the time of a record. Its file can have another clock than other files. */
void session_time_add_of(const struct session *session, struct reader *reader,
			 const struct row_info *row, struct buf *out);

/*
 * Append ", clocks differ: no time of day" if the list shows times of day but session_time_add()
 * cannot do so.
 */
void session_time_add_no_day(const struct session *session, struct buf *out);

#endif
