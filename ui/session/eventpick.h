/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_EVENTPICK_H
#define SESSION_EVENTPICK_H

#include "filter/shown_event.h"
#include "session/session.h"

/*
 * The event whose samples a view counts. It is the event that the user chose for all views
 * (session->shown_event). Otherwise it is the first event, in the order of the attrs, with samples
 * that pass the view's filter. The index shows only whether samples of an event may pass. If the
 * view then counts no records, it takes the next event.
 */
struct eventpick {
	struct session *session;
	char *where;		    /* the filter of the view; "": there is none */
	char *choices;		    /* the filter for the choices, which can have more conditions */
	char *name;		    /* NULL: no event has samples yet */
	struct shown_events events; /* the choices at the last call of eventpick_look() */
	uint64_t kinds;		    /* number of kinds in the indexes at that call */
	size_t passed;		    /* number of choices at the beginning that have no records */
	bool looked;
};

/* Start, and choose an event. choices: see shown_event_where(). */
void eventpick_init(struct eventpick *pick, struct session *session, const char *where,
		    const char *choices);
void eventpick_release(struct eventpick *pick);

/*
 * Choose again. Returns true if the event has changed, because there are more choices or the user
 * chose an event.
 */
bool eventpick_look(struct eventpick *pick);

/*
 * If this event has no records, may the next choice have some? Returns false if the user chose this
 * event.
 */
bool eventpick_may_pass(const struct eventpick *pick);

/*
 * Take the next choice, because the view has counted no records. After the last choice, take the
 * first one again.
 */
void eventpick_pass_over(struct eventpick *pick);

/* Choose the next event for all views. all: choose all events together. */
void eventpick_next(const struct eventpick *pick, bool all);

/*
 * Append the condition that selects the event's samples. If there is no event, append a condition
 * that no record meets.
 */
void eventpick_condition(const struct eventpick *pick, struct buf *out);

/* Return the view's filter joined with this condition. NULL: all records pass. */
struct filter *eventpick_filter(const struct eventpick *pick);

/* Append " of cpu-clock"; and " (1 of 3 events)" if there are several. */
void eventpick_add_name(const struct eventpick *pick, struct buf *out);
void eventpick_add_place(const struct eventpick *pick, struct buf *out);

/* Choose an event by its name. ERR_PARSE: there is no event of that name. */
int eventpick_choose(struct session *session, const char *name, struct err *err);

#endif
