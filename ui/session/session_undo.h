/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_SESSION_UNDO_H
#define SESSION_SESSION_UNDO_H

#include "base/buf.h"
#include "session/session.h"

/* What can be undone of a session: its filter and its order, and where the cursor is or goes. */
struct session_undo {
	struct chips chips;
	bool by_time;
	uint64_t row;
};

/* Note how the session is, in a zeroed struct. */
void session_undo_take(struct session *session, struct session_undo *undo);
void session_undo_release(struct session_undo *undo);

/* Are filter and order the same? */
bool session_undo_same(const struct session_undo *a, const struct session_undo *b);

/* Bring filter and order back, and append the names of those that this changed. */
void session_undo_put_back(struct session *session, const struct session_undo *was,
			   struct buf *what);

#endif
