/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/problems.h"
#include "records/view.h"
#include "shell/tui.h"

/*
 * The list of problems grows from the beginning of the recording. If it is so many rows before the
 * cursor, do not wait for it: search for rows that show problems themselves.
 */
#define FAR_ROWS (1 << 25)

/* Find the row of the next problem from a row on. */
static enum list_cursor_found next(const struct view_records *v, uint64_t *row)
{
	struct problems *list = v->problem.list;
	struct job_progress progress;
	struct problem problem;
	uint64_t i, n;

	job_progress(problems_job(list), &progress);
	n = problems_count(list);
	if (v->problem.dir > 0) {
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

/* Report the problem, because some rows do not show it themselves. */
static void tell(struct view_records *v)
{
	struct buf text = BUF_INIT;
	struct problem problem;

	problems_get(v->problem.list, problems_at(v->problem.list, v->problem.at), &problem);
	problem_text(&problem, v->session->reader, &text);
	app_say(v->view.app, "%s: %s", problem_name(problem.kind), text.p);
	buf_release(&text);
}

static void arrive(struct view_records *v, bool all)
{
	v->problem.left = 0;
	if (v->problem.at != v->problem.from) {
		session_place_leave(v->session);
		session_place_row(v->session, v->problem.at);
	}
	if (all)
		tell(v);
	else
		app_complain(v->view.app, "Nothing more is wrong %s this record.",
			     v->problem.dir < 0 ? "before" : "after");
}

bool records_problem_resume(struct view_records *v)
{
	while (v->problem.left) {
		switch (next(v, &v->problem.at)) {
		case LIST_CURSOR_FOUND:
			if (!--v->problem.left)
				arrive(v, true);
			break;
		case LIST_CURSOR_NONE:
			arrive(v, false);
			break;
		case LIST_CURSOR_PENDING:
		default:
			return false;
		}
		if (!v->problem.left)
			return true;
	}
	return false;
}

bool records_problem_find(struct view_records *v, int dir, uint64_t count)
{
	uint64_t row = session_at(v->session);
	struct job_progress progress;

	if (row == UINT64_MAX || v->session->select || v->session->times)
		return false;
	if (!v->problem.list)
		v->problem.list = problems_start(v->session->rec, &v->view.watcher);
	job_progress(problems_job(v->problem.list), &progress);
	if (!progress.done && row > progress.rows_done + FAR_ROWS)
		return false;
	if (!v->problem.left || v->problem.dir != dir)
		v->problem.at = v->problem.from = row;
	v->problem.left = v->problem.dir == dir ? v->problem.left + count : count;
	v->problem.dir = dir;
	if (!records_problem_resume(v))
		app_say(v->view.app, "Searching\u2026 %s stops.",
			app_key_of(v->view.app, ACTION_CANCEL));
	return true;
}

bool records_problem_cancel(struct view_records *v)
{
	bool waits = v->problem.left != 0;

	v->problem.left = 0;
	return waits;
}

void records_problem_release(struct view_records *v)
{
	problems_free(v->problem.list);
}
