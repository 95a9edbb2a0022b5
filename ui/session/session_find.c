/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/session_find.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "session/session_filter.h"
#include "session/session_order.h"
#include "session/session_place.h"
#include "session/session_problem.h"

static void start_job(struct session *session, struct filter *filter)
{
	struct session_find *find = &session->find;

	selection_free(find->selection);
	find->selection = selection_start(session->rec, filter, &session->watcher,
					  session_order_row(session, find->at));
	find->stopped = false;
}

/* Append the list's conditions and the searched one: only records that can be shown are found. */
static void whole_expression(const struct session *session, const char *expr, struct buf *out)
{
	if (session->selection)
		buf_addf(out, "(%s) and ", selection_filter(session->selection)->text);
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
	struct selection_progress progress;

	find->left = 0;
	selection_progress(find->selection, &progress);
	if (!progress.done) {
		/* The other matches were not requested yet. */
		selection_cancel(find->selection);
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
	const struct session_find *find = &session->find;

	end(session, find->wraps && !find->found ? SESSION_FIND_NONE : SESSION_FIND_NO_MORE);
}

/* The stored expression to search for. */
static const char *kept(const struct session_find *find)
{
	return find->falls_back ? find->fallback : find->last;
}

static void forget_none(struct session_find *find)
{
	free(find->none);
	find->none = NULL;
}

/* Is it known that no record of the list passes the expression? */
static bool has_none(const struct session *session, const char *expr)
{
	const struct session_find *find = &session->find;
	struct buf whole = BUF_INIT;
	bool none;

	whole_expression(session, expr, &whole);
	none = find->none && find->none_rows == list_cursor_count(&session->cursor) &&
	       !strcmp(find->none, whole.p);
	buf_release(&whole);
	return none;
}

/* Switch between the stored expression and its fallback, once. False: there is no other one. */
static bool switch_over(struct session *session)
{
	struct session_find *find = &session->find;

	if (!find->wraps || !find->fallback || find->found || find->switched)
		return false;
	if (has_none(session, find->falls_back ? find->last : find->fallback))
		return false;
	forget_none(find);
	/* expr is NULL if flags, notes or symbols have changed during the search. */
	find->none = find->expr ? mem_strdup(find->expr) : NULL;
	find->none_rows = list_cursor_count(&session->cursor);
	find->switched = true;
	find->falls_back = !find->falls_back;
	find->wrapped = false;
	find->percent = -1;
	return (step(find, session->cursor.number) || wrap(session)) &&
	       prepare(session, kept(find), NULL) >= 0;
}

/* Arguments as for session_find(). wraps: it is a search for the stored expression. */
static int search(struct session *session, const char *expr, int dir, uint64_t count, bool wraps,
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
	if (rc == 1 && waiting) {
		find->at = at;
	} else {
		session_place_leave(session);
		find->found = find->switched = false;
	}
	find->left = rc == 1 ? waiting + count : count;
	find->percent = -1;
	session_find_resume(session);
	return 0;
}

int session_find(struct session *session, const char *expr, int dir, uint64_t count,
		 struct err *err)
{
	return search(session, expr, dir, count, false, err);
}

int session_find_keep(struct session *session, const char *expr, const char *fallback,
		      struct err *err)
{
	struct session_find *find = &session->find;
	struct buf resolved = BUF_INIT;
	int rc = session_filter_resolve(session, expr, &resolved, err);

	if (rc < 0) {
		buf_release(&resolved);
		return ERR_PARSE;
	}
	free(find->last);
	find->last = buf_take(&resolved);
	free(find->fallback);
	find->fallback = fallback ? mem_strdup(fallback) : NULL;
	find->falls_back = false;
	return 0;
}

int session_find_again(struct session *session, int dir, uint64_t count, struct err *err)
{
	return search(session, kept(&session->find), dir, count, true, err);
}

int session_find_percent(const struct session *session)
{
	struct selection_progress progress;

	selection_progress(session->find.selection, &progress);
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

		switch (session_order_match(session, find->selection, find->at, find->dir,
					    &number)) {
		case SELECTION_FOUND:
			moved = find->found = true;
			list_cursor_goto(&session->cursor, number, find->dir, LIST_CURSOR_MIDDLE);
			if (!--find->left)
				end(session, SESSION_FIND_FOUND);
			else if (!step(find, number) && !wrap(session))
				find_nothing(session);
			break;
		case SELECTION_NONE:
			if (wrap(session) || switch_over(session))
				break;
			find_nothing(session);
			return true;
		case SELECTION_PENDING:
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

/* Forget that no record passes an expression; stale: also forget the expression of the job. */
static void forget(struct session_find *find, bool stale)
{
	forget_none(find);
	if (!stale)
		return;
	free(find->expr);
	find->expr = NULL;
}

void session_find_noted(struct session *session)
{
	const struct selection *selection = session->find.selection;

	forget(&session->find, selection && selection_filter(selection)->noted);
}

void session_find_symbols(struct session *session)
{
	const struct selection *selection = session->find.selection;

	forget(&session->find,
	       selection && session_filter_has_symbols(selection_filter(selection)));
}

void session_find_release(struct session *session)
{
	selection_free(session->find.selection);
	forget(&session->find, true);
	free(session->find.last);
	free(session->find.fallback);
}
