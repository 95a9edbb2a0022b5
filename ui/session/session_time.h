/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_SESSION_TIME_H
#define SESSION_SESSION_TIME_H

#include "base/buf.h"
#include "session/session.h"

/*
 * How the list shows times. The next way, and what it is called; or by its name, NULL: there is
 * none.
 */
const char *session_time_next(struct session *session);
const char *session_time_set(struct session *session, const char *name);

/*
 * Times count from this record; a second time: from the first record again. What to say has keys in
 * braces; NULL: the record has no time.
 */
const char *session_time_zero(struct session *session, const struct row_info *row);
void session_time_set_zero(struct session *session, uint64_t time);

/* Append a moment as the list shows it. */
void session_time_add(const struct session *session, uint64_t time, struct buf *out);

/* That of a record, whose file can have another clock than others. */
void session_time_add_of(const struct session *session, struct reader *reader,
			 const struct row_info *row, struct buf *out);

/*
 * Append ", clocks differ: no time of day", where the list's times are of the day and those of
 * session_time_add() are not.
 */
void session_time_add_no_day(const struct session *session, struct buf *out);

#endif
