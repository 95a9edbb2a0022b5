/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "marks_file.h"
#include "recording/sameness.h"
#include "tui/view_records.h"

/* ---- where we were ---- */

uint64_t records_at(struct view_records *v)
{
	view_records_sync(v);
	return v->row ? v->row->row : UINT64_MAX;
}

static void push(struct records_history *h, uint64_t row)
{
	if (h->n && h->rows[h->n - 1] == row)
		return;
	if (h->n == RECORDS_HISTORY) {
		memmove(&h->rows[0], &h->rows[1], (RECORDS_HISTORY - 1) * sizeof(h->rows[0]));
		h->n--;
	}
	h->rows[h->n++] = row;
}

void records_leave(struct view_records *v)
{
	struct records_history *h = &v->history;
	uint64_t row = records_at(v);

	v->place.kind = PLACE_NONE;
	if (row == UINT64_MAX)
		return;
	v->before_jump = row;
	h->n = h->at < h->n ? h->at : h->n;
	push(h, row);
	h->at = h->n;
}

void records_jump_back(struct view_records *v, const struct action_call *call)
{
	struct records_history *h = &v->history;
	uint64_t row = records_at(v);

	(void)call;
	if (!h->at) {
		app_complain(v->view.app, "There was no jump before this.");
		return;
	}
	/* The way forward leads back to here. */
	if (h->at == h->n && row != UINT64_MAX) {
		push(h, row);
		h->at = h->n - 1;
	}
	if (h->at && h->rows[h->at] == row)
		h->at--;
	v->before_jump = row;
	records_goto_row(v, h->rows[h->at]);
}

void records_jump_forward(struct view_records *v, const struct action_call *call)
{
	struct records_history *h = &v->history;

	(void)call;
	if (h->at + 1 >= h->n) {
		app_complain(v->view.app, "There is nowhere to go forward to.");
		return;
	}
	v->before_jump = records_at(v);
	records_goto_row(v, h->rows[++h->at]);
}

/* ---- marks ---- */

bool records_mark_is_global(char letter)
{
	return letter >= 'A' && letter <= 'Z';
}

void records_mark(struct view_records *v, const struct action_call *call)
{
	uint64_t row = records_at(v);
	bool global = call->key < RECORDS_MARKS && records_mark_is_global((char)call->key);

	if (call->key >= RECORDS_MARKS || call->key <= ' ')
		return;
	if (row == UINT64_MAX) {
		app_complain(v->view.app, "There is no record under the cursor.");
		return;
	}
	v->marks[call->key] = row;
	global = global && app_keeps(v->view.app) && marks_file_set((char)call->key, v->rec, row);
	app_say(v->view.app, "Mark %c is set; '%c comes back to it%s.", (int)call->key,
		(int)call->key, global ? ", from any recording" : "");
}

/* A mark of all recordings; false: there is none, or it is in this one, at *row. */
static bool go_elsewhere(struct view_records *v, char letter, uint64_t *row)
{
	struct file_mark mark;
	struct err err = ERR_INIT;
	bool other;

	if (!records_mark_is_global(letter) || !app_keeps(v->view.app) ||
	    !marks_file_find(letter, &mark))
		return false;
	other = mark.key != sameness_key(v->rec);
	if (!other)
		*row = mark.row;
	else if (app_open(v->view.app, mark.paths.v, mark.paths.n, mark.row, &err) < 0)
		app_complain(v->view.app, "%s", err.msg);
	file_mark_release(&mark);
	return other;
}

void records_mark_go(struct view_records *v, const struct action_call *call)
{
	uint64_t row = UINT64_MAX;

	if (call->key == '\'')
		row = v->before_jump;
	else if (call->key < RECORDS_MARKS)
		row = v->marks[call->key];
	if (call->key < RECORDS_MARKS && go_elsewhere(v, (char)call->key, &row))
		return;
	if (row == UINT64_MAX) {
		app_complain(v->view.app, call->key == '\'' ? "There was no jump yet."
							    : "There is no such mark.");
		return;
	}
	records_leave(v);
	records_goto_row(v, row);
}
