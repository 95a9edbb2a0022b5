/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/session.h"

#include <stdlib.h>

#include "analysis/problems.h"
#include "base/mem.h"
#include "recording/reader_tree.h"
#include "recording/symbols.h"
#include "session/session_columns.h"
#include "session/session_filter.h"
#include "session/session_find.h"
#include "session/session_follow.h"
#include "session/session_notes.h"
#include "session/session_order.h"
#include "session/session_place.h"
#include "session/session_problem.h"
#include "session/session_undo.h"
#include "session/session_write.h"

static struct reader *open_reader(struct recording *rec)
{
	struct reader *reader = reader_open(rec);

	reader_set_wait(reader, false);
	symbols_set_wait(reader_symbols(reader), false);
	return reader;
}

struct session *session_open(struct recording *rec, void (*wake)(void *arg), void *arg)
{
	struct session *session = mem_zalloc(sizeof(*session));

	session->rec = rec;
	session->watcher = (struct watcher)WATCHER_INIT(wake, arg);
	session->reader = open_reader(rec);
	session->detail = open_reader(rec);
	session->cursor.src =
		(struct list_cursor_source){ session_filter_next, session_order_count, session };
	session->notes = notes_new();
	jumps_init(&session->jumps);
	buf_init(&session->decoded.labels);
	buf_init(&session->columns);
	buf_init(&session->event);
	buf_init(&session->markers);
	buf_init(&session->write.to);
	buf_init(&session->write.samples);
	buf_init(&session->write.note);
	buf_init(&session->write.hint);
	buf_init(&session->write.columns);
	buf_init(&session->first.filter);
	buf_init(&session->first.columns);
	return session;
}

void session_close(struct session *session)
{
	if (!session)
		return;
	session_write_cancel(session);
	buf_release(&session->write.to);
	buf_release(&session->write.samples);
	buf_release(&session->write.note);
	buf_release(&session->write.hint);
	buf_release(&session->write.columns);
	session_find_release(session);
	problems_free(session->problem.list);
	session_filter_release(session);
	session_columns_release(session);
	session_undo_release(&session->undo);
	buf_release(&session->markers);
	buf_release(&session->first.filter);
	buf_release(&session->first.columns);
	selection_free(session->flagging);
	free(session->shown_event);
	timelist_close(session->times);
	notes_put(session->notes);
	tree_release(&session->decoded);
	reader_close(session->reader);
	reader_close(session->detail);
	free(session);
}

/* ---- observers ---- */

void session_observe(struct session *session, const struct session_observer *observer)
{
	session->observer = observer;
}

void session_notify(struct session *session, enum session_event event)
{
	if (session->observer)
		session->observer->happened(session->observer->ctx, event);
}

/* ---- the record under the cursor ---- */

void session_forget_record(struct session *session)
{
	session->row = NULL;
	tree_clear(&session->decoded);
	session_notify(session, SESSION_RECORD);
}

static void decode(struct session *session)
{
	reader_tree(session->detail, session->row, &session->decoded);
	session_notify(session, SESSION_RECORD);
}

const struct row_info *session_record(struct session *session)
{
	uint64_t row;

	if (!session->cursor.valid) {
		if (session->row)
			session_forget_record(session);
		return NULL;
	}
	row = session_order_row(session, session->cursor.number);
	if (session->row && session->row->row == row)
		return session->row;
	if (reader_row(session->detail, row, &session->row_read, NULL) < 0) {
		session_forget_record(session);
		return NULL;
	}
	session->row = &session->row_read;
	decode(session);
	return session->row;
}

uint64_t session_at(struct session *session)
{
	const struct row_info *row = session_record(session);

	return row ? row->row : UINT64_MAX;
}

size_t session_part(const struct session *session)
{
	return session->row ? session->row->part : 0;
}

bool session_turn_page(struct session *session, bool next)
{
	if (!reader_turn_page(session->detail, session->row, next))
		return false;
	decode(session);
	return true;
}

/* ---- background work ---- */

bool session_is_building(const struct session *session)
{
	return recording_state(session->rec) == INDEX_BUILDING;
}

bool session_resume(struct session *session)
{
	bool changed = session_filter_resume(session);

	changed |= list_cursor_resume(&session->cursor);
	changed |= session_order_resume(session);
	changed |= session_filter_warn(session);
	changed |= session_place_resume(session);
	changed |= session_notes_resume(session);
	changed |= session_find_resume(session);
	changed |= session_problem_resume(session);
	changed |= session_write_resume(session);
	changed |= session_follow_resume(session);
	return changed;
}

bool session_is_busy(const struct session *session)
{
	/* Time order comes when the index is complete. */
	return session_is_building(session) || (session->by_time && !session->times) ||
	       session_filter_is_running(session) || session->flagging ||
	       session_find_waits(session) || session_problem_waits(session) ||
	       session->write.export;
}

bool session_cancel(struct session *session)
{
	if (session_filter_is_running(session)) {
		/* A motion waits for this search. */
		list_cursor_cancel(&session->cursor);
		session_filter_cancel(session);
	} else if (session_place_waits(session)) {
		list_cursor_cancel(&session->cursor);
		session_place_cancel(session);
	} else if (session_is_building(session)) {
		recording_stop(session->rec);
	} else {
		return false;
	}
	return true;
}
