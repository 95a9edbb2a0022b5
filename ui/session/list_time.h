/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_LIST_TIME_H
#define SESSION_LIST_TIME_H

#include <stdbool.h>

#include "recording/reader.h"

/* The forms in which the list shows times. */
enum list_time {
	LIST_TIME_CLOCK, /* as perf script prints it */
	/* since time zero, which is the time of the first record, unless the user set it */
	LIST_TIME_FIRST,
	LIST_TIME_PREVIOUS, /* since the line above */
	LIST_TIME_THREAD,   /* since the previous record of the same thread, in time order */
	LIST_TIME_CPU,	    /* since the previous record of the same CPU, in time order */
	LIST_TIME_WALL,	    /* time of day, if the recording has it */
	LIST_TIMES
};

/* The form in which times are shown, and time zero. */
struct list_times {
	enum list_time form;
	bool has_first;
	/* time zero: the first time in the recording, or the time that the user set */
	uint64_t first;
	bool zero_set;
};

/* Forget the first record, because the order of the records has changed. */
void list_times_reorder(struct list_times *times);

/* The name of a form, and the message that is shown when a user selects it. */
const char *list_time_name(enum list_time form);
const char *list_time_say(enum list_time form);

/* Does any file of the recording have the time of day? */
bool list_time_has_wall(const struct recording *recording);

/*
 * Append the title of the column, which names the form. For the time of day, the title
 * contains the time zone. If clocks change during the recording, the title has "local", and each
 * time has its zone.
 */
void list_time_title(const struct list_times *times, struct reader *reader, struct buf *out);

/* Append the time of a row that has one. base: the time from which relative forms count. */
void list_time_add(enum list_time form, struct reader *reader, const struct row_info *row,
		   uint64_t base, struct buf *out);

/*
 * Append the time of one record: the time of day with its zone, or the time as perf script prints
 * it.
 */
void list_time_add_record(enum list_time form, struct reader *reader, const struct row_info *row,
			  struct buf *out);

/*
 * If the form is the time of day, but the files have no common clock for it, return the reason;
 * else NULL.
 */
const char *list_time_why_no_day(enum list_time form, const struct recording *recording);

/*
 * Append a time of a recording. If the form is the time of day and all files have the same clock,
 * append the time of day with its zone. Otherwise append it as perf script prints it.
 */
void list_time_add_moment(enum list_time form, const struct recording *recording, uint64_t time,
			  struct buf *out);

/*
 * Append the time of day of a moment in ns since 1970, in the user's time zone, which is named if
 * zone is true; perfnav info prints the day.
 */
void list_time_add_clock(uint64_t wall, bool zone, struct buf *out);

/* Append the ns since another record. The number can be negative. */
void list_time_add_gap(int64_t ns, struct buf *out);

#endif
