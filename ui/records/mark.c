/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "records/mark.h"

#include "recording/recording_key.h"
#include "records/view.h"
#include "session/marks_file.h"

void records_mark(struct view_records *v, const struct action_call *call)
{
	uint64_t row = session_at(v->session);
	bool global = call->key < JUMPS_MARKS && marks_file_has((char)call->key);

	if (call->key >= JUMPS_MARKS || call->key <= ' ')
		return;
	if (row == UINT64_MAX) {
		app_complain(v->view.app, "There is no record under the cursor.");
		return;
	}
	if (call->key == '\'')
		session_place_leave(v->session);
	else
		session_place_mark(v->session, (char)call->key, row);
	global = global && app_keeps(v->view.app) &&
		 marks_file_set((char)call->key, v->session->rec, row);
	app_say(v->view.app, "Mark %c is set; '%c goes back to it%s.", (int)call->key,
		(int)call->key, global ? ", from any recording" : "");
}

/* Find a mark for all recordings. False: there is none, or it is in this recording, at *row. */
static bool go_elsewhere(struct view_records *v, char letter, uint64_t *row)
{
	struct file_mark mark;
	struct err err = ERR_INIT;
	bool other;

	if (!marks_file_has(letter) || !app_keeps(v->view.app) || !marks_file_find(letter, &mark))
		return false;
	other = mark.key != recording_key(v->session->rec);
	if (!other)
		*row = mark.row;
	else if (app_open_recording(v->view.app, mark.paths.v, mark.paths.n, mark.row, &err) < 0)
		app_complain(v->view.app, "%s", err.msg);
	file_mark_release(&mark);
	return other;
}

void records_mark_go(struct view_records *v, const struct action_call *call)
{
	uint64_t row = UINT64_MAX;

	if (call->key == '\'')
		row = v->session->jumps.last;
	else if (call->key < JUMPS_MARKS)
		row = v->session->jumps.marks[call->key];
	if (call->key < JUMPS_MARKS && go_elsewhere(v, (char)call->key, &row))
		return;
	if (row == UINT64_MAX) {
		app_complain(v->view.app, call->key == '\''
						  ? "There was no jump yet."
						  : "There is no such mark; :marks lists them.");
		return;
	}
	session_place_leave(v->session);
	session_place_go_row(v->session, row);
}
