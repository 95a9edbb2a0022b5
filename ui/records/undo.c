/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "records/view.h"

void records_undo_release(struct records_undo *undo)
{
	chips_release(&undo->chips);
	free(undo->columns);
	*undo = (struct records_undo){ .columns = NULL };
}

void records_undo_take(struct view *home, struct records_undo *before)
{
	struct view_records *v = view_records_from(home);
	struct buf columns = BUF_INIT;

	*before = (struct records_undo){
		.by_time = v->by_time,
		.row = v->place.kind == PLACE_NONE ? records_at(v) : v->place.value,
	};
	chips_copy(&before->chips, &v->chips);
	list_columns_names(&v->list.layout.columns, &columns);
	before->columns = buf_take(&columns);
}

bool records_undo_keep(struct view *home, struct records_undo *before)
{
	struct view_records *v = view_records_from(home);
	struct records_undo now;
	bool same, moved;

	records_undo_take(home, &now);
	same = now.by_time == before->by_time && !strcmp(now.columns, before->columns) &&
	       chips_same(&now.chips, &before->chips);
	moved = now.row != before->row;
	records_undo_release(&now);
	if (same) {
		records_undo_release(before);
		return moved;
	}
	records_undo_release(&v->undo);
	v->undo = *before;
	return true;
}

static void add_name(struct buf *out, const char *name)
{
	buf_addf(out, "%s%s", out->len ? ", " : "", name);
}

/* The filter first: columns are those of an event that it leaves alone. */
static void put_back(struct view_records *v, const struct records_undo *was, struct buf *what)
{
	struct buf columns = BUF_INIT;

	if (!chips_same(&v->chips, &was->chips)) {
		chips_copy(&v->chips, &was->chips);
		records_filter_apply(v);
		add_name(what, "filter");
	}
	if (v->by_time != was->by_time) {
		records_order(v, was->by_time);
		add_name(what, "order");
	}
	list_columns_names(&v->list.layout.columns, &columns);
	if (strcmp(columns.p, was->columns) != 0) {
		records_layout_set(v, v->layout.p, was->columns);
		records_layout_use(v);
		add_name(what, "columns");
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
