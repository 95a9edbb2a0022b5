/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "records/view.h"

void records_undo_release(struct records_undo *undo)
{
	session_undo_release(&undo->session);
	free(undo->columns);
	*undo = (struct records_undo){ .columns = NULL };
}

void records_undo_take(struct view_records *v, struct records_undo *before)
{
	struct buf columns = BUF_INIT;

	*before = (struct records_undo){ .columns = NULL };
	session_undo_take(v->session, &before->session);
	list_columns_names(&v->list.layout.columns, &columns);
	before->columns = buf_take(&columns);
}

bool records_undo_keep(struct view_records *v, struct records_undo *before)
{
	struct records_undo now;
	bool same, moved;

	records_undo_take(v, &now);
	same = session_undo_same(&now.session, &before->session) &&
	       !strcmp(now.columns, before->columns);
	moved = now.session.row != before->session.row;
	records_undo_release(&now);
	if (same) {
		records_undo_release(before);
		return moved;
	}
	records_undo_release(&v->undo);
	v->undo = *before;
	return true;
}

/* The filter first: columns are those of an event that it leaves alone. */
static void put_back(struct view_records *v, const struct records_undo *was, struct buf *what)
{
	struct buf columns = BUF_INIT;

	session_undo_put_back(v->session, &was->session, what);
	list_columns_names(&v->list.layout.columns, &columns);
	if (strcmp(columns.p, was->columns) != 0) {
		records_layout_set(v, v->layout.p, was->columns);
		records_layout_use(v);
		buf_addf(what, "%scolumns", what->len ? ", " : "");
	}
	buf_release(&columns);
}

void records_undo(struct view_records *v)
{
	struct buf what = BUF_INIT;

	if (!v->undo.columns) {
		app_complain(v->view.app,
			     "Nothing to undo: filter, order and columns are unchanged.");
		return;
	}
	put_back(v, &v->undo, &what);
	app_say(v->view.app, "Undone: %s. %s again redoes it.", what.p,
		app_key_of(v->view.app, ACTION_UNDO));
	buf_release(&what);
}
