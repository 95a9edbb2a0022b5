/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/session_follow.h"

#include "session/session_order.h"
#include "session/session_place.h"

static void to_end(struct session *session, uint64_t rows)
{
	session->follow.rows = rows;
	if (rows)
		list_cursor_goto(&session->cursor, rows - 1, -1, LIST_CURSOR_BOTTOM);
}

void session_follow_start(struct session *session)
{
	struct index_progress progress;

	recording_progress(session->rec, &progress);
	if (!progress.growing || !recording_follow(session->rec, true)) {
		session_notify(session, recording_parts(session->rec) > 1 ? SESSION_FOLLOW_FILES
									  : SESSION_FOLLOW_NONE);
		return;
	}
	/* Time order needs a complete index. */
	if (session->by_time)
		session_order_set(session, false);
	session->follow.on = true;
	to_end(session, progress.rows);
	session_notify(session, SESSION_FOLLOWS);
}

void session_follow_toggle(struct session *session)
{
	if (session_follow_leave(session)) {
		session_notify(session, SESSION_FOLLOW_STOPPED);
		return;
	}
	session_place_leave(session);
	session_follow_start(session);
}

bool session_follow_leave(struct session *session)
{
	bool followed = session->follow.on;

	session->follow.on = false;
	if (followed)
		recording_follow(session->rec, false);
	return followed;
}

bool session_follow_resume(struct session *session)
{
	struct index_progress progress;
	bool moved;

	if (!session->follow.on)
		return false;
	recording_progress(session->rec, &progress);
	moved = progress.rows != session->follow.rows;
	if (moved)
		to_end(session, progress.rows);
	if (progress.growing)
		return moved;
	session->follow.on = false;
	session_notify(session, SESSION_FOLLOW_COMPLETE);
	return true;
}
