/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_SESSION_UNDO_H
#define SESSION_SESSION_UNDO_H

#include "base/buf.h"
#include "session/session.h"

/*
 * Note filter, order and columns before a key, and call session_undo_keep() after it: then the
 * changes of this key can be undone. _keep() takes over before. It returns true if something, or
 * the place in the list, has changed.
 */
void session_undo_take(struct session *session, struct session_undo *before);
bool session_undo_keep(struct session *session, struct session_undo *before);

/*
 * Undo the last change, or redo it, and append the names of what this has changed. Returns false if
 * there is nothing to undo.
 */
bool session_undo_last(struct session *session, struct buf *what);

void session_undo_release(struct session_undo *undo);

#endif
