/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/session_place.h"

#include "base/typed_number.h"
#include "recording/moment.h"
#include "recording/reader_find.h"
#include "session/session_link.h"
#include "session/session_order.h"
#include "session/session_place_text.h"

/* ---- jumps and marks ---- */

void session_place_mark(struct session *session, char letter, uint64_t row)
{
	if ((unsigned char)letter < JUMPS_MARKS)
		session->jumps.marks[(unsigned char)letter] = row;
}

void session_place_cancel(struct session *session)
{
	session->place.kind = PLACE_NONE;
}

void session_place_leave(struct session *session)
{
	session_place_cancel(session);
	jumps_leave(&session->jumps, session_at(session));
}

void session_place_back(struct session *session)
{
	uint64_t row = jumps_back(&session->jumps, session_at(session));

	if (row == UINT64_MAX)
		session_notify(session, SESSION_BACK_NONE);
	else
		session_place_go_row(session, row);
}

void session_place_forward(struct session *session)
{
	uint64_t row = jumps_forward(&session->jumps, session_at(session));

	if (row == UINT64_MAX)
		session_notify(session, SESSION_FORWARD_NONE);
	else
		session_place_go_row(session, row);
}

/* ---- going ---- */

void session_place_go_row(struct session *session, uint64_t row)
{
	list_cursor_goto(&session->cursor, session_order_number(session, row), 1,
			 LIST_CURSOR_MIDDLE);
}

static bool building(const struct index_progress *progress)
{
	return progress->state == INDEX_BUILDING;
}

/* Does the index have the record at this place? While it is built, the record may still come. */
static bool is_reached(struct session *session, const struct session_place *place,
		       const struct index_progress *progress)
{
	struct row_info last;

	if (!progress->rows)
		return false;
	switch (place->kind) {
	case PLACE_ORDINAL:
		return place->value < progress->records;
	case PLACE_ROW:
		return place->value < progress->rows;
	case PLACE_OFFSET:
		return place->part + 1 < recording_parts_ready(session->rec) ||
		       (reader_row(session->reader, progress->rows - 1, &last, NULL) == 0 &&
			place->value < last.offset + last.size);
	case PLACE_FILE:
		return place->value < recording_parts_ready(session->rec);
	case PLACE_TIME:
		return reader_row(session->reader, progress->rows - 1, &last, NULL) == 0 &&
		       last.has_time && place->value <= last.time;
	case PLACE_WALL:
	case PLACE_PERCENT:
	case PLACE_NONE:
	default:
		return !building(progress);
	}
}

/* A file without records, and one whose index was not made, are where the next begins. */
static uint64_t place_file(const struct session *session, const struct session_place *place,
			   uint64_t rows)
{
	uint64_t row = place->value < recording_parts_ready(session->rec)
			       ? recording_first_row(session->rec, place->value)
			       : rows;

	return row < rows ? row : rows - 1;
}

/* The percentage in TYPED_ONE_PERCENT. */
static uint64_t percent_of(uint64_t rows, uint64_t percent)
{
	uint64_t all = 100 * TYPED_ONE_PERCENT;

	return percent >= all ? rows - 1 : (uint64_t)((unsigned __int128)rows * percent / all);
}

/* The number of a place's record in the list. */
static uint64_t place_number(struct session *session, const struct session_place *place,
			     uint64_t rows)
{
	uint64_t row;

	switch (place->kind) {
	case PLACE_ORDINAL:
		return session_order_number(session,
					    reader_find_ordinal(session->reader, place->value));
	case PLACE_ROW:
		row = place->value < recording_rows(session->rec)
			      ? place->value
			      : recording_rows(session->rec) - 1;
		return session_order_number(session, row);
	case PLACE_OFFSET:
		row = reader_find_offset(session->reader, place->part, place->value);
		return session_order_number(session, row);
	case PLACE_FILE:
		return session_order_number(session, place_file(session, place,
								recording_rows(session->rec)));
	case PLACE_TIME:
		if (session->times)
			return timelist_at_time(session->times, place->value);
		return reader_find_time(session->reader, place->value);
	case PLACE_WALL:
		return session_order_number(session, moment_find(session->reader, place->value));
	case PLACE_PERCENT:
		return percent_of(rows, place->value);
	case PLACE_NONE:
	default:
		return 0;
	}
}

/* Is the first record at or after a time a different one in time order? Needs a complete index. */
static bool is_other_by_time(const struct session *session, uint64_t time, uint64_t row)
{
	return recording_state(session->rec) == INDEX_DONE &&
	       reader_find_earlier(session->reader, row, time);
}

/* The time of the record of the list at or after a number (dir 1), or at or before it (-1). */
static bool time_near(struct session *session, uint64_t number, int dir, uint64_t *time)
{
	struct row_info row;
	uint64_t found;

	if (session_order_match(session, session->selection, number, dir, &found) !=
		    SELECTION_FOUND ||
	    reader_row(session->reader, session_order_row(session, found), &row, NULL) < 0)
		return false;
	*time = row.time;
	return row.has_time && row.time;
}

/* A time is seldom that of a record: notify how far the record is from it. */
static void notify_time(struct session *session, uint64_t number)
{
	struct session_place *place = &session->place;
	const struct span *span = reader_span(session->reader);
	uint64_t time;

	place->after = place->before = 0;
	/* check_clock() has the notice for other times. */
	if (!span->has || place->value < span->first || place->value > span->last)
		return;
	if (time_near(session, number, 1, &time) && time > place->value)
		place->after = time - place->value;
	if (!place->after)
		return;
	if (session->times && number && time_near(session, number - 1, -1, &time) &&
	    time < place->value)
		place->before = place->value - time;
	if (!session->times && is_other_by_time(session, place->value, number))
		session_notify(session, SESSION_PLACE_FILE);
	else
		session_notify(session, SESSION_PLACE_TIME);
}

/* Notify that the filter hides the record at a place, with number in the list of all records. */
static void notify_hidden(struct session *session, uint64_t number)
{
	bool one = session->place.kind == PLACE_ORDINAL || session->place.kind == PLACE_OFFSET;
	enum selection_found rc;
	uint64_t found;

	if (session->place.kind == PLACE_PERCENT || !session->selection)
		return;
	rc = session_order_match(session, session->selection, number, 1, &found);
	if (rc == SELECTION_NONE)
		session_notify(session, SESSION_PLACE_HIDDEN);
	else if (rc == SELECTION_FOUND && found != number && one)
		session_notify(session, SESSION_PLACE_NEXT);
}

/* The cursor goes to a place that exists. */
static void arrive(struct session *session)
{
	const struct session_place *place = &session->place;
	uint64_t number = place_number(session, place, session_order_count(session));

	list_cursor_goto(&session->cursor, number, 1, LIST_CURSOR_MIDDLE);
	if (place->typed && place->kind == PLACE_TIME)
		notify_time(session, number);
	if (place->typed)
		notify_hidden(session, number);
}

bool session_place_resume(struct session *session)
{
	struct index_progress progress;

	if (session->place.kind == PLACE_NONE)
		return false;
	recording_progress(session->rec, &progress);
	/* The index may be complete before time order, in which places are counted. */
	if (session->by_time && (!session->times || building(&progress)))
		return false;
	if (building(&progress) && !is_reached(session, &session->place, &progress))
		return false;
	if (session->place.waits)
		session_notify(session, SESSION_PLACE_REACHED);
	if (session->place.kind == PLACE_ORDINAL &&
	    !is_reached(session, &session->place, &progress))
		session_notify(session, SESSION_PLACE_BEYOND);
	if (progress.rows)
		arrive(session);
	session->place.kind = PLACE_NONE;
	return true;
}

void session_place_set(struct session *session, struct session_place place)
{
	session->place = place;
	if (session_place_resume(session))
		return;
	session->place.waits = true;
	session_notify(session, SESSION_PLACE_WAITS);
}

bool session_place_waits(const struct session *session)
{
	return session->place.kind != PLACE_NONE || list_cursor_busy(&session->cursor);
}

void session_place_go_file(struct session *session, int step)
{
	const struct row_info *row = session_record(session);
	size_t part = row ? row->part : 0;
	struct session_place place = { .kind = PLACE_FILE,
				       .value = step < 0 ? part - 1 : part + 1 };

	if (recording_parts(session->rec) == 1) {
		session_notify(session, SESSION_FILE_ONLY);
	} else if (place.value >= recording_parts(session->rec)) {
		session_notify(session, step < 0 ? SESSION_FILE_FIRST : SESSION_FILE_LAST);
	} else {
		session_place_leave(session);
		session_place_set(session, place);
	}
}

/* ---- typed places ---- */

int session_place_find(struct session *session, const char *where, struct row_info *info,
		       bool *is_time, struct err *err)
{
	struct session_place place = { .kind = PLACE_NONE };
	struct index_progress progress;

	if (session_place_text_parse(session, where, &place, err) < 0)
		return ERR_PARSE;
	recording_progress(session->rec, &progress);
	if (building(&progress) && (session->by_time || !is_reached(session, &place, &progress)))
		return err_set_at(err, ERR_PARSE, 0, "the index does not reach there yet");
	if (!progress.rows ||
	    (place.kind == PLACE_ORDINAL && !is_reached(session, &place, &progress)))
		return err_set_at(err, ERR_PARSE, 0, "there is no such record");
	if (reader_row(session->reader,
		       session_order_row(session, place_number(session, &place,
							       session_order_count(session))),
		       info, err) < 0)
		return err->code;
	*is_time = place.kind == PLACE_TIME;
	if (*is_time) {
		info->time = place.value;
		info->has_time = true;
	}
	return 0;
}

void session_place_add_times(const struct session *session, struct buf *out)
{
	const struct span *span = reader_span(session->reader);
	uint64_t half = (span->last - span->first) / 2, time, unit = 100000000;
	size_t day;
	int digits = 1;

	if (!span->has)
		return;
	/* As few digits as lead into the recording. */
	for (; unit > half && unit > 1; unit /= 10)
		digits++;
	time = session->shown_times.form == LIST_TIME_FIRST ? half : span->first + half;
	buf_addf(out, "%llu.%0*llus", (unsigned long long)(time / 1000000000), digits,
		 (unsigned long long)(time % 1000000000 / unit));
	if (!list_time_has_wall(session->rec))
		return;
	buf_adds(out, ", ");
	day = out->len;
	list_time_add_moment(LIST_TIME_WALL, session->rec, span->first + half, out);
	buf_truncate(out, day + strcspn(out->p + day, "."));
}

/* A time outside of the recording may be of another clock, or since the beginning. */
static void check_clock(struct session *session, const struct session_place *place)
{
	const struct span *span = reader_span(session->reader);

	if (place->kind == PLACE_WALL && place->value < span->wall_first)
		session_notify(session, SESSION_PLACE_DAY_BEFORE);
	else if (place->kind == PLACE_WALL && place->value > span->wall_last &&
		 !session_is_building(session))
		session_notify(session, SESSION_PLACE_DAY_AFTER);
	if (place->kind != PLACE_TIME || !span->has)
		return;
	if (place->value < span->first)
		session_notify(session,
			       place->moment ? SESSION_PLACE_DAY_BEFORE : SESSION_PLACE_BEFORE);
	else if (place->value > span->last && !session_is_building(session))
		session_notify(session,
			       place->moment ? SESSION_PLACE_DAY_AFTER : SESSION_PLACE_AFTER);
}

/* Go to a time before or after *from, or if that is NULL, the record under the cursor. */
static int step_time(struct session *session, const uint64_t *from, bool back, uint64_t ns,
		     struct err *err)
{
	const struct row_info *row = session_record(session);
	struct session_place place = { .kind = PLACE_TIME, .typed = true };

	if (!from && row && row->has_time && row->time)
		from = &row->time;
	if (!from)
		return err_set(err, ERR_PARSE, "the record under the cursor has no time");
	if (back)
		place.value = *from > ns ? *from - ns : 0;
	else if (__builtin_add_overflow(*from, ns, &place.value))
		place.value = UINT64_MAX;
	session_place_leave(session);
	session_place_set(session, place);
	check_clock(session, &place);
	return 0;
}

int session_place_goto(struct session *session, const char *where, const uint64_t *from,
		       struct err *err)
{
	struct session_place place = { .kind = PLACE_NONE, .typed = true };

	if (session_link_is(where))
		return session_link_goto(session, where, err);
	if (*where == '+' || *where == '-') {
		uint64_t n = 0;
		bool is_time;

		if (session_place_text_step(where, &n, &is_time, err) < 0)
			return ERR_PARSE;
		if (is_time)
			return step_time(session, from, *where == '-', n, err);
		session_place_leave(session);
		list_cursor_step(&session->cursor, *where == '+' ? 1 : -1, n, false);
		return 0;
	}
	if (session_place_text_parse(session, where, &place, err) < 0)
		return ERR_PARSE;
	session_place_leave(session);
	session_place_set(session, place);
	check_clock(session, &place);
	return 0;
}
