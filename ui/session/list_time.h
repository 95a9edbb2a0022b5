/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_LIST_TIME_H
#define SESSION_LIST_TIME_H

#include <stdbool.h>

#include "recording/reader.h"

/* The forms in which the list shows times. */
enum list_time {
	LIST_TIME_CLOCK,    /* as perf script prints it */
	LIST_TIME_FIRST,    /* since time zero: the first record with a time, unless set */
	LIST_TIME_PREVIOUS, /* since the line above */
	LIST_TIME_THREAD,   /* since the previous record of the same thread, in time order */
	LIST_TIME_CPU,	    /* since the previous record of the same CPU, in time order */
	LIST_TIME_WALL,	    /* of the day, if the recording has it */
	LIST_TIMES
};

/* The form in which times are shown, and time zero. */
struct list_times {
	enum list_time form;
	bool has_first;
	uint64_t first; /* time zero: of the first record with a time, or as it was set */
	bool zero_set;
};

/* Forget the first record: the order of the records has changed. */
void list_times_reorder(struct list_times *times);

/* The name of a form, and the message when it is chosen. */
const char *list_time_name(enum list_time form);
const char *list_time_say(enum list_time form);

/* Has a file of the recording the time of day? */
bool list_time_has_wall(const struct recording *recording);

/*
 * Append the title of the column. Times of the day have their zone in it; "local", where clocks
 * change during the recording: each time has its zone then.
 */
void list_time_title(enum list_time form, struct reader *reader, struct buf *out);

/* Append the time of a row, which has one. base: the time from which relative forms count. */
void list_time_add(enum list_time form, struct reader *reader, const struct row_info *row,
		   uint64_t base, struct buf *out);

/* Append the moment of one record: the time of day with its zone, or as perf script prints it. */
void list_time_add_record(enum list_time form, struct reader *reader, const struct row_info *row,
			  struct buf *out);

/*
 * Why moments of all files together have no time of day in that form. NULL: they have, or the form
 * is another one.
 */
const char *list_time_no_day(enum list_time form, const struct recording *recording);

/*
 * Append a moment of a recording whose list has that form: the time of the day with its zone where
 * the form is that and all files have the same clock, else as perf script prints it.
 */
void list_time_add_moment(enum list_time form, const struct recording *recording, uint64_t time,
			  struct buf *out);

/* Append the ns since another record, which may be negative. */
void list_time_add_gap(int64_t ns, struct buf *out);

#endif
