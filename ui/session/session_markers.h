/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_SESSION_MARKERS_H
#define SESSION_SESSION_MARKERS_H

#include "base/err.h"
#include "session/session.h"

/*
 * Set which records have markers in the threads over time: those of an event, by its name, or those
 * that pass an expression. "" is none. err->offset is the column of a mistake.
 */
int session_markers_set(struct session *session, const char *what, struct err *err);

/* Use an earlier expression of session->markers, "": none. */
void session_markers_use(struct session *session, const char *expr);

#endif
