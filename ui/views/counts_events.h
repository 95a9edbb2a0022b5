/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_COUNTS_EVENTS_H
#define VIEWS_COUNTS_EVENTS_H

#include "analysis/totals_job.h"
#include "session/eventpick.h"
#include "shell/app.h"

/*
 * The events that totals (views/counts.h) count. The numbers of different events are added only on
 * request.
 */
struct counts_events {
	enum counts_mode {
		EVENTS_ANY,    /* records of all types, or each group belongs to one event */
		EVENTS_ONE,    /* samples of one event at a time */
		EVENTS_COLUMNS /* samples of all events, side by side */
	} mode;
	struct eventpick pick; /* unless EVENTS_ANY */
};

/*
 * Find the events of a query whose groups and aggregates are known. pivot: events are side by side.
 */
void counts_events_init(struct counts_events *events, struct app *app,
			const struct totals_query *query, const char *where, bool pivot);
void counts_events_release(struct counts_events *events); /* also of a zeroed one */

/*
 * Choose again. Returns true if the events have changed: because the user chose another event, or
 * because samples of further events were found.
 */
bool counts_events_look(struct counts_events *events);

/*
 * There are no records: can the reason be the event, which the user has not chosen
 * (eventpick_may_pass())?
 */
bool counts_events_may_pass(const struct counts_events *events);

/* Has the user chosen the event, and are there several? */
bool counts_events_chosen(const struct counts_events *events);

/* Perform ACTION_EVENT_NEXT or ACTION_EVENT_ALL. */
void counts_events_act(const struct counts_events *events, struct app *app, enum action action);

/*
 * Append a condition that selects the counted samples. Append nothing if all records are counted.
 */
void counts_events_condition(const struct counts_events *events, struct buf *out);

/*
 * Make the query count the records that match the view's filter and this condition. Set the unit of
 * the event.
 */
void counts_events_filter(const struct counts_events *events, struct totals_query *query);

/*
 * Set the aggregates of the query from a list, for each event (analysis/pivot.h). ERR_PARSE: the
 * list has an error.
 */
int counts_events_columns(const struct counts_events *events, const char *list,
			  struct totals_query *query, struct err *err);

/* Append " of cpu-clock (1 of 3 events)" if one event is counted (counted_add_picked()). */
void counts_events_title(const struct counts_events *events, struct buf *out);

/*
 * For runs without a screen: append a line about the event and the other events, if there are
 * others.
 */
void counts_events_note(const struct counts_events *events, struct buf *out);

#endif
