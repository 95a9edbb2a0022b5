/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/session_markers.h"

#include <string.h>

#include "filter/shown_event.h"
#include "session/session_filter.h"

int session_markers_set(struct session *session, const char *what, struct err *err)
{
	struct buf expr = BUF_INIT;
	int rc = 0;

	if (*what && shown_event_exists(session->rec, what))
		shown_event_condition(session->rec, what, &expr);
	else if (*what)
		rc = session_filter_resolve(session, what, &expr, err);
	if (!rc)
		session_markers_use(session, expr.p);
	buf_release(&expr);
	return rc;
}

void session_markers_use(struct session *session, const char *expr)
{
	buf_reset(&session->markers);
	buf_adds(&session->markers, expr);
}
