/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_SESSION_FIND_H
#define SESSION_SESSION_FIND_H

#include "base/err.h"
#include "session/session.h"

/*
 * Go to the count-th matching record of the list, forwards (dir 1) or back (-1). The cursor moves
 * when this record is found, which can be later. If a search for the same expression is still
 * waiting, it moves on by count more records. Returns an error of the expression.
 */
int session_find(struct session *session, const char *expr, int dir, uint64_t count,
		 struct err *err);

/*
 * Resolve the names in an expression, and store it for session_find_again(). fallback: the
 * expression to search for if no record passes expr; NULL: none.
 */
int session_find_keep(struct session *session, const char *expr, const char *fallback,
		      struct err *err);

/*
 * Search for the stored expression, which session->find.last is; continue once from the other end.
 * If no record passes it, search for its fallback, and begin the next search with the fallback.
 * Skip an expression if it is known that no record passes it.
 */
int session_find_again(struct session *session, int dir, uint64_t count, struct err *err);

/* Continue the search. Returns true if the cursor has moved, or the progress has changed. */
bool session_find_resume(struct session *session);

bool session_find_waits(const struct session *session);

/* Stop a search that is waiting. Returns false if there is none. */
bool session_find_cancel(struct session *session);

/* The part of the rows that was searched, in percent. Only for a search that is waiting. */
int session_find_percent(const struct session *session);

/* Search again if the expression uses flags or notes, because these have changed. */
void session_find_noted(struct session *session);

/* The same for an expression that uses symbols. */
void session_find_symbols(struct session *session);

void session_find_release(struct session *session);

#endif
