/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_SCRIPT_EVENTS_H
#define OUT_SCRIPT_EVENTS_H

#include "out/script_columns.h"
#include "out/script_sample.h"

/*
 * For each event: the chosen fields that its samples have, in the form of perf script. For one
 * thread.
 */

/* The layout of an event's samples. */
struct script_event {
	bool made;
	int layout;
	uint64_t shown; /* enum script_field */
	bool column;	/* the name of the task has a column */
	bool names;	/* its data addresses have names */
	struct script_plan plan;
	struct buf name; /* as it is printed */
	unsigned n;	 /* number of columns */
	script_column_fn *columns[SCRIPT_COLUMNS_MAX];
};

/* The events of the part of the recording that was used last. */
struct script_events {
	struct reader *reader;
	const struct script_options *script;
	struct script_fields fields; /* for the part's events */
	bool entered;		     /* fields and list are those of part */
	size_t part;
	VEC(struct script_event) list;
};

/* The caller keeps reader and options valid as long as the events exist. */
void script_events_init(struct script_events *events, struct reader *reader,
			const struct script_options *script);
void script_events_release(struct script_events *events);

/*
 * An event by its number in the part of a row, for that row's record, valid until the next call.
 * NULL: there is no such event.
 */
const struct script_event *script_events_of(struct script_events *events,
					    const struct row_info *info, int number);

#endif
