/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_SESSION_FOLLOW_H
#define SESSION_SESSION_FOLLOW_H

#include "session/session.h"

/* Keep the cursor at the end of a recording that is still being written. */
void session_follow_start(struct session *session);

/* Start following, or stop and notify the observer. */
void session_follow_toggle(struct session *session);

/* Stop following. Returns false if the recording is not followed. */
bool session_follow_leave(struct session *session);

/* Go to new records. Returns true if the cursor has moved, or the recording is complete. */
bool session_follow_resume(struct session *session);

#endif
