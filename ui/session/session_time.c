/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/session_time.h"

#include <string.h>

static const char *use(struct session *session, enum list_time form)
{
	bool lacks = form == LIST_TIME_WALL && !list_time_has_wall(session->rec);

	session->shown_times.form = lacks ? LIST_TIME_CLOCK : form;
	session_notify(session, SESSION_TIMES);
	if (lacks)
		return "The recording has no wall clock: times are of perf's clock.";
	return form == LIST_TIME_FIRST && session->shown_times.zero_set
		       ? "Times are relative to the chosen zero."
		       : list_time_say(form);
}

const char *session_time_next(struct session *session)
{
	enum list_time form = (enum list_time)((session->shown_times.form + 1) % LIST_TIMES);

	if (form == LIST_TIME_WALL && !list_time_has_wall(session->rec))
		form = LIST_TIME_CLOCK;
	return use(session, form);
}

const char *session_time_set(struct session *session, const char *name)
{
	for (int i = 0; i < LIST_TIMES; i++)
		if (!strcmp(list_time_name((enum list_time)i), name))
			return use(session, (enum list_time)i);
	return NULL;
}

void session_time_set_zero(struct session *session, uint64_t time)
{
	session->shown_times.zero_set = session->shown_times.has_first = true;
	session->shown_times.first = time;
}

const char *session_time_zero(struct session *session, const struct row_info *row)
{
	struct list_times *times = &session->shown_times;

	if (!row->has_time)
		return NULL;
	if (times->zero_set && times->first == row->time) {
		times->zero_set = times->has_first = false;
		return use(session, LIST_TIME_FIRST);
	}
	session_time_set_zero(session, row->time);
	use(session, LIST_TIME_FIRST);
	return "Times count from here. {time-zero} again: from the first record.";
}

void session_time_add(const struct session *session, uint64_t time, struct buf *out)
{
	list_time_add_moment(session->shown_times.form, session->rec, time, out);
}

void session_time_add_of(const struct session *session, struct reader *reader,
			 const struct row_info *row, struct buf *out)
{
	list_time_add_record(session->shown_times.form, reader, row, out);
}

void session_time_add_no_day(const struct session *session, struct buf *out)
{
	const char *why = list_time_why_no_day(session->shown_times.form, session->rec);

	if (why)
		buf_addf(out, ", %s: no time of day", why);
}
