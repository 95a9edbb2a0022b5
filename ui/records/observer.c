/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "records/observer.h"

#include "records/find.h"
#include "records/frames.h"
#include "records/report.h"
#include "records/view.h"
#include "records/write.h"
#include "shell/state_keeper.h"

static void show_record(struct view_records *v)
{
	struct session *session = v->session;
	bool has = session->row != NULL;

	v->unwinding = false;
	pane_tree_set(&v->tree, has ? &session->decoded : NULL);
	records_names_show(&v->names, session->row, has ? &session->decoded : NULL);
	if (has)
		records_frames_begin(v);
	pane_hex_set(&v->hex, session->decoded.rec, session->decoded.len);
	if (has)
		records_mark_field(v);
	if (has && v->find.arrives)
		records_find_point(v);
}

void records_columns_changed(void *ctx)
{
	struct view_records *v = ctx;
	struct buf names = BUF_INIT;

	list_columns_names(&v->list.layout.columns, &names);
	session_columns_are(v->session, names.p);
	buf_release(&names);
}

/* A saved state may have columns that no longer exist. */
static void show_columns(struct view_records *v)
{
	if (list_layout_set(&v->list.layout, v->session->columns.p, NULL) < 0)
		records_columns_changed(v);
}

/* Rules and searches may use flags and notes. */
static void notes_changed(struct view_records *v)
{
	state_keeper_touch(v->view.app);
	rules_forget(v->list.lines.rules);
}

static bool show(struct view_records *v, enum session_event event)
{
	switch (event) {
	case SESSION_RECORD:
		show_record(v);
		return true;
	case SESSION_COLUMNS:
		show_columns(v);
		return true;
	case SESSION_TIMES:
		list_lines_forget_times(&v->list.lines);
		return true;
	case SESSION_NOTES:
		notes_changed(v);
		return true;
	default:
		return false;
	}
}

void records_observe(void *ctx, enum session_event event)
{
	struct view_records *v = ctx;

	if (!show(v, event) && !records_find_report(v, event) &&
	    !records_write_report(v->view.app, event))
		records_report(v, event);
}
