/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "records/records.h"

#include <string.h>

#include "base/text.h"
#include "filter/check.h"
#include "recording/reader_find.h"
#include "records/find.h"
#include "records/time_range.h"
#include "records/view.h"
#include "session/session_undo.h"
#include "views/overview.h"
#include "views/views.h"

#define NS_PER_MS 1000000

void records_show(struct app *app)
{
	app_raise(app, app_records(app)->view.ops->name);
}

void records_ask(struct app *app, const struct action_call *call)
{
	struct view_records *v = app_records(app);

	v->asking = true;
	app_act_at_home(app, call);
	v->asking = false;
}

void records_say_answer(const struct view_records *v)
{
	app_say(v->view.app, "These are the records. %s: overview.",
		app_key_of(v->view.app, ACTION_VIEW_OVERVIEW));
}

void records_answered(struct view_records *v)
{
	if (!v->asked_from)
		return;
	records_show(v->view.app);
	v->answer_later = session_find_waits(v->session);
	if (!v->view.app->message.len)
		records_say_answer(v);
}

/* To go to a row that the filter hides, the filter is turned off. */
void records_go_row(struct app *app, uint64_t row)
{
	struct session *session = app->session;

	session_place_leave(session);
	if (session_filter_hides(session, row)) {
		session_filter_off(session);
		app_say(app, "The filter hides this record and is off now. %s turns it on again.",
			app_key_of(app, ACTION_FILTER_TOGGLE));
	}
	session_place_go_row(session, row);
}

void records_show_row(struct app *app, uint64_t row)
{
	records_show(app);
	records_go_row(app, row);
}

bool records_show_listed(struct app *app, const char *where, uint64_t ordinal)
{
	bool same = session_filter_is(app->session, where);

	if (same)
		records_show_row(app, reader_find_ordinal(app->session->reader, ordinal));
	return same;
}

void records_where(struct app *app)
{
	struct session *session = app->session;
	const struct row_info *row = session_record(session);
	struct index_progress progress;
	struct buf text = BUF_INIT;

	recording_progress(session->rec, &progress);
	if (!row) {
		app_complain(app, "There is no record under the cursor.");
		return;
	}
	if (row->ordinal == ROW_NO_ORDINAL)
		buf_adds(&text, "damaged stretch");
	else
		buf_addf(&text, "record %llu of %llu", (unsigned long long)row->ordinal,
			 (unsigned long long)progress.records);
	buf_addf(&text, ", %llu bytes at offset 0x%llx", (unsigned long long)row->size,
		 (unsigned long long)row->offset);
	if (row->has_time) {
		buf_adds(&text, ", time ");
		buf_add_decimals(&text, row->time, 9);
	}
	if (progress.rows)
		buf_addf(&text, ", %llu%%",
			 (unsigned long long)((session->cursor.number + 1) * 100 / progress.rows));
	if (session->times)
		buf_adds(&text, " by time");
	if (recording_parts(session->rec) > 1) {
		buf_adds(&text, ", file ");
		text_escape_str(&text, recording_path(session->rec, row->part));
	}
	app_say(app, "%s", text.p);
	buf_release(&text);
}

void records_symbols_changed(struct app *app)
{
	struct view_records *v = app_records(app);

	unwinding_forget(app_unwinding(app));
	session_filter_again(v->session);
	session_find_symbols(v->session);
	session_forget_record(v->session);
	records_names_again(&v->names);
	session_record(v->session);
}

void records_find_from(struct app *app, const char *expr)
{
	session_place_leave(app->session);
	records_find(app_records(app), expr, "such record", 1, 1);
}

/* ---- the filter ---- */

/* Warn about a filter that is not the list's. */
static void warn_absent(struct app *app, const char *expr)
{
	struct buf text = BUF_INIT;
	struct filter *filter;

	if (filter_parse(&filter, expr, NULL))
		return;
	if (check_warn(filter, app->rec, &text))
		app_complain(app, "%s", text.p);
	buf_release(&text);
	filter_free(filter);
}

int records_filter_where(struct app *app, const char *arg, const char *where, struct buf *out,
			 struct err *err)
{
	int rc = 0;

	if (where) {
		rc = session_filter_resolve(app->session, where, out, err);
		if (!rc)
			warn_absent(app, out->p);
	} else if (!overview_is(app_view(app))) {
		session_filter_applied(app->session, out);
	}
	if (rc < 0 && err->offset != ERR_NO_OFFSET)
		err->offset += (uint64_t)(where - arg);
	return rc;
}

int records_filter_use(struct app *app, struct buf *condition, enum action action)
{
	struct err err = ERR_INIT;
	int rc;

	if (action == ACTION_FILTER_NOT)
		conditions_negate(condition);
	if (action == ACTION_FILTER_AND || action == ACTION_FILTER_NOT)
		rc = session_filter_add(app->session, condition->p, &err);
	else
		rc = session_filter_set(app->session, condition->p, &err);
	if (rc < 0)
		app_complain(app, "%s: %s", condition->p, err.msg);
	return rc;
}

void records_filter_around(struct app *app, uint64_t ms)
{
	uint64_t ns = ms > UINT64_MAX / NS_PER_MS ? UINT64_MAX : ms * NS_PER_MS, time;
	const struct row_info *row = session_record(app->session);
	struct buf condition = BUF_INIT, before = BUF_INIT;
	struct time_range range;

	if (!row || !row->has_time || !row->time) {
		app_complain(app, "This record has no time.");
		return;
	}
	time = row->time;
	range.lo = time > ns ? time - ns : 1;
	range.hi = time + ns < time ? UINT64_MAX : time + ns;
	time_range_condition(&range, &condition);
	session_filter_applied(app->session, &before);
	records_filter_use(app, &condition, ACTION_FILTER_ONLY);
	if (before.len) {
		struct buf text = BUF_INIT;

		text_escape_str(&text, before.p);
		app_say(app, "Replaced the filter %s. %s undoes it.", text.p,
			app_key_of(app, ACTION_UNDO));
		buf_release(&text);
	}
	buf_release(&before);
	buf_release(&condition);
}

void records_filter_shown(struct app *app)
{
	const char *before = app_view(app)->ops->name;

	if (app_open_again(app))
		return;
	records_show(app);
	if (!app->message.len)
		app_say(app, "The list has the filter now. %s goes back to %s.",
			app_key_of(app, ACTION_CLOSE), before);
}

void records_undo(struct app *app)
{
	struct buf what = BUF_INIT;

	if (!session_undo_last(app->session, &what)) {
		app_complain(app,
			     "Nothing to undo: filter, order, columns and markers are unchanged.");
	} else {
		records_filter_shown(app);
		app_say(app, "Undone: %s. %s again redoes it.", what.p,
			app_key_of(app, ACTION_UNDO));
	}
	buf_release(&what);
}

static void show_filtered(struct app *app, const char *condition, enum action action)
{
	struct buf text = BUF_INIT;

	buf_adds(&text, condition);
	records_show(app);
	records_filter_use(app, &text, action);
	buf_release(&text);
}

void records_filter_from(struct app *app, const char *condition, enum action action)
{
	struct buf text = BUF_INIT;

	buf_adds(&text, condition);
	if (action == ACTION_OPEN)
		show_filtered(app, condition, action);
	else if (records_filter_use(app, &text, action) == 0)
		records_filter_shown(app);
	buf_release(&text);
}

void records_filter_counted(struct app *app, const char *where, const char *condition,
			    enum action action)
{
	bool same = session_filter_is(app->session, where);

	if (action != ACTION_OPEN) {
		records_filter_from(app, condition, action);
	} else if (same) {
		show_filtered(app, condition, ACTION_FILTER_AND);
	} else if (*where) {
		show_filtered(app, where, ACTION_FILTER_ONLY);
		show_filtered(app, condition, ACTION_FILTER_AND);
	} else {
		show_filtered(app, condition, ACTION_FILTER_ONLY);
	}
}
