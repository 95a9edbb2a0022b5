/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_SCRIPTEVENTS_H
#define OUT_SCRIPTEVENTS_H

#include "out/scriptcolumns.h"
#include "out/scriptsample.h"

/*
 * How perf script shows the samples of each event: what was chosen, as far as samples of the event
 * have it. One thread's.
 */

/* The samples of an event that are laid out as those of one. */
struct script_event {
	bool made;
	int layout;
	uint64_t shown; /* enum script_field */
	bool column;	/* the name of the task stands in a column */
	bool names;	/* addresses of its data have names */
	struct script_plan plan;
	struct buf name; /* as it is printed */
	unsigned n;	 /* columns */
	script_column_fn *columns[SCRIPT_COLUMNS_MAX];
};

/* Those of the part of the recording that was asked for last. */
struct script_events {
	struct reader *reader;
	const struct script_options *script;
	struct script_fields fields; /* as the part's events have them */
	bool entered;		     /* fields and list are those of part */
	size_t part;
	VEC(struct script_event) list;
};

/* Reader and options stay the caller's, for as long as the events are there. */
void script_events_init(struct script_events *events, struct reader *reader,
			const struct script_options *script);
void script_events_release(struct script_events *events);

/*
 * An event by its number in the part of a row, for that row's record; until the next one is asked
 * for. NULL: there is no such event.
 */
const struct script_event *script_events_of(struct script_events *events,
					    const struct row_info *info, int number);

#endif
