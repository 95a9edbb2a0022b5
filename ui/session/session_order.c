/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/session_order.h"

#include "session/session_find.h"

uint64_t session_order_row(const struct session *session, uint64_t number)
{
	return session->times ? timelist_row(session->times, number) : number;
}

uint64_t session_order_number(const struct session *session, uint64_t row)
{
	return session->times ? timelist_position(session->times, row) : row;
}

uint64_t session_order_count(void *ctx)
{
	const struct session *session = ctx;

	return session->times ? timelist_count(session->times) : recording_rows(session->rec);
}

enum select_found session_order_match(struct session *session, struct select *select,
				      uint64_t number, int dir, uint64_t *found)
{
	return session->times ? timelist_next(session->times, select, number, dir, found)
			      : select_next(select, session->reader, number, dir, found);
}

uint64_t session_order_before(struct session *session, uint64_t number, bool *exact)
{
	return session->times ? timelist_before(session->times, session->select, number, exact)
			      : select_before(session->select, session->reader, number, exact);
}

/* The same record stays under the cursor. */
static void use_list(struct session *session, struct timelist *times)
{
	uint64_t row = session_order_row(session, session->cursor.number);

	list_cursor_cancel(&session->cursor);
	timelist_close(session->times);
	session->times = times;
	list_times_reorder(&session->shown_times);
	session_find_cancel(session);
	session_notify(session, SESSION_RENUMBERED);
	/* An order that was requested at the start begins at its first record. */
	session->cursor.number = session->acted ? session_order_number(session, row) : 0;
	list_cursor_changed(&session->cursor);
}

static void open_list(struct session *session)
{
	struct timelist *times = timelist_open(session->reader);

	if (!times) {
		session->by_time = false;
		session_notify(session, SESSION_ORDER_FAILED);
		return;
	}
	use_list(session, times);
	session_notify(session, timelist_is_file(times) ? SESSION_ORDER_SAME : SESSION_ORDER_TIME);
}

void session_order_set(struct session *session, bool by_time)
{
	session->by_time = by_time;
	if (!by_time && session->times) {
		use_list(session, NULL);
		session_notify(session, SESSION_ORDER_FILE);
	} else if (by_time && !session->times && session_is_building(session)) {
		session_notify(session, SESSION_ORDER_WAITS);
	} else if (by_time && !session->times) {
		open_list(session);
	}
}

void session_order_choose(struct session *session, bool by_time)
{
	session->order_chosen = true;
	session_order_set(session, by_time);
}

void session_order_hold(struct session *session)
{
	session->acted = true;
}

void session_order_begin(struct session *session)
{
	struct index_progress progress;
	struct timelist *times;

	recording_progress(session->rec, &progress);
	if (session->order_chosen || progress.state != INDEX_DONE || !progress.reused)
		return;
	times = timelist_open(session->reader);
	if (times && !timelist_is_file(times)) {
		session->by_time = true;
		use_list(session, times);
	} else {
		timelist_close(times);
	}
}

bool session_order_resume(struct session *session)
{
	bool building = session_is_building(session);

	if (session->times && timelist_count(session->times) < recording_rows(session->rec) &&
	    !building) {
		open_list(session);
		return true;
	}
	if (!session->by_time || session->times || building)
		return false;
	open_list(session);
	return true;
}
