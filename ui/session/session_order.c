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

enum selection_found session_order_match(struct session *session, struct selection *selection,
					 uint64_t number, int dir, uint64_t *found)
{
	return session->times ? timelist_next(session->times, selection, number, dir, found)
			      : selection_next(selection, session->reader, number, dir, found);
}

uint64_t session_order_before(struct session *session, uint64_t number, bool *exact)
{
	return session->times
		       ? timelist_before(session->times, session->selection, number, exact)
		       : selection_before(session->selection, session->reader, number, exact);
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
	session->order_open = false;
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
	session->own_order = by_time ? OWN_ORDER_TIME : OWN_ORDER_FILE;
	session_order_set(session, by_time);
}

void session_order_hold(struct session *session)
{
	session->acted = true;
}

/* Open the list in time order. NULL: it cannot be opened, or its order is that of the file. */
static struct timelist *open_other(struct session *session)
{
	struct timelist *times = timelist_open(session->reader);

	if (times && !timelist_is_file(times))
		return times;
	timelist_close(times);
	return NULL;
}

static bool begin(struct session *session)
{
	struct timelist *times = open_other(session);

	if (!times)
		return false;
	session->by_time = true;
	use_list(session, times);
	return true;
}

void session_order_begin(struct session *session)
{
	struct index_progress progress;

	recording_progress(session->rec, &progress);
	if (!session->order_chosen && progress.state == INDEX_DONE && progress.reused)
		begin(session);
}

void session_order_listed(struct session *session)
{
	session->order_listed = true;
}

/* The index is complete. Returns true if the order has changed. */
static bool decide(struct session *session)
{
	session->order_open = false;
	if (session->by_time || session->order_chosen || !begin(session))
		return false;
	if (session->order_listed)
		session_notify(session, SESSION_ORDER_READY);
	return true;
}

void session_order_await(struct session *session)
{
	session->order_open = !session->order_chosen && !session->by_time;
	session_order_hold(session);
	if (session->order_open && !session_is_building(session))
		decide(session);
}

bool session_order_resume(struct session *session)
{
	bool building = session_is_building(session);

	if (session->order_open && !building && decide(session))
		return true;

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
