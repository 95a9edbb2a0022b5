/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_SHOWN_EVENT_H
#define QUERY_SHOWN_EVENT_H

#include "base/buf.h"
#include "base/err.h"
#include "base/map.h"
#include "base/vec.h"
#include "query/filter.h"

/*
 * The event that an analysis is about. What weighs or counts samples as one works on one event at
 * a time, which is one of these choices: the events of the recording that have samples, in the
 * order of the attrs. Events of one name are one choice. So are tracepoints that count each
 * occurrence, as "SYSTEM:*", where a system has more than SHOWN_EVENT_SYSTEM of them.
 * A choice is known by its name, which may be any bytes.
 */
#define SHOWN_EVENT_ALL "all" /* asked for: different events are added up */

enum {
	SHOWN_EVENT_SYSTEM = 8
};

struct shown_events {
	bool growing; /* the index was not complete when they were read: there may be more */
	VEC(char *) names;
	struct map of; /* the number of the choice of each event that has samples, by its part */
};

/* The choices that have samples so far which can pass the filter (NULL: all records). */
void shown_events_read(struct shown_events *events, struct recording *recording,
		       const struct filter *filter);
void shown_events_release(struct shown_events *events);

/* The choice of an event of a part; SIZE_MAX: it is none. */
size_t shown_events_of(const struct shown_events *events, size_t part, int event);

/* The place of a name among the choices; SIZE_MAX: it is none. */
size_t shown_events_find(const struct shown_events *events, const char *name);

/* The choice after a name; after the last and SHOWN_EVENT_ALL the first; NULL: there is none. */
const char *shown_events_next(const struct shown_events *events, const char *name);

/*
 * ERR_PARSE, with the names that there are, where a name is neither SHOWN_EVENT_ALL nor that of an
 * event or a system that is a choice. What has no samples is known, too.
 */
int shown_event_check(struct recording *recording, const char *name, struct err *err);

/* Does an event have the name, or a system that is a choice, whether it has samples or not? */
bool shown_event_exists(const struct recording *recording, const char *name);

/* Append the condition that samples of it pass; nothing of SHOWN_EVENT_ALL. */
void shown_event_condition(const struct recording *recording, const char *name, struct buf *out);

/* The filter of an expression ("": none) and that condition. NULL: all records pass. */
struct filter *shown_event_filter(const struct recording *recording, const char *name,
				  const char *where);

/*
 * Append the filter ("": none) that tells which choices have the numbers of a field (NULL: none).
 * What does not tell its period has that of its event.
 */
void shown_event_where(const char *where, const struct field *weight, struct buf *out);

/* Are numbers of the field counted in the unit of their event, so that two do not add up? */
bool shown_event_weighs(enum word word);

/* Are its periods ns? NULL: it is no event. */
bool shown_event_is_time(const struct recording *recording, const char *name);

/* Are its numbers of a field such periods? */
bool shown_event_is_clock(const struct recording *recording, const char *name, enum word word);

/*
 * How it is worded, escaped: "cpu-clock", "cpu-clock (1 of 3 events)", "all 3 events", "no event".
 * name NULL: no samples are there yet.
 */
void shown_events_title(const struct shown_events *events, const char *name, struct buf *out);

/*
 * Where nothing else says it: "samples of cpu-clock (1 of 3 events); the others: page-faults,
 * sched:* (--show-event EVENT|all)". False: there are no others, or all are shown.
 */
bool shown_events_note(const struct shown_events *events, const char *name, struct buf *out);

/* The others: "page-faults, sched:*"; "" where there are none. */
void shown_events_others(const struct shown_events *events, const char *name, struct buf *out);

#endif
