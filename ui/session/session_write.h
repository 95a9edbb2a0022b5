/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_SESSION_WRITE_H
#define SESSION_SESSION_WRITE_H

#include "session/session.h"
#include "session/write_request.h"

/*
 * Parse the argument of a command (see write_request_parse()), and begin to write records in the
 * background. After an error, request->lack shows what the user can change. The caller releases the
 * request, and takes over the reader of a pipe.
 */
int session_write(struct session *session, struct write_request *request, const char *arg,
		  struct err *err);

/*
 * When the export has ended, notify the observer and free the export. Returns true if a file was
 * written.
 */
bool session_write_resume(struct session *session);

/* Stop and free the export. Returns false if there is none. */
bool session_write_cancel(struct session *session);

/*
 * The command that reads the pipe has ended. Stop the export, drop the data that is not read any
 * more, and notify the observer of a failure.
 */
void session_write_end(struct session *session, int reader);

#endif
