/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/list_time.h"

#include "file/feature_time.h"

/* "2026-11-21 " and "09:00:48.059652000" */
#define WALL_DAY 11
#define WALL_TIME 18

/* clang-format off */
static const struct {
	const char *name;
	const char *say;
} forms[LIST_TIMES] = {
	[LIST_TIME_CLOCK] = { "clock", "Times are those of perf's clock." },
	[LIST_TIME_FIRST] = { "first", "Times count from the first record that has one." },
	[LIST_TIME_PREVIOUS] = { "previous", "Times count from the line above." },
	[LIST_TIME_THREAD] = { "tid", "Times count from the record before of the same thread." },
	[LIST_TIME_CPU] = { "cpu", "Times count from the record before of the same CPU." },
	[LIST_TIME_WALL] = { "wall", "Times are those of the day, where the recording tells them." },
};
/* clang-format on */

const char *list_time_name(enum list_time form)
{
	return forms[form].name;
}

const char *list_time_say(enum list_time form)
{
	return forms[form].say;
}

/* Between the clock of a file's samples and that of the day. */
static bool wall_of(struct reader *reader, const struct row_info *row, struct wall_clock *wall)
{
	const struct perf_file *file = reader_file(reader, row);
	const struct attr *attr = file->events.list.n ? &file->events.list.v[0].attr : NULL;

	return attr && attr_flag(attr, ATTR_USE_CLOCKID) &&
	       feature_wall_clock(&file->features, wall) &&
	       wall->clockid == (uint32_t)attr->clockid;
}

bool list_time_has_wall(struct reader *reader)
{
	struct row_info first = { .part = 0 };
	struct wall_clock wall;

	return wall_of(reader, &first, &wall);
}

/* The time of the day; perfnav info tells which day it was. */
static void add_wall(struct reader *reader, const struct row_info *row, struct buf *out)
{
	struct buf text = BUF_INIT;
	struct wall_clock wall;

	if (wall_of(reader, row, &wall)) {
		wall_add(&text, wall_clock_at(&wall, row->time), WALL_LOCAL);
		if (text.len > WALL_DAY + WALL_TIME)
			buf_add(out, text.p + WALL_DAY, WALL_TIME);
	}
	buf_release(&text);
}

static void add_seconds(uint64_t ns, struct buf *out)
{
	buf_addf(out, "%llu.%09llu", (unsigned long long)(ns / 1000000000),
		 (unsigned long long)(ns % 1000000000));
}

/* Records are not always in the order of time. */
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
	list_time_add_gap((int64_t)(row->time - base), out);
}
