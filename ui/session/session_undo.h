/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_SESSION_UNDO_H
#define SESSION_SESSION_UNDO_H

#include "base/buf.h"
#include "session/session.h"

/*
 * Make the changes of a key or a command undoable. Before it, session_undo_take() stores filter,
 * order, columns and markers in *before. After it, session_undo_keep() takes over *before. It
 * returns true if one of these, or the place in the list, has changed.
 */
void session_undo_take(struct session *session, struct session_undo *before);
bool session_undo_keep(struct session *session, struct session_undo *before);

/*
 * Undo the last change, or redo it. Append the names of the changed things to `what`. Returns false
 * if there is nothing to undo.
 */
bool session_undo_last(struct session *session, struct buf *what);

void session_undo_release(struct session_undo *undo);

#endif
