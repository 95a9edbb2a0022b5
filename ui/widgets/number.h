/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_NUMBER_H
#define WIDGETS_NUMBER_H

/*
 * A number in a view, as the view declares it: what it counts, its unit, and its records. numbers.h
 * lists all of them.
 */
enum number_set {
	NUMBER_NONE,
	NUMBER_FILTER,	/* records of all events that pass the filter */
	NUMBER_EVENT,	/* samples of one event that pass the filter */
	NUMBER_TOTALS,	/* the same if only samples have the field, or the unit is the event's */
	NUMBER_THREADS, /* all records of the threads that have one that passes the filter */
	NUMBER_ALL,	/* all records, whatever the filter is */
	NUMBER_EACH,	/* samples of each event separately, whatever the filter is */
	NUMBER_BUSY,	/* samples of one event, whatever the filter is */
	NUMBER_RECORD,	/* of one record */
	NUMBER_FILE	/* of files, not of records */
};

struct number {
	const char *name; /* NULL: the title of its column */
	const char *unit;
	const char *what;
	enum number_set set; /* NUMBER_NONE ends a list */
};

#endif
