/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "records/report.h"

#include "base/text.h"
#include "file/feature_time.h"
#include "records/view.h"

static bool report_order(struct app *app, enum session_event event)
{
	switch (event) {
	case SESSION_ORDER_FILE:
		app_say(app, "Records are in file order. %s: time order.",
			app_key_of(app, ACTION_ORDER));
		return true;
	case SESSION_ORDER_TIME:
		app_say(app, "Records are in time order. %s: file order.",
			app_key_of(app, ACTION_ORDER));
		return true;
	case SESSION_ORDER_SAME:
		app_say(app, "Only samples have times here (no sample_id_all): time order is "
			     "file order.");
		return true;
	case SESSION_ORDER_WAITS:
		app_say(app,
			"Time order begins when the index is complete. "
			"%s keeps file order.",
			app_key_of(app, ACTION_ORDER));
		return true;
	case SESSION_ORDER_READY:
		if (!app->message.len)
			app_say(app, "The index is complete: time order begins. %s: file order.",
				app_key_of(app, ACTION_ORDER));
		return true;
	case SESSION_ORDER_FAILED:
		app_complain(app, "Time order needs a complete index.");
		return true;
	default:
		return false;
	}
}

static void report_absent(struct app *app)
{
	struct buf text = BUF_INIT;

	session_filter_absent(app->session, &text);
	app_complain(app, "%s", text.p);
	buf_release(&text);
}

static bool report_filter(struct app *app, enum session_event event)
{
	switch (event) {
	case SESSION_FILTER_NONE:
		app_complain(app, "There is no filter yet. %s adds one.",
			     app_key_of(app, ACTION_FILTER));
		return true;
	case SESSION_FILTER_HAS:
		app_say(app, "The filter has that condition already.");
		return true;
	case SESSION_FILTER_AGAIN:
		app_say(app, "The filter had that condition: it is on again.");
		return true;
	case SESSION_FILTER_ABSENT:
		report_absent(app);
		return true;
	default:
		return false;
	}
}

static void report_beyond(struct view_records *v)
{
	struct index_progress progress;

	recording_progress(v->session->rec, &progress);
	v->view.app->result.missed = true;
	app_complain(v->view.app, "There is no record %llu: the last one is %llu.",
		     (unsigned long long)v->session->place.value,
		     (unsigned long long)(progress.records ? progress.records - 1 : 0));
}

/* Append a time as the user types it: without a sign, which would step from the cursor. */
static void add_typed(const struct session *session, uint64_t time, struct buf *out)
{
	const struct list_times *times = &session->shown_times;

	if (times->form == LIST_TIME_FIRST && time >= times->first)
		buf_add_decimals(out, time - times->first, 9);
	else
		session_time_add(session, time, out);
}

/* A time before the recording may be meant as a time since its beginning. */
static void report_before(struct view_records *v)
{
	const struct session *session = v->session;
	const struct span *span = reader_span(session->reader);
	struct buf first = BUF_INIT, example = BUF_INIT;
	uint64_t later;

	session_time_add(session, span->first, &first);
	if (session->place.value &&
	    !__builtin_add_overflow(span->first, session->place.value, &later) &&
	    later <= span->last) {
		buf_adds(&example, ":");
		list_time_add_moment(LIST_TIME_CLOCK, session->rec, later, &example);
		buf_adds(&example, " for ");
		text_add_duration(session->place.value, 9, &example);
		buf_adds(&example, " after the beginning");
	} else {
		buf_adds(&example, "a time such as :");
		session_place_add_times(session, &example);
	}
	app_complain(v->view.app,
		     "The recording begins at %s: type %s; "
		     "\":time-format first\" shows relative times.",
		     first.p, example.p);
	buf_release(&first);
	buf_release(&example);
}

static void report_after(struct view_records *v)
{
	struct buf last = BUF_INIT;

	add_typed(v->session, reader_span(v->session->reader)->last, &last);
	app_complain(v->view.app, "The recording ends at %s.", last.p);
	buf_release(&last);
}

static void report_day(struct view_records *v, bool before)
{
	const struct span *span = reader_span(v->session->reader);
	struct buf day = BUF_INIT;

	wall_add(&day, before ? span->wall_first : span->wall_last, WALL_LOCAL);
	app_complain(v->view.app, "The recording %s at %s.", before ? "begins" : "ends", day.p);
	buf_release(&day);
}

/* Report how far the record is from the typed time, and the record before it if that is nearer. */
static void report_distance(struct view_records *v)
{
	const struct session_place *place = &v->session->place;
	struct app *app = v->view.app;
	struct buf text = BUF_INIT;

	/* Without a screen, the line of the record has its time. Other views do not show it. */
	if (app->opt->batch || !app_is_home(app, app_view(app)))
		return;
	buf_adds(&text, "This record is ");
	text_add_duration(place->after, 3, &text);
	buf_adds(&text, " after that time");
	if (place->before && place->before < place->after) {
		buf_adds(&text, ", the record before it only ");
		text_add_duration(place->before, 3, &text);
		buf_adds(&text, " before");
	}
	app_say(app, "%s.", text.p);
	buf_release(&text);
}

/* Without a screen, the record is the result, and this is a note about it. */
static void report_file_order(struct view_records *v)
{
	struct app *app = v->view.app;
	struct buf text = BUF_INIT;

	if (app->opt->batch) {
		buf_reset(&app->note);
		buf_adds(&app->note, "this is the first record at or after that time in file "
				     "order; --order time shows the nearest one");
		return;
	}
	buf_adds(&text, "In file order, the next record is ");
	text_add_duration(v->session->place.after, 3, &text);
	app_say(app, "%s after that time. %s: time order.", text.p, app_key_of(app, ACTION_ORDER));
	buf_release(&text);
}

/* The filter hides the record that was asked for. */
static void report_next(struct app *app)
{
	if (app->opt->batch) {
		buf_reset(&app->note);
		buf_adds(&app->note, "the filter hides that record; this is the next one");
		return;
	}
	app_say(app, "The filter hides that record: this is the next one. %s turns it off.",
		app_key_of(app, ACTION_FILTER_TOGGLE));
}

static bool report_place(struct view_records *v, enum session_event event)
{
	struct app *app = v->view.app;

	switch (event) {
	case SESSION_PLACE_WAITS:
		app_say(app, "The index does not reach there yet. %s stops waiting.",
			app_key_of(app, ACTION_CANCEL));
		v->waits_on = app->messages;
		return true;
	case SESSION_PLACE_REACHED:
		if (v->waits_on == app->messages)
			app_say(app, "%s", "");
		return true;
	case SESSION_PLACE_BEYOND:
		report_beyond(v);
		return true;
	case SESSION_PLACE_BEFORE:
		report_before(v);
		return true;
	case SESSION_PLACE_AFTER:
		report_after(v);
		return true;
	case SESSION_PLACE_DAY_BEFORE:
	case SESSION_PLACE_DAY_AFTER:
		report_day(v, event == SESSION_PLACE_DAY_BEFORE);
		return true;
	case SESSION_PLACE_FILE:
		report_file_order(v);
		return true;
	case SESSION_PLACE_TIME:
		report_distance(v);
		return true;
	case SESSION_PLACE_NEXT:
		report_next(app);
		return true;
	case SESSION_PLACE_HIDDEN:
		app_complain(app, "The filter hides the records from there on. %s turns it off.",
			     app_key_of(app, ACTION_FILTER_TOGGLE));
		return true;
	case SESSION_FILE_ONLY:
		app_complain(app, "There is only one file.");
		return true;
	case SESSION_FILE_FIRST:
		app_complain(app, "This is the first file.");
		return true;
	case SESSION_FILE_LAST:
		app_complain(app, "This is the last file.");
		return true;
	case SESSION_BACK_NONE:
		app_complain(app, "There was no jump before this.");
		return true;
	case SESSION_FORWARD_NONE:
		app_complain(app, "There is no later place to go forward to.");
		return true;
	default:
		return false;
	}
}

static void report_notes(struct view_records *v, enum session_event event)
{
	struct app *app = v->view.app;
	size_t n = notes_flags(v->session->notes);

	switch (event) {
	case SESSION_RECORD_NONE:
		app_complain(app, "There is no record under the cursor.");
		break;
	case SESSION_NOTES_FULL:
		app_complain(app, "%d records have notes: this is the maximum.", NOTES_MAX);
		break;
	case SESSION_FLAGS:
		app_say(app, "%zu flagged record%s; u and U go to them.", n, n == 1 ? "" : "s");
		break;
	case SESSION_FLAGGING:
		app_say(app, "Flagging\u2026 %s stops.", app_key_of(app, ACTION_CANCEL));
		break;
	case SESSION_FLAG_NONE_BEFORE:
		app_complain(app,
			     "No record before this one has a flag or a note; %s flags this one.",
			     app_key_of(app, ACTION_FLAG));
		break;
	case SESSION_FLAG_NONE_AFTER:
		app_complain(app,
			     "No record after this one has a flag or a note; %s flags this one. "
			     "%s undoes the last change.",
			     app_key_of(app, ACTION_FLAG), app_key_of(app, ACTION_UNDO));
		break;
	case SESSION_NOTE_SET:
		app_say(app, "Noted. %s and %s go to records with flags or notes.",
			app_key_of(app, ACTION_FLAG_NEXT), app_key_of(app, ACTION_FLAG_PREV));
		break;
	case SESSION_NOTE_REMOVED:
		app_say(app, "The note is removed.");
		break;
	default:
		break;
	}
}

static void report_problem(struct view_records *v)
{
	struct buf text = BUF_INIT;

	session_problem_add(v->session, &text);
	app_say(v->view.app, "%s", text.p);
	buf_release(&text);
}

static bool report_problems(struct view_records *v, enum session_event event)
{
	struct app *app = v->view.app;

	switch (event) {
	case SESSION_PROBLEM_WAITS:
		app_say(app, "Searching\u2026 %s stops.", app_key_of(app, ACTION_CANCEL));
		return true;
	case SESSION_PROBLEM_FOUND:
		report_problem(v);
		return true;
	case SESSION_PROBLEM_NO_MORE:
		app_complain(app, "There is no problem %s this record.",
			     v->session->problem.dir < 0 ? "before" : "after");
		return true;
	default:
		return false;
	}
}

static bool report_event(struct app *app, enum session_event event)
{
	switch (event) {
	case SESSION_EVENT_CHOSEN:
		app_views_wake_others(app);
		return true;
	case SESSION_EVENT_ONLY:
		app_say(app, "The recording has samples of only one event.");
		return true;
	case SESSION_EVENT_NONE:
		app_complain(app, "No event has samples here.");
		return true;
	default:
		return false;
	}
}

static bool report_follow(struct app *app, enum session_event event)
{
	switch (event) {
	case SESSION_FOLLOWS:
		app_say(app, "Following. %s or any movement stops.",
			app_key_of(app, ACTION_FOLLOW));
		return true;
	case SESSION_FOLLOW_STOPPED:
		app_say(app, "Stopped following. %s resumes.", app_key_of(app, ACTION_FOLLOW));
		return true;
	case SESSION_FOLLOW_COMPLETE:
		app_say(app, "The recorder has finished: this is the end.");
		return true;
	case SESSION_FOLLOW_NONE:
		app_complain(app, "The recording is complete: there is nothing to follow.");
		return true;
	case SESSION_FOLLOW_FILES:
		app_complain(app, "Only a single file can be followed.");
		return true;
	default:
		return false;
	}
}

void records_report(struct view_records *v, enum session_event event)
{
	struct app *app = v->view.app;

	if (!report_order(app, event) && !report_filter(app, event) && !report_place(v, event) &&
	    !report_problems(v, event) && !report_event(app, event) && !report_follow(app, event))
		report_notes(v, event);
}
