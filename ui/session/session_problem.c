/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/session_problem.h"

#include "analysis/problems.h"
#include "session/session_place.h"

/*
 * The list of problems grows from the beginning of the recording. If it is so many rows before the
 * cursor, do not wait for it: search for rows that show problems themselves.
 */
#define FAR_ROWS (1 << 25)

/* Find the row of the next problem from a row on. */
static enum list_cursor_found next(const struct session_problem *search, uint64_t *row)
{
	struct problems *list = search->list;
	struct worker_progress progress;
	struct problem problem;
	uint64_t i, n;

	job_progress(problems_job(list), &progress);
	n = problems_at(list, UINT64_MAX);
	if (search->dir > 0) {
		i = problems_at(list, *row + 1);
		if (i >= n)
			return progress.done ? LIST_CURSOR_NONE : LIST_CURSOR_PENDING;
	} else {
		if (!progress.done && progress.rows_done <= *row)
			return LIST_CURSOR_PENDING;
		i = problems_at(list, *row);
		/* Problems of the whole recording come before all rows. */
		if (i == problems_at(list, 0))
			return LIST_CURSOR_NONE;
		i--;
	}
	problems_get(list, i, &problem);
	*row = problem.row;
	return LIST_CURSOR_FOUND;
}

void session_problem_add(const struct session *session, struct buf *out)
{
	const struct session_problem *search = &session->problem;
	struct problem problem;

	problems_get(search->list, problems_at(search->list, search->at), &problem);
	buf_addf(out, "%s: ", problem_name(problem.kind));
	problem_text(&problem, session->reader, out);
}

static void arrive(struct session *session, enum session_event event)
{
	struct session_problem *search = &session->problem;

	search->left = 0;
	if (search->at != search->from) {
		session_place_leave(session);
		session_place_go_row(session, search->at);
	}
	session_notify(session, event);
}

bool session_problem_resume(struct session *session)
{
	struct session_problem *search = &session->problem;

	while (search->left) {
		switch (next(search, &search->at)) {
		case LIST_CURSOR_FOUND:
			if (!--search->left)
				arrive(session, SESSION_PROBLEM_FOUND);
			break;
		case LIST_CURSOR_NONE:
			arrive(session, SESSION_PROBLEM_NO_MORE);
			break;
		case LIST_CURSOR_PENDING:
		default:
			return false;
		}
		if (!search->left)
			return true;
	}
	return false;
}

bool session_problem_find(struct session *session, int dir, uint64_t count)
{
	struct session_problem *search = &session->problem;
	uint64_t row = session_at(session);
	struct worker_progress progress;

	if (row == UINT64_MAX || session->selection || session->times)
		return false;
	if (!search->list)
		search->list = problems_start(session->rec, &session->watcher);
	job_progress(problems_job(search->list), &progress);
	if (!progress.done && row > progress.rows_done + FAR_ROWS)
		return false;
	if (!search->left || search->dir != dir)
		search->at = search->from = row;
	search->left = search->dir == dir ? search->left + count : count;
	search->dir = dir;
	if (!session_problem_resume(session))
		session_notify(session, SESSION_PROBLEM_WAITS);
	return true;
}

bool session_problem_waits(const struct session *session)
{
	return session->problem.left > 0;
}

bool session_problem_cancel(struct session *session)
{
	bool waits = session_problem_waits(session);

	session->problem.left = 0;
	return waits;
}
