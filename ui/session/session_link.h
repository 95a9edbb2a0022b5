/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_SESSION_LINK_H
#define SESSION_SESSION_LINK_H

#include "session/session.h"

/*
 * Append the command that opens the recording at the record under the cursor, with the filter and
 * the order: perfnav LINK for one file (session/permalink.h), perfnav --goto WHERE [--filter EXPR]
 * [--order time] FILE... for several. Returns false if the record has none.
 */
bool session_link_add(struct session *session, struct buf *out);

/* Is the text such a command, or a link alone? */
bool session_link_is(const char *text);

/* Go where it leads, in this recording. */
int session_link_goto(struct session *session, const char *text, struct err *err);

#endif
