/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/list_time.h"

#include <time.h>

#include "recording/span.h"
#include "wire/names.h"

/* clang-format off */
static const struct {
	const char *name;
	const char *title;
	const char *say;
} forms[LIST_TIMES] = {
	[LIST_TIME_CLOCK] = { "clock", "time", "Times are of perf's clock." },
	[LIST_TIME_FIRST] = { "first", "since first", "Times are relative to the first record." },
	[LIST_TIME_PREVIOUS] = { "previous", "since line", "Times are relative to the line above." },
	[LIST_TIME_THREAD] = { "tid", "since thread", "Times are relative to the thread's previous record." },
	[LIST_TIME_CPU] = { "cpu", "since CPU", "Times are relative to the CPU's previous record." },
	[LIST_TIME_WALL] = { "wall", "time", "Times are wall clock times; the title has the time zone." },
};
/* clang-format on */

void list_times_reorder(struct list_times *times)
{
	times->has_first &= times->zero_set;
}

const char *list_time_name(enum list_time form)
{
	return forms[form].name;
}

const char *list_time_say(enum list_time form)
{
	return forms[form].say;
}

bool list_time_has_wall(const struct recording *recording)
{
	uint64_t wall;

	for (size_t part = 0; part < recording_parts(recording); part++)
		if (span_wall(recording, part, &wall))
			return true;
	return false;
}

/* Are clocks put forward or back during the recording? */
static bool changes_zone(const struct span *span)
{
	time_t first = (time_t)(span->wall_first / 1000000000);
	time_t last = (time_t)(span->wall_last / 1000000000);
	struct tm a, b;

	return localtime_r(&first, &a) && localtime_r(&last, &b) && a.tm_gmtoff != b.tm_gmtoff;
}

static void add_zone(const struct tm *tm, struct buf *out)
{
	long minutes = tm->tm_gmtoff / 60, size = minutes < 0 ? -minutes : minutes;

	buf_addf(out, "%c%02ld:%02ld", minutes < 0 ? '-' : '+', size / 60, size % 60);
}

void list_time_title(const struct list_times *times, struct reader *reader, struct buf *out)
{
	const struct span *span = reader_span(reader);
	time_t first = (time_t)(span->wall_first / 1000000000);
	struct tm tm;

	buf_adds(out, times->form == LIST_TIME_FIRST && times->zero_set ? "since zero"
									: forms[times->form].title);
	if (times->form != LIST_TIME_WALL || !span->has || !span->has_wall ||
	    !localtime_r(&first, &tm))
		return;
	buf_addc(out, ' ');
	if (changes_zone(span))
		buf_adds(out, "local");
	else
		add_zone(&tm, out);
}

void list_time_add_clock(uint64_t wall, bool zone, struct buf *out)
{
	time_t t = (time_t)(wall / 1000000000);
	struct tm tm;

	if (!localtime_r(&t, &tm))
		return;
	buf_addf(out, "%02d:%02d:%02d.%09llu", tm.tm_hour, tm.tm_min, tm.tm_sec,
		 (unsigned long long)(wall % 1000000000));
	if (zone)
		add_zone(&tm, out);
}

static void add_wall(struct reader *reader, const struct row_info *row, struct buf *out)
{
	uint64_t wall;

	if (reader_wall(reader, row, &wall))
		list_time_add_clock(wall, changes_zone(reader_span(reader)), out);
}

void list_time_add_record(enum list_time form, struct reader *reader, const struct row_info *row,
			  struct buf *out)
{
	uint64_t wall;

	if (form == LIST_TIME_WALL && reader_wall(reader, row, &wall))
		list_time_add_clock(wall, true, out);
	else
		field_id_text(out, F_time, row->time);
}

/* Get the number to add to the times of all files, else why there is none. */
static const char *find_common_clock(const struct recording *recording, uint64_t *wall)
{
	uint64_t own = 0;

	for (size_t part = 0; part < recording_parts(recording); part++) {
		if (!span_wall(recording, part, &own))
			return "a file has no wall clock";
		if (part && own != *wall)
			return "clocks differ";
		*wall = own;
	}
	return NULL;
}

const char *list_time_why_no_day(enum list_time form, const struct recording *recording)
{
	uint64_t wall = 0;

	return form == LIST_TIME_WALL ? find_common_clock(recording, &wall) : NULL;
}

void list_time_add_moment(enum list_time form, const struct recording *recording, uint64_t time,
			  struct buf *out)
{
	uint64_t wall = 0;

	if (form == LIST_TIME_WALL && !find_common_clock(recording, &wall))
		list_time_add_clock(time + wall, true, out);
	else
		field_id_text(out, F_time, time);
}

static void add_seconds(uint64_t ns, struct buf *out)
{
	buf_add_decimals(out, ns, 9);
}

/* Records are not always in time order. */
void list_time_add_gap(int64_t ns, struct buf *out)
{
	buf_addc(out, ns < 0 ? '-' : '+');
	add_seconds(ns < 0 ? -(uint64_t)ns : (uint64_t)ns, out);
}

void list_time_add(enum list_time form, struct reader *reader, const struct row_info *row,
		   uint64_t base, struct buf *out)
{
	if (form == LIST_TIME_WALL) {
		add_wall(reader, row, out);
		return;
	}
	if (form == LIST_TIME_CLOCK) {
		add_seconds(row->time, out);
		return;
	}
	/* perf wrote records with time 0 about earlier events: 0 is no moment. */
	if (form == LIST_TIME_FIRST && !row->time && base)
		return;
	list_time_add_gap((int64_t)(row->time - base), out);
}
