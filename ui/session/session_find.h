/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_SESSION_FIND_H
#define SESSION_SESSION_FIND_H

#include "base/err.h"
#include "session/session.h"

/*
 * Go to the count-th matching record of the list, forwards (dir 1) or back (-1). If it is not found
 * at once, the cursor moves when it is found. wraps: continue once from the other end. A search for
 * the same expression that still waits searches count records more. Returns the error of the
 * expression.
 */
int session_find(struct session *session, const char *expr, int dir, uint64_t count, bool wraps,
		 struct err *err);

/* Resolve the names in an expression, and keep it as session->find.last. */
int session_find_keep(struct session *session, const char *expr, struct err *err);

/* Continue. Returns true if the cursor has moved, or the progress has. */
bool session_find_resume(struct session *session);

bool session_find_waits(const struct session *session);

/* Stop a search that waits. Returns false if there is none. */
bool session_find_cancel(struct session *session);

/* The searched part of the rows, in percent. For a search that waits. */
int session_find_percent(const struct session *session);

/* Flags or notes have changed: records that use them are searched again. */
void session_find_noted(struct session *session);

void session_find_release(struct session *session);

#endif
