/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/session_place.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "field/walltime.h"
#include "recording/moment.h"
#include "recording/reader_find.h"
#include "session/session_link.h"
#include "session/session_order.h"

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
		session_place_row(session, row);
}

void session_place_forward(struct session *session)
{
	uint64_t row = jumps_forward(&session->jumps, session_at(session));

	if (row == UINT64_MAX)
		session_notify(session, SESSION_FORWARD_NONE);
	else
		session_place_row(session, row);
}

/* ---- going ---- */

void session_place_row(struct session *session, uint64_t row)
{
	list_cursor_goto(&session->cursor, session_order_number(session, row), 1,
			 LIST_CURSOR_MIDDLE);
}

static bool building(const struct index_progress *progress)
{
	return progress->state == INDEX_BUILDING;
}

/* The last row that there is: a place after it may still come while the index is built. */
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

/* Its number in the list. */
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
	case PLACE_NONE:
	default:
		break;
	}
	if (place->value >= 100)
		return rows - 1;
	return rows / 100 * place->value + rows % 100 * place->value / 100;
}

/* Is the first record at or after a time another one in time order? That needs a complete index. */
static bool is_other_by_time(const struct session *session, uint64_t time, uint64_t row)
{
	struct index_progress progress;

	recording_progress(session->rec, &progress);
	return progress.state == INDEX_DONE && reader_find_earlier(session->reader, row, time);
}

/* The cursor goes to a place that exists. */
static void arrive(struct session *session)
{
	const struct session_place *place = &session->place;
	uint64_t number = place_number(session, place, session_order_count(session));

	list_cursor_goto(&session->cursor, number, 1, LIST_CURSOR_MIDDLE);
	if (place->typed && place->kind == PLACE_TIME && !session->times &&
	    is_other_by_time(session, place->value, number))
		session_notify(session, SESSION_PLACE_FILE);
}

bool session_place_resume(struct session *session)
{
	struct index_progress progress;

	if (session->place.kind == PLACE_NONE)
		return false;
	recording_progress(session->rec, &progress);
	/* The index may be complete before the order of time, in which places are counted. */
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

void session_place_file(struct session *session, int step)
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

/* ---- places as text ---- */

static int bad_place(const char *where, const char *at, struct err *err)
{
	return err_set_at(err, ERR_PARSE, (uint64_t)(at - where),
			  "expected 123, +5, -5, @0x1a8, 50%%, 12.5s or 08:00:48.5");
}

static int number(const char *where, const char **p, uint64_t *out, struct err *err)
{
	char *end;

	if (!isdigit((unsigned char)**p))
		return bad_place(where, *p, err);
	errno = 0;
	*out = strtoull(*p, &end, 0);
	if (errno)
		return err_set_at(err, ERR_PARSE, (uint64_t)(*p - where),
				  "the number does not fit into 64 bits");
	*p = end;
	return 0;
}

/* Seconds with up to nine decimals. */
static int seconds(const char *where, const char **p, uint64_t *out, struct err *err)
{
	uint64_t ns = 0, unit = 100000000;

	if (number(where, p, out, err) < 0)
		return ERR_PARSE;
	if (**p == '.')
		for (++*p; isdigit((unsigned char)**p); ++*p, unit /= 10)
			ns += (uint64_t)(**p - '0') * unit;
	if (**p == 's')
		++*p;
	if (__builtin_mul_overflow(*out, UINT64_C(1000000000), out) ||
	    __builtin_add_overflow(*out, ns, out))
		return err_set_at(err, ERR_PARSE, 0, "the time does not fit into 64 bits");
	return 0;
}

static int parse_place(const char *where, struct session_place *place, struct err *err)
{
	const char *p = where;
	int rc;

	if (*p == '@') {
		p++;
		place->kind = PLACE_OFFSET;
		rc = number(where, &p, &place->value, err);
	} else if (*p == 'T') {
		p++;
		place->kind = PLACE_TIME;
		rc = seconds(where, &p, &place->value, err);
	} else {
		place->kind = PLACE_ORDINAL;
		rc = number(where, &p, &place->value, err);
		if (rc == 0 && *p == '%') {
			p++;
			place->kind = PLACE_PERCENT;
		} else if (rc == 0 && (*p == '.' || *p == 's')) {
			p = where;
			place->kind = PLACE_TIME;
			rc = seconds(where, &p, &place->value, err);
		}
	}
	if (rc < 0)
		return rc;
	p += strspn(p, " ");
	return *p ? bad_place(where, p, err) : 0;
}

/* A time of day. 1: it is none. */
static int parse_moment(struct session *session, const char *where, struct session_place *place,
			struct err *err)
{
	const struct span *span = reader_span(session->reader);
	struct walltime moment;
	uint64_t wall;

	if (!walltime_parse(where, strlen(where), &moment))
		return 1;
	if (!walltime_find(&moment, span, &wall))
		return err_set_at(err, ERR_PARSE, 0, "the recording has no wall clock");
	/* Each of several files can have its own clock. */
	if (recording_parts(session->rec) > 1) {
		*place = (struct session_place){ .kind = PLACE_WALL, .value = wall };
		return 0;
	}
	place->kind = PLACE_TIME;
	place->value = wall - span->wall;
	if ((int64_t)place->value < 0)
		place->value = 0;
	return 0;
}

/* Times are typed as they are read. */
static int parse_typed(struct session *session, const char *where, struct session_place *place,
		       struct err *err)
{
	int rc = parse_moment(session, where, place, err);

	if (rc <= 0)
		return rc;
	if (parse_place(where, place, err) < 0)
		return ERR_PARSE;
	place->part = session->row ? session->row->part : 0;
	if (place->kind == PLACE_TIME && session->shown_times.form == LIST_TIME_FIRST &&
	    __builtin_add_overflow(place->value, session->shown_times.first, &place->value))
		place->value = UINT64_MAX;
	return 0;
}

int session_place_find(struct session *session, const char *where, struct row_info *info,
		       bool *is_time, struct err *err)
{
	struct session_place place = { .kind = PLACE_NONE };
	struct index_progress progress;

	if (parse_typed(session, where, &place, err) < 0)
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
		session_notify(session, SESSION_PLACE_BEFORE);
	else if (place->value > span->last && !session_is_building(session))
		session_notify(session, SESSION_PLACE_AFTER);
}

int session_place_goto(struct session *session, const char *where, struct err *err)
{
	struct session_place place = { .kind = PLACE_NONE, .typed = true };

	if (session_link_is(where))
		return session_link_goto(session, where, err);
	if (*where == '+' || *where == '-') {
		const char *p = where + 1;
		uint64_t n = 0;

		if (number(where, &p, &n, err) < 0)
			return ERR_PARSE;
		if (*p)
			return bad_place(where, p, err);
		session_place_leave(session);
		list_cursor_step(&session->cursor, *where == '+' ? 1 : -1, n, false);
		return 0;
	}
	if (parse_typed(session, where, &place, err) < 0)
		return ERR_PARSE;
	session_place_leave(session);
	session_place_set(session, place);
	check_clock(session, &place);
	return 0;
}
