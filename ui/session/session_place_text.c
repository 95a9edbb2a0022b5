/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/session_place_text.h"

#include <ctype.h>
#include <string.h>

#include "base/typed_number.h"
#include "field/walltime.h"
#include "filter/check.h"

static int bad_place(const char *where, const char *at, struct err *err)
{
	return err_set_at(err, ERR_PARSE, (uint64_t)(at - where),
			  "expected 123, +5, -5ms, @0x1a8, 50%%, 12.5s or 08:00:48.5");
}

static int read_number(const char *where, const char **p, struct typed_number *number,
		       struct err *err)
{
	size_t pos = (size_t)(*p - where);

	if (!isdigit((unsigned char)**p))
		return bad_place(where, *p, err);
	if (typed_number_read(number, where, strlen(where), pos, err) < 0)
		return ERR_PARSE;
	*p += number->len;
	return number->unit == TYPED_BAD_UNIT ? bad_place(where, *p, err) : 0;
}

/* A number with decimals and without a unit is a time in seconds. */
static bool is_time(const struct typed_number *number)
{
	return number->unit == TYPED_TIME || (number->unit == TYPED_NO_UNIT && number->scale > 1);
}

static int parse_place(const char *where, struct session_place *place, struct err *err)
{
	const char *p = where + (*where == '@' || *where == 'T');
	struct typed_number number;
	bool right = true;

	if (read_number(where, &p, &number, err) < 0)
		return ERR_PARSE;
	if (*where == '@') {
		place->kind = PLACE_OFFSET;
		right = !is_time(&number) && number.unit != TYPED_PERCENT;
	} else if (*where == 'T' || is_time(&number)) {
		place->kind = PLACE_TIME;
		right = number.unit == TYPED_TIME || number.unit == TYPED_NO_UNIT;
	} else {
		place->kind = number.unit == TYPED_PERCENT ? PLACE_PERCENT : PLACE_ORDINAL;
	}
	if (!right)
		return bad_place(where, where + number.pos, err);
	p += strspn(p, " ");
	if (*p)
		return bad_place(where, p, err);
	return typed_number_value(&number, place->kind == PLACE_TIME ? TYPED_NS_IN_S : 1,
				  &place->value, err);
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
	if (check_wall(session->rec, 0, err))
		return ERR_PARSE;
	if (!walltime_find(&moment, span, &wall))
		return err_set_at(err, ERR_PARSE, 0, "no indexed record has a time");
	/* Each of several files can have its own clock. */
	if (recording_parts(session->rec) > 1) {
		*place = (struct session_place){ .kind = PLACE_WALL, .value = wall };
		return 0;
	}
	place->kind = PLACE_TIME;
	place->moment = true;
	place->value = wall - span->wall;
	if ((int64_t)place->value < 0)
		place->value = 0;
	return 0;
}

/*
 * Times are typed as they are read: in the list since time zero, in the details as times of the
 * clock. Only these can be later than the end of the recording.
 */
static uint64_t since_first(const struct session *session, uint64_t typed)
{
	const struct span *span = reader_span(session->reader);
	uint64_t time;

	if (__builtin_add_overflow(typed, session->shown_times.first, &time))
		time = UINT64_MAX;
	return span->has && time > span->last && typed >= span->first && typed <= span->last ? typed
											     : time;
}

int session_place_text_parse(struct session *session, const char *where,
			     struct session_place *place, struct err *err)
{
	int rc = parse_moment(session, where, place, err);

	if (rc <= 0)
		return rc;
	if (parse_place(where, place, err) < 0)
		return ERR_PARSE;
	place->part = session->row ? session->row->part : 0;
	if (place->kind == PLACE_TIME && session->shown_times.form == LIST_TIME_FIRST)
		place->value = since_first(session, place->value);
	return 0;
}

int session_place_text_step(const char *where, uint64_t *n, bool *of_time, struct err *err)
{
	const char *p = where + 1;
	struct typed_number number;

	if (read_number(where, &p, &number, err) < 0)
		return ERR_PARSE;
	if (*p || number.unit == TYPED_PERCENT)
		return bad_place(where, p, err);
	*of_time = is_time(&number);
	return typed_number_value(&number, *of_time ? TYPED_NS_IN_S : 1, n, err);
}
