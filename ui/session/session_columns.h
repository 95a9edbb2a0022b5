/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_SESSION_COLUMNS_H
#define SESSION_SESSION_COLUMNS_H

#include "session/session.h"

/*
 * The columns of the list with their widths, as text. If the filter shows only one event, the
 * columns belong to this event. All other filters share the columns of the event "". On
 * SESSION_COLUMNS, the view of the list changes its columns to session->columns.
 */

/* Note the columns that the list has now. */
void session_columns_are(struct session *session, const char *names);

/* Set the columns of an event. session_columns_use() shows the columns of the current event. */
void session_columns_set(struct session *session, const char *event, const char *names);
void session_columns_use(struct session *session);

/* Set and show the columns of the current event. */
void session_columns_show(struct session *session, const char *names);

/* Show the columns of the filter's event, if the filter now shows another event. */
void session_columns_follow(struct session *session);

/* Set the columns of the current event to those of the list. */
void session_columns_keep(struct session *session);

void session_columns_release(struct session *session);

#endif
