/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A session needs no screen: filter, order, cursor, jumps, flags, undo. It notifies an observer. */
#include "session/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "session/session_columns.h"
#include "session/session_filter.h"
#include "session/session_find.h"
#include "session/session_follow.h"
#include "session/session_link.h"
#include "session/session_notes.h"
#include "session/session_order.h"
#include "session/session_place.h"
#include "session/session_problem.h"
#include "session/session_state.h"
#include "session/session_time.h"
#include "session/session_undo.h"
#include "session/session_write.h"
#include "tap.h"
#include "unit/places.h"

static struct recording *recording;
static struct session *session;
static unsigned notices[SESSION_EVENTS];

static void happened(void *ctx, enum session_event event)
{
	(void)ctx;
	notices[event]++;
}

static bool noticed(enum session_event event)
{
	bool did = notices[event] > 0;

	memset(notices, 0, sizeof(notices));
	return did;
}

static void wake(void *arg)
{
	(void)arg;
}

static void finish(void)
{
	do
		session_resume(session);
	while ((session_is_busy(session) || session_place_waits(session)) && !usleep(1000));
}

static uint64_t ordinal(void)
{
	const struct row_info *row = session_record(session);

	return row ? row->ordinal : UINT64_MAX;
}

static void go(const char *where)
{
	struct err err = ERR_INIT;

	ok(!session_place_goto(session, where, NULL, &err), "go to %s", where);
	finish();
}

static void test_places(void)
{
	struct err err = ERR_INIT;
	struct buf link = BUF_INIT;

	go("10");
	is_uint(ordinal(), 10, "the cursor is at a record");
	ok(session->decoded.nodes.n > 0, "its fields are decoded");
	ok(noticed(SESSION_RECORD), "the observer is notified of another record");
	session_record(session);
	ok(!noticed(SESSION_RECORD), "... and not of the same one");
	go("+5");
	is_uint(ordinal(), 15, "steps go from there");
	session_place_back(session);
	is_uint(ordinal(), 10, "back");
	session_place_forward(session);
	is_uint(ordinal(), 15, "and forward again");
	noticed(SESSION_FORWARD_NONE);
	session_place_forward(session);
	ok(noticed(SESSION_FORWARD_NONE), "there is nothing after it");
	go("99999999");
	ok(noticed(SESSION_PLACE_BEYOND), "a record that does not exist is reported");
	ok(session_place_goto(session, "here", NULL, &err) == ERR_PARSE, "a place that is none");
	go("20");
	ok(session_link_add(session, &link), "a link leads to a record");
	go("0");
	go(link.p);
	is_uint(ordinal(), 20, "... and there again");
	buf_release(&link);
}

/* How many records the list has, by going through it. */
static uint64_t count(void)
{
	uint64_t n = 0, last = UINT64_MAX;

	finish();
	list_cursor_goto(&session->cursor, 0, 1, LIST_CURSOR_TOP);
	while (session->cursor.valid && session->cursor.number != last) {
		last = session->cursor.number;
		n++;
		list_cursor_step(&session->cursor, 1, 1, false);
	}
	return n;
}

static void test_filter(void)
{
	uint64_t all = count(), samples, others;
	struct err err = ERR_INIT;

	is_uint(all, recording_rows(recording), "without a filter the list has all rows");
	ok(!session_filter_set(session, "type == SAMPLE", &err), "a filter");
	samples = count();
	ok(!session_filter_set(session, "type != SAMPLE", &err), "its opposite");
	others = count();
	ok(samples && others, "both have records");
	is_uint(samples + others, all, "... all of them together");
	ok(!session_filter_add(session, "type == SAMPLE", &err), "one more condition");
	is_uint(count(), 0, "no record passes both");
	ok(!session_record(session), "there is none under the cursor");
	ok(!session_filter_add(session, "type == SAMPLE", &err) && noticed(SESSION_FILTER_HAS),
	   "the same condition again is reported");
	session_filter_toggle_one(session, 0);
	is_uint(count(), samples, "a condition is off");
	session_filter_toggle(session);
	is_uint(count(), all, "all are");
	session_filter_clear(session);
	session_filter_toggle(session);
	ok(noticed(SESSION_FILTER_NONE), "without a condition there is nothing to turn on");
	ok(!session_filter_set(session, "comm == \"no such name\"", &err), "a name that is unused");
	finish();
	ok(noticed(SESSION_FILTER_ABSENT), "... is reported");
	ok(session_filter_set(session, "type ==", &err) == ERR_PARSE, "a mistake");
	session_filter_clear(session);
	go("30");
	ok(!session_filter_define(session, "only(n) ordinal == $n", true, &err), "a macro");
	ok(!session_filter_set(session, "$only(30)", &err) && count() == 1, "... is a filter");
	ok(!session_filter_set(session, "ordinal == $ordinal", &err) && count() == 1 &&
		   ordinal() == 30,
	   "so is a value of the record under the cursor");
	ok(session_filter_hides(session, 0), "other rows are hidden");
	session_filter_clear(session);
}

static void test_order(void)
{
	uint64_t time = 0, row;
	bool sorted = true;

	go("40");
	row = session_at(session);
	session_order_hold(session);
	session_order_set(session, true);
	ok(noticed(SESSION_ORDER_TIME), "the list is in time order");
	is_uint(session_at(session), row, "the cursor stays at its record");
	for (uint64_t i = 0; i < session_order_count(session); i++) {
		struct row_info info;

		if (reader_row(session->reader, session_order_row(session, i), &info, NULL) ||
		    !info.has_time || !info.time)
			continue;
		sorted &= info.time >= time;
		time = info.time;
	}
	ok(sorted && time, "each record is at or after the one before");
	is_uint(session_order_row(session, session_order_number(session, row)), row,
		"numbers lead to rows, and back");
	session_order_set(session, false);
	ok(noticed(SESSION_ORDER_FILE), "the list is in file order again");
}

static void test_undo(void)
{
	struct session_undo before;
	struct buf what = BUF_INIT;
	struct err err = ERR_INIT;

	ok(!session_undo_last(session, &what), "nothing is to be undone");
	session_columns_are(session, "time,summary");
	session_undo_take(session, &before);
	ok(!session_undo_keep(session, &before), "nothing has changed");
	session->place = (struct session_place){ .kind = PLACE_TIME, .value = UINT64_MAX };
	session_undo_take(session, &before);
	session_place_cancel(session);
	ok(!session_undo_keep(session, &before), "the end of the way to a place is no motion");
	session_undo_take(session, &before);
	session->place = (struct session_place){ .kind = PLACE_TIME, .value = UINT64_MAX };
	ok(session_undo_keep(session, &before), "... but a new place is one");
	session_place_cancel(session);
	session_undo_take(session, &before);
	session_filter_set(session, "type == SAMPLE", &err);
	session_order_set(session, true);
	session_columns_are(session, "cpu,summary");
	ok(session_undo_keep(session, &before), "filter, order and columns have changed");
	session_undo_take(session, &before);
	ok(session_undo_last(session, &what), "this is undone");
	is_str(what.p, "filter, order, columns", "... all of it");
	ok(!session->selection && !session->times, "the list shows all rows in file order");
	ok(noticed(SESSION_COLUMNS), "the view is asked to change the columns");
	is_str(session->columns.p, "time,summary", "... to those from before");
	session_undo_keep(session, &before);
	ok(session_undo_last(session, &what) && session->selection && session->times,
	   "undone once more all is back");
	session_order_set(session, false);
	session_filter_clear(session);
	buf_release(&what);
}

/* Columns are those of the event that the filter leaves alone. */
static void test_columns(void)
{
	struct err err = ERR_INIT;

	session_columns_set(session, "cycles", "ip,summary");
	session_columns_are(session, "time,summary");
	session_filter_set(session, "event == \"cycles\"", &err);
	is_str(session->columns.p, "ip,summary", "the columns of an event");
	session_columns_are(session, "ip:20,summary");
	session_filter_clear(session);
	is_str(session->columns.p, "time,summary", "the usual ones");
	session_filter_set(session, "event == \"cycles\"", &err);
	is_str(session->columns.p, "ip:20,summary", "widths that were set stay");
	session_filter_clear(session);
}

static void test_notes(void)
{
	struct err err = ERR_INIT;
	struct buf text = BUF_INIT;

	go("5");
	session_notes_flag(session);
	ok(noticed(SESSION_FLAGS), "a record is flagged");
	ok(!session_notes_set(session, "look here", &err), "it has a note");
	is_str(session_notes_text(session, session_at(session)), "look here", "... this one");
	go("0");
	session_notes_go(session, false);
	is_uint(ordinal(), 5, "to the next record with a flag");
	session_notes_go(session, false);
	ok(noticed(SESSION_FLAG_NONE_AFTER), "there is no other");
	session_notes_add(session, &text);
	ok(strncmp(text.p, "* ", 2) == 0 && strstr(text.p, "    # look here\n"), "both as text");
	session_filter_set(session, "flagged", &err);
	is_uint(count(), 1, "a filter asks for flags");
	session_notes_unflag(session);
	is_uint(count(), 0, "... and follows them");
	session_filter_clear(session);
	ok(!session_notes_flag_where(session, "ordinal in {1..3}", &err), "flags by a filter");
	finish();
	is_uint(notes_flags(session->notes), 3, "... of each record that passes");
	buf_release(&text);
}

/* Search for records, on from the cursor. */
static uint64_t find(const char *expr, int dir, uint64_t n, bool wraps)
{
	struct err err = ERR_INIT;

	noticed(SESSION_FIND_FOUND);
	if (wraps) {
		ok(!session_find_keep(session, expr, NULL, &err), "keep %s", expr);
		ok(!session_find_again(session, dir, n, &err), "find it");
	} else {
		ok(!session_find(session, expr, dir, n, &err), "find %s", expr);
	}
	finish();
	return ordinal();
}

static void test_find(void)
{
	struct err err = ERR_INIT;

	go("10");
	is_uint(find("ordinal in {12..20}", 1, 3, false), 14, "the third record that passes");
	ok(noticed(SESSION_FIND_FOUND), "... is reported");
	is_uint(find("ordinal in {12..20}", -1, 9, false), 12, "back, as far as there are some");
	ok(noticed(SESSION_FIND_NO_MORE), "... no more");
	is_uint(find("ordinal == 3", 1, 1, true), 3, "from the other end");
	ok(session->find.wrapped && noticed(SESSION_FIND_FOUND), "... which the observer can see");
	is_uint(find("ordinal == 1 and ordinal == 2", 1, 1, true), 3, "there is no such record");
	ok(noticed(SESSION_FIND_NONE), "... at all");
	session_filter_set(session, "ordinal != 4", &err);
	is_uint(find("ordinal >= 4", 1, 1, false), 5, "only records of the filter are found");
	session_filter_clear(session);
	go("0");
	is_uint(find("ordinal > 0", -1, 1, false), 0, "before the first record");
	ok(noticed(SESSION_FIND_FIRST), "... there is none");
	ok(session_find(session, "type ==", 1, 1, &err) == ERR_PARSE, "a mistake");
	go("30");
	ok(!session_find_keep(session, "ordinal == $ordinal", NULL, &err), "an expression is kept");
	is_str(session->find.last, "ordinal == 30", "... with values in it");
	ok(!session_find_waits(session) && !session_find_cancel(session), "nothing is searched");
}

/* Go on from record 10 with the stored search. */
static uint64_t again(int dir, uint64_t n)
{
	struct err err = ERR_INIT;

	go("10");
	ok(!session_find_again(session, dir, n, &err), "search again");
	finish();
	return ordinal();
}

/* No record passes either: another search looks at what is known, not at the records again. */
static void test_fallback_again(void)
{
	const struct selection *selection = session->find.selection;
	bool falls_back = session->find.falls_back;

	is_uint(again(1, 1), 10, "again");
	ok(noticed(SESSION_FIND_NONE), "... is reported, too");
	ok(session->find.selection == selection && session->find.falls_back == falls_back,
	   "... without another search");
	session_notes_flag(session);
	is_uint(again(1, 1), 10, "once more, after a record was flagged");
	ok(noticed(SESSION_FIND_NONE), "... is reported");
	ok(session->find.falls_back != falls_back, "... after another search");
	session_notes_flag(session);
}

static void test_fallback(void)
{
	struct err err = ERR_INIT;

	noticed(SESSION_FIND_FOUND);
	ok(!session_find_keep(session, "ordinal == 3", "ordinal == 20", &err), "with a fallback");
	is_uint(again(1, 1), 3, "a record passes: no use of the fallback");
	ok(!session->find.falls_back && noticed(SESSION_FIND_FOUND), "... as is reported");
	is_uint(again(1, 5), 3, "fewer than the count");
	ok(!session->find.falls_back && noticed(SESSION_FIND_NO_MORE), "... likewise");
	ok(!session_find_keep(session, "ordinal < 0", "ordinal in {20, 22}", &err), "none passes");
	is_uint(again(1, 1), 20, "the fallback");
	ok(session->find.falls_back && !session->find.wrapped && noticed(SESSION_FIND_FOUND),
	   "... as is reported");
	is_uint(again(-1, 1), 22, "... back, from the other end");
	ok(session->find.falls_back && session->find.wrapped, "... which the observer can see");
	ok(!session_find_keep(session, "ordinal == 3", "ordinal == 20", &err), "another one");
	session_filter_set(session, "ordinal != 3", &err);
	is_uint(again(1, 1), 20, "the list has only the fallback");
	session_filter_set(session, "ordinal != 20", &err);
	is_uint(again(1, 1), 3, "only the other one");
	ok(!session->find.falls_back, "... which is the first again");
	session_filter_set(session, "not (ordinal in {3, 20})", &err);
	noticed(SESSION_FIND_FOUND);
	is_uint(again(1, 1), 10, "neither");
	ok(noticed(SESSION_FIND_NONE), "... is reported");
	test_fallback_again();
	session_filter_clear(session);
	is_uint(find("ordinal < 0", 1, 1, true), 10, "an expression without a fallback");
	ok(noticed(SESSION_FIND_NONE), "... has none of an earlier one");
}

static void test_problems(void)
{
	struct buf text = BUF_INIT;
	struct err err = ERR_INIT;

	go("0");
	ok(session_problem_find(session, 1, 1), "problems are searched by their list");
	finish();
	ok(noticed(SESSION_PROBLEM_FOUND) && ordinal() > 0, "... the cursor is at the first one");
	session_problem_add(session, &text);
	ok(strstr(text.p, ": "), "... which is described: %s", text.p);
	ok(session_problem_find(session, -1, 1), "back");
	finish();
	ok(noticed(SESSION_PROBLEM_NO_MORE), "... there is none");
	session_filter_set(session, "type == SAMPLE", &err);
	finish();
	ok(!session_problem_find(session, 1, 1), "a filtered list is searched otherwise");
	session_filter_clear(session);
	finish();
	session_follow_toggle(session);
	ok(noticed(SESSION_FOLLOW_NONE) && !session->follow.on,
	   "a complete recording is not followed");
	buf_release(&text);
}

/* Write to a file; what the user has to change first, if it is refused. */
static enum write_lack writes(const char *arg)
{
	struct write_request request = { .what = WRITE_FILE, .reader = -1 };
	struct err err = ERR_INIT;
	int rc = session_write(session, &request, arg, &err);

	ok(rc == 0 || request.lack, "write %s: %s", arg, err.msg);
	write_request_release(&request);
	return rc ? request.lack : WRITE_LACKS_NOTHING;
}

static void test_write(void)
{
	char folder[] = "/tmp/perfnav-session.XXXXXX", out[sizeof(folder) + 8];
	struct err err = ERR_INIT;

	if (!mkdtemp(folder))
		abort();
	snprintf(out, sizeof(out), "%s/out.csv", folder);
	session_notes_unflag(session);
	is_uint(writes("x.csv --scope flagged"), WRITE_LACKS_FLAGS, "no record is flagged");
	is_uint(writes("x.csv --scope range"), WRITE_LACKS_MARKS, "the range has no marks");
	session_filter_set(session, "ordinal in {1..3}", &err);
	finish();
	is_uint(writes(out), WRITE_LACKS_NOTHING, "records of the filter are written");
	ok(noticed(SESSION_WRITES), "... which the observer learns");
	is_uint(writes("x.csv"), WRITE_LACKS_END, "nothing else is meanwhile");
	finish();
	ok(noticed(SESSION_WRITTEN) && !access(out, R_OK), "they are written");
	is_uint(writes(out), WRITE_LACKS_FORCE, "the file exists");
	ok(!session_write_cancel(session), "nothing is being written");
	session_filter_clear(session);
	unlink(out);
	rmdir(folder);
}

static void test_times(void)
{
	struct buf text = BUF_INIT;

	ok(session_time_set(session, "first") && noticed(SESSION_TIMES),
	   "times since the first one");
	is_uint(session->shown_times.form, LIST_TIME_FIRST, "... are the form of the list");
	ok(!session_time_set(session, "never"), "there is no such form");
	session_time_set(session, "clock");
	session_time_add(session, UINT64_C(1500000000), &text);
	is_str(text.p, "1.500000000", "a moment as perf script prints it");
	buf_release(&text);
}

/* What one session saves another one has when it is restored. */
static void test_state(void)
{
	struct session *first = session, *second = session_open(recording, wake, NULL);
	struct err err = ERR_INIT;
	struct state state;

	session_state_begin(first);
	state_init(&state);
	session_state_take(first, &state);
	ok(!state.has_filter && !state.time_format,
	   "what is as the config file made it is not saved");
	is_uint(state.columns.n, 1, "... but the columns of an event are");
	state_release(&state);
	session_filter_set(first, "type == SAMPLE and cpu == 0", &err);
	session_filter_toggle_one(first, 1);
	session_columns_are(first, "cpu,summary");
	session_time_set(first, "first");
	go("50");
	session_place_mark(first, 'x', session_at(first));
	session_place_mark(first, 'X', session_at(first));
	state_init(&state);
	session_state_take(first, &state);
	session_state_restore(second, &state, true, true);
	session = second;
	finish();
	is_uint(session_at(second), session_at(first), "the place of the cursor");
	ok(conditions_same(&second->conditions, &first->conditions) && second->conditions.restored,
	   "the filter");
	is_str(second->columns.p, "cpu,summary", "the columns");
	is_uint(second->shown_times.form, LIST_TIME_FIRST, "the form of times");
	is_uint(second->jumps.marks['x'], session_at(first), "a mark");
	is_uint(second->jumps.marks['X'], UINT64_MAX, "but none that leads to other recordings");
	state_release(&state);
	session_close(second);
	session = first;
}

int main(void)
{
	static const struct session_observer observer = { happened, NULL };
	const struct recording_options how = { .no_index = true };
	struct err err = ERR_INIT;

	ok(!recording_open(&recording, places_recording("demo.data"), &how, &err), "it opens");
	session = session_open(recording, wake, NULL);
	session_observe(session, &observer);
	finish();
	test_places();
	test_filter();
	test_order();
	test_undo();
	test_columns();
	test_notes();
	test_find();
	test_fallback();
	test_problems();
	test_write();
	test_times();
	test_state();
	session_observe(session, NULL);
	session_close(session);
	recording_close(recording);
	return done_testing();
}
