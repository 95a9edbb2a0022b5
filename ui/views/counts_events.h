/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_COUNTS_EVENTS_H
#define VIEWS_COUNTS_EVENTS_H

#include "analysis/totals_job.h"
#include "views/eventpick.h"

/* Of which events totals (views/counts.h) are, so that no number adds up different ones unasked. */
struct counts_events {
	enum counts_mode {
		EVENTS_ANY,    /* records of all types, or groups have events apart */
		EVENTS_ONE,    /* samples of one at a time */
		EVENTS_COLUMNS /* of all, side by side */
	} mode;
	struct eventpick pick; /* unless EVENTS_ANY */
};

/* What a query is of, whose groups and aggregates are known: pivot has events side by side. */
void counts_events_init(struct counts_events *events, struct app *app,
			const struct totals_query *query, const char *where, bool pivot);
void counts_events_release(struct counts_events *events); /* also of one that is all 0 */

/* Are there others now? Somebody chose, or more events have samples. */
bool counts_events_look(struct counts_events *events);

/* May no records be because of the event, which nobody chose (eventpick_may_pass())? */
bool counts_events_may_pass(const struct counts_events *events);

/* Did somebody choose the event, and there are others? */
bool counts_events_chosen(const struct counts_events *events);

/* ACTION_EVENT_NEXT and ACTION_EVENT_ALL. */
void counts_events_act(const struct counts_events *events, struct app *app, enum action action);

/* Append the condition that the samples pass which are counted; nothing where any record is. */
void counts_events_condition(const struct counts_events *events, struct buf *out);

/* Have the query count the records of the view's filter that pass it, in the unit of the event. */
void counts_events_filter(const struct counts_events *events, struct totals_query *query);

/*
 * Have the query's aggregates be those of a list, for each event (analysis/pivot.h). ERR_PARSE
 * tells what is wrong with it.
 */
int counts_events_columns(const struct counts_events *events, const char *list,
			  struct totals_query *query, struct err *err);

/* Append "of cpu-clock (1 of 3 events) " where it is one. */
void counts_events_title(const struct counts_events *events, struct buf *out);

/* For a run without a screen a line about it and the others, unless there are none. */
void counts_events_note(const struct counts_events *events, struct buf *out);

#endif
