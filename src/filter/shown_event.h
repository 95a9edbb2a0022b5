/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILTER_SHOWN_EVENT_H
#define FILTER_SHOWN_EVENT_H

#include "base/buf.h"
#include "base/err.h"
#include "base/map.h"
#include "base/vec.h"
#include "filter/filter.h"

/*
 * The event that an analysis shows. An analysis that weighs or counts samples uses one event at a
 * time, which is one of these choices: the events of the recording that have samples, in the order
 * of the attrs. Events with the same name are one choice. If a system has more than
 * SHOWN_EVENT_SYSTEM tracepoints that count each occurrence, these are one choice, "SYSTEM:*". A
 * choice is identified by its name, which may consist of any bytes.
 */
#define SHOWN_EVENT_ALL "all" /* on request: different events are added up */

enum {
	SHOWN_EVENT_SYSTEM = 8
};

/* A choice has n events, in the first file with samples of them. */
struct shown_choice {
	size_t part, n;
};

struct shown_events {
	bool growing; /* the index was incomplete when they were read: there may be more */
	VEC(char *) names;
	VEC(struct shown_choice) choices; /* of each name */
	struct map of; /* by part and event: the number of the choice, for events with samples */
};

/* Read the choices that have had samples so far that match the filter (NULL: all records). */
void shown_events_read(struct shown_events *events, struct recording *recording,
		       const struct filter *filter);
void shown_events_release(struct shown_events *events);

/* The number of the choice of an event of a part; SIZE_MAX: there is none. */
size_t shown_events_of(const struct shown_events *events, size_t part, int event);

/* The number of the choice with a name; SIZE_MAX: there is none. */
size_t shown_events_find(const struct shown_events *events, const char *name);

/*
 * The choice after name. The first choice follows the last one and SHOWN_EVENT_ALL. NULL: there is
 * none.
 */
const char *shown_events_next(const struct shown_events *events, const char *name);

/*
 * Returns ERR_PARSE, with the existing names, if name is neither SHOWN_EVENT_ALL nor that of an
 * event or of a system that is a choice. Events without samples are accepted.
 */
int shown_event_check(struct recording *recording, const char *name, struct err *err);

/* Does an event, or a system that is a choice, have the name, with or without samples? */
bool shown_event_exists(const struct recording *recording, const char *name);

/* Append the condition that matches its samples; nothing for SHOWN_EVENT_ALL. */
void shown_event_condition(const struct recording *recording, const char *name, struct buf *out);

/* The filter of an expression ("": none) and that condition. Returns NULL if all records match. */
struct filter *shown_event_filter(const struct recording *recording, const char *name,
				  const char *where);

/*
 * Append the filter that finds the choices: `where` ("": all records), and that samples have a
 * number in the field weight (NULL: no such condition). A sample without a period counts as one
 * with the period of its event.
 */
void shown_event_where(const char *where, const struct field *weight, struct buf *out);

/*
 * Is the unit of the field's numbers the event, so that numbers of different events cannot be
 * added?
 */
bool shown_event_weighs(enum field_id field);

/* Are the periods of the event in ns? NULL: no event. */
bool shown_event_is_time(const struct recording *recording, const char *name);

/*
 * The number of occurrences of the event that a sample represents according to the attr: the period
 * or, for events in ns, a number computed from the frequency. 0: each sample has its own number.
 */
uint64_t shown_event_period(const struct recording *recording, const char *name);

/* Are the numbers of a field such periods in ns? */
bool shown_event_is_clock(const struct recording *recording, const char *name, enum field_id field);

/*
 * Append the name, escaped: "cpu-clock", "all 3 events", "no event". name NULL: there are no
 * samples so far.
 */
void shown_events_name(const struct shown_events *events, const char *name, struct buf *out);

/*
 * Append " (1 of 3 events)" for one of several events. If several events are one choice, append the
 * number of its events: " (2 events)", or " (2 events, 1 of 3 names)".
 */
void shown_events_place(const struct shown_events *events, const char *name, struct buf *out);

/*
 * Append a note for outputs without a title: "samples of cpu-clock (1 of 3 events); the others:
 * page-faults, sched:* (--show-event EVENT|all)". Returns false if there are no others, or all are
 * shown.
 */
bool shown_events_note(const struct shown_events *events, const char *name, struct buf *out);

/* Append the other events: "page-faults, sched:*"; nothing if there are none. */
void shown_events_others(const struct shown_events *events, const char *name, struct buf *out);

#endif
