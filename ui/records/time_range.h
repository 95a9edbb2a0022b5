/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDS_TIME_RANGE_H
#define RECORDS_TIME_RANGE_H

#include "analysis/histogram.h"
#include "shell/app.h"
#include "term/action.h"
#include "views/counted.h"

/* A range of the recording's time in ns. hi is included. */
struct time_range {
	uint64_t lo, hi;
};

/* Get the time range of the records that are indexed so far. False: there are no times yet. */
bool time_range_whole(const struct app *app, struct time_range *range);

/*
 * The same, or the time from the first sample to the last if it is much shorter: recordings can
 * begin with the start of a program, long before the first sample.
 */
bool time_range_samples(const struct app *app, struct time_range *range);

/* Append a condition that selects the records in the range. */
void time_range_condition(const struct time_range *range, struct buf *out);

/* What time_range_count() counts in addition. */
enum time_range_extra {
	TIME_RANGE_NOTHING,
	TIME_RANGE_STATS, /* numbers of the field, for histogram_stats() */
	TIME_RANGE_EVENTS /* each event, for histogram_event_value() */
};

/* Count the records in n parts of a range for the screen. */
struct histogram *time_range_count(struct app *app, const struct counted_records *what,
				   const struct time_range *range, size_t n,
				   enum time_range_extra extra, struct watcher *watcher);

/* The following functions make texts in parts (widgets/parts.h). */

/* Append "1821.697621032 to 1821.705432100", or "at 1821.697621032" for a single time. */
void time_range_add(const struct app *app, const struct time_range *range, struct buf *out);

/* Append "sum(period)". Returns false if records are counted. */
bool time_range_sum_name(const struct counted_records *what, struct buf *out);

/*
 * Append "1821.697621032 to 1821.705432100: 35 records in 0.007811 s", or with a sum
 * "1821.697621032 to 1821.705432100: sum(period) 4711, 35 records"
 */
void time_range_text(struct app *app, const struct counted_records *what,
		     const struct time_range *range, uint64_t records, uint64_t value,
		     struct buf *out);

/* Is the index still being built, so that the recording may become longer? */
bool time_range_building(const struct app *app);

#endif
