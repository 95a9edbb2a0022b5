/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "records/view.h"

static void to_end(struct view_records *v, uint64_t rows)
{
	v->followed = rows;
	if (rows)
		list_cursor_goto(&v->session->cursor, rows - 1, -1, LIST_CURSOR_BOTTOM);
}

static void stop(struct view_records *v)
{
	v->follow = v->view.app->watching = false;
	recording_follow(v->session->rec, false);
}

void records_follow_start(struct app *app)
{
	struct view_records *v = app_records(app);
	struct index_progress progress;

	recording_progress(v->session->rec, &progress);
	if (!progress.growing || !recording_follow(v->session->rec, true)) {
		app_complain(v->view.app,
			     recording_parts(v->session->rec) > 1
				     ? "Only a single file can be followed."
				     : "The recording is complete: there is nothing to follow.");
		return;
	}
	/* The order of time needs a complete index. */
	if (v->session->by_time)
		session_order_set(v->session, false);
	v->follow = v->view.app->watching = true;
	to_end(v, progress.rows);
	app_say(v->view.app, "Following. %s or any movement stops.",
		app_key_of(v->view.app, ACTION_FOLLOW));
}

void records_follow_toggle(struct app *app)
{
	struct view_records *v = app_records(app);

	if (!v->follow) {
		session_place_leave(v->session);
		records_follow_start(app);
		return;
	}
	stop(v);
	app_say(v->view.app, "Stopped following. %s resumes.",
		app_key_of(v->view.app, ACTION_FOLLOW));
}

bool records_follow_leave(struct view_records *v)
{
	bool followed = v->follow;

	if (followed)
		stop(v);
	return followed;
}

bool records_follow_resume(struct view_records *v)
{
	struct index_progress progress;
	bool moved;

	if (!v->follow)
		return false;
	recording_progress(v->session->rec, &progress);
	moved = progress.rows != v->followed;
	if (moved)
		to_end(v, progress.rows);
	if (progress.growing)
		return moved;
	v->follow = v->view.app->watching = false;
	app_say(v->view.app, "The recorder has finished: this is the end.");
	return true;
}
