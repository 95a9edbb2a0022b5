/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_SESSION_STATE_H
#define SESSION_SESSION_STATE_H

#include "session/session.h"
#include "session/state.h"

/*
 * Store filter, columns and times as the config file has set them. They are saved only if they
 * differ from these.
 */
void session_state_begin(struct session *session);

/*
 * Restore everything except the notes. The filter and the place of the cursor are restored only if
 * these parameters are true.
 */
void session_state_restore(struct session *session, const struct state *state, bool filter,
			   bool place);

/* Copy everything except the notes to a state that was initialized. */
void session_state_take(struct session *session, struct state *state);

#endif
