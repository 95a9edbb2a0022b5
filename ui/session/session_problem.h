/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_SESSION_PROBLEM_H
#define SESSION_SESSION_PROBLEM_H

#include "base/buf.h"
#include "session/session.h"

/*
 * Go to the count-th problem in the list of problems, forwards (dir 1) or back (-1). If this
 * problem is not known yet, the cursor moves later. Returns false if the list of records is
 * filtered or sorted, or if the search for problems has not come near the cursor yet. The caller
 * then searches for rows that are problems.
 */
bool session_problem_find(struct session *session, int dir, uint64_t count);

/* Continue the search. Returns true if the cursor has moved. */
bool session_problem_resume(struct session *session);

bool session_problem_waits(const struct session *session);

/* Stop a search that is waiting. Returns false if there is none. */
bool session_problem_cancel(struct session *session);

/* Append the problem that was found last, because some rows do not show their problem. */
void session_problem_add(const struct session *session, struct buf *out);

#endif
