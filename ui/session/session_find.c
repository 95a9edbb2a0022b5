/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/session_find.h"

#include <stdlib.h>
#include <string.h>

#include "session/session_filter.h"
#include "session/session_order.h"
#include "session/session_place.h"
#include "session/session_problem.h"

static void start_job(struct session *session, struct filter *filter)
{
	struct session_find *find = &session->find;

	select_free(find->select);
	find->select = select_start(session->rec, filter, &session->watcher,
				    session_order_row(session, find->at));
	find->stopped = false;
}

/* Append the list's conditions and the searched one: only records that can be shown are found. */
static void whole_expression(const struct session *session, const char *expr, struct buf *out)
{
	if (session->select)
		buf_addf(out, "(%s) and ", select_filter(session->select)->text);
	buf_addf(out, "(%s)", expr);
}

/*
 * Make expr the searched expression. 1: the job searches it already and continues with what it
 * knows.
 */
static int prepare(struct session *session, const char *expr, struct err *err)
{
	struct session_find *find = &session->find;
	struct filter *filter;
	struct buf whole = BUF_INIT;
	int rc = 1;

	whole_expression(session, expr, &whole);
	if (!find->expr || strcmp(find->expr, whole.p) != 0) {
		rc = filter_parse(&filter, whole.p, err);
		if (rc == 0) {
			start_job(session, filter);
			free(find->expr);
			find->expr = buf_take(&whole);
		}
	}
	buf_release(&whole);
	return rc;
}

/* Go to the next or previous number. False at the ends. */
static bool step(struct session_find *find, uint64_t number)
{
	if (number == (find->dir < 0 ? 0 : UINT64_MAX))
		return false;
	find->at = find->dir < 0 ? number - 1 : number + 1;
	return true;
}

/* Continue once from the other end. */
static bool wrap(struct session *session)
{
	struct session_find *find = &session->find;
	uint64_t rows = list_cursor_count(&session->cursor);

	if (!find->wraps || find->wrapped || !rows)
		return false;
	find->wrapped = true;
	find->at = find->dir < 0 ? rows - 1 : 0;
	return true;
}

static void finish(struct session_find *find)
{
	struct select_progress progress;

	find->left = 0;
	select_progress(find->select, &progress);
	if (!progress.done) {
		/* The other matches were not requested yet. */
		select_cancel(find->select);
		find->stopped = true;
	}
}

static void end(struct session *session, enum session_event event)
{
	session_notify(session, event);
	finish(&session->find);
}

static void find_nothing(struct session *session)
{
	end(session, session->find.wraps ? SESSION_FIND_NONE : SESSION_FIND_NO_MORE);
}

int session_find(struct session *session, const char *expr, int dir, uint64_t count, bool wraps,
		 struct err *err)
{
	struct session_find *find = &session->find;
	uint64_t waiting = dir == find->dir ? find->left : 0, at = find->at;
	int rc;

	session_problem_cancel(session);
	find->dir = dir;
	find->wraps = wraps;
	find->wrapped = false;
	if (!step(find, session->cursor.number) && !wrap(session)) {
		session_notify(session, SESSION_FIND_FIRST);
		return 0;
	}
	rc = prepare(session, expr, err);
	if (rc < 0)
		return rc;
	/* The key was pressed again during the search for its first record: search one more. */
	if (rc == 1 && waiting)
		find->at = at;
	else
		session_place_leave(session);
	find->left = rc == 1 ? waiting + count : count;
	find->percent = -1;
	session_find_resume(session);
	return 0;
}

int session_find_keep(struct session *session, const char *expr, struct err *err)
{
	struct buf resolved = BUF_INIT;
	int rc = session_filter_resolve(session, expr, &resolved, err);

	if (rc < 0) {
		buf_release(&resolved);
		return ERR_PARSE;
	}
	free(session->find.last);
	session->find.last = buf_take(&resolved);
	return 0;
}

int session_find_percent(const struct session *session)
{
	struct select_progress progress;

	select_progress(session->find.select, &progress);
	return progress.rows_total
		       ? (int)((double)progress.rows_done * 100 / (double)progress.rows_total)
		       : 0;
}

/* Returns true if there was progress. */
static bool note_progress(struct session *session)
{
	int percent = session_find_percent(session);

	if (percent == session->find.percent)
		return false;
	session->find.percent = percent;
	session_notify(session, SESSION_FIND_WAITS);
	return true;
}

bool session_find_resume(struct session *session)
{
	struct session_find *find = &session->find;
	struct filter *filter;
	bool moved = false;

	while (find->left) {
		uint64_t number = 0;

		switch (session_order_match(session, find->select, find->at, find->dir, &number)) {
		case SELECT_FOUND:
			moved = true;
			list_cursor_goto(&session->cursor, number, find->dir, LIST_CURSOR_MIDDLE);
			if (!--find->left)
				end(session, SESSION_FIND_FOUND);
			else if (!step(find, number) && !wrap(session))
				find_nothing(session);
			break;
		case SELECT_NONE:
			if (wrap(session))
				break;
			find_nothing(session);
			return true;
		case SELECT_PENDING:
		default:
			if (find->stopped && filter_parse(&filter, find->expr, NULL) == 0)
				start_job(session, filter);
			return note_progress(session) || moved;
		}
	}
	return moved;
}

bool session_find_waits(const struct session *session)
{
	return session->find.left > 0;
}

bool session_find_cancel(struct session *session)
{
	if (!session_find_waits(session))
		return false;
	finish(&session->find);
	return true;
}

void session_find_noted(struct session *session)
{
	struct session_find *find = &session->find;

	if (find->select && select_filter(find->select)->noted) {
		free(find->expr);
		find->expr = NULL;
	}
}

void session_find_release(struct session *session)
{
	select_free(session->find.select);
	free(session->find.expr);
	free(session->find.last);
}
