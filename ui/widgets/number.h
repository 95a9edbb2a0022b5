/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_NUMBER_H
#define WIDGETS_NUMBER_H

/*
 * A number that a view shows, as the view declares it: what it counts, in which unit, of which
 * records. All of them are a table (numbers.h).
 */
enum number_set {
	NUMBER_NONE,
	NUMBER_FILTER, /* records of all events that pass the filter */
	NUMBER_EVENT,  /* samples of one event that pass it */
	NUMBER_TOTALS, /* likewise where only samples have the field or an event gives its unit */
	NUMBER_ALL,    /* all records, with any filter */
	NUMBER_EACH,   /* samples of each event apart, with any filter */
	NUMBER_BUSY,   /* samples of one event, with any filter */
	NUMBER_RECORD, /* what one record has */
	NUMBER_FILE    /* no records: what files have */
};

struct number {
	const char *name; /* NULL: the title of its column */
	const char *unit;
	const char *what;
	enum number_set set; /* NUMBER_NONE ends a list */
};

#endif
