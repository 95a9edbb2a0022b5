/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_SESSION_LINK_H
#define SESSION_SESSION_LINK_H

#include "session/session.h"

/*
 * Append the command that opens the recording at the record under the cursor, with the filter and
 * the order. For one file, the command is perfnav LINK (session/permalink.h); for several, it is
 * perfnav --goto WHERE [--filter EXPR] [--order time] FILE... Returns false if the list has no
 * record.
 */
bool session_link_add(struct session *session, struct buf *out);

/* Is the text such a command or a link? */
bool session_link_is(const char *text);

/* Go to the record of the link, in this recording. */
int session_link_goto(struct session *session, const char *text, struct err *err);

#endif
