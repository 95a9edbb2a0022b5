/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/session_place_text.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "field/walltime.h"

static int bad_place(const char *where, const char *at, struct err *err)
{
	return err_set_at(err, ERR_PARSE, (uint64_t)(at - where),
			  "expected 123, +5, -5ms, @0x1a8, 50%%, 12.5s or 08:00:48.5");
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

/* The digits after a point at *p, which moves to their end; none if there is no point. */
static const char *decimals(const char **p)
{
	const char *first = **p == '.' ? *p + 1 : *p;

	*p = **p == '.' ? first + strspn(first, "0123456789") : first;
	return first;
}

/* Turn a whole number and its decimals into ns, of a unit of so many ns. */
static int to_ns(uint64_t *n, const char *digits, const char *end, uint64_t unit, struct err *err)
{
	uint64_t ns = 0;
	bool fits = !__builtin_mul_overflow(*n, unit, n);

	for (; digits < end; digits++) {
		unit /= 10;
		ns += (uint64_t)(*digits - '0') * unit;
	}
	return fits && !__builtin_add_overflow(*n, ns, n)
		       ? 0
		       : err_set_at(err, ERR_PARSE, 0, "the time does not fit into 64 bits");
}

/* A time with decimals, in seconds if it has no unit. */
static int parse_time(const char *where, const char **p, uint64_t *out, struct err *err)
{
	const char *digits, *end;
	size_t len;
	uint64_t unit;

	if (number(where, p, out, err) < 0)
		return ERR_PARSE;
	digits = decimals(p);
	end = *p;
	len = strcspn(end, " ");
	unit = len ? text_duration_unit(end, len) : text_duration_unit("s", 1);
	if (!unit)
		return bad_place(where, end, err);
	*p += len;
	return to_ns(out, digits, end, unit, err);
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
		rc = parse_time(where, &p, &place->value, err);
	} else {
		place->kind = PLACE_ORDINAL;
		rc = number(where, &p, &place->value, err);
		if (rc == 0 && *p == '%') {
			p++;
			place->kind = PLACE_PERCENT;
		} else if (rc == 0 && (*p == '.' || isalpha((unsigned char)*p))) {
			p = where;
			place->kind = PLACE_TIME;
			rc = parse_time(where, &p, &place->value, err);
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

int session_place_text_parse(struct session *session, const char *where,
			     struct session_place *place, struct err *err)
{
	int rc = parse_moment(session, where, place, err);

	if (rc <= 0)
		return rc;
	if (parse_place(where, place, err) < 0)
		return ERR_PARSE;
	place->part = session->row ? session->row->part : 0;
	/* Times are typed as they are read. */
	if (place->kind == PLACE_TIME && session->shown_times.form == LIST_TIME_FIRST &&
	    __builtin_add_overflow(place->value, session->shown_times.first, &place->value))
		place->value = UINT64_MAX;
	return 0;
}

int session_place_text_step(const char *where, uint64_t *n, bool *is_time, struct err *err)
{
	const char *p = where + 1, *digits;
	uint64_t unit;

	if (number(where, &p, n, err) < 0)
		return ERR_PARSE;
	*is_time = *p != '\0';
	if (!*is_time)
		return 0;
	digits = decimals(&p);
	unit = text_duration_unit(p, strlen(p));
	return unit ? to_ns(n, digits, p, unit, err) : bad_place(where, p, err);
}
