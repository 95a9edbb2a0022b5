/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_SESSION_STATE_H
#define SESSION_SESSION_STATE_H

#include "session/session.h"
#include "session/state.h"

/* Note the session as the config file made it: filter and columns are saved if they differ. */
void session_state_begin(struct session *session);

/* Restore all but the notes; the filter and the place of the cursor if these are true. */
void session_state_restore(struct session *session, const struct state *state, bool filter,
			   bool place);

/* Put all but the notes into a state that was initialized. */
void session_state_take(struct session *session, struct state *state);

#endif
