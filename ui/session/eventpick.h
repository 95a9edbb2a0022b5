/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_EVENTPICK_H
#define SESSION_EVENTPICK_H

#include "filter/shown_event.h"
#include "session/session.h"

/*
 * The event whose samples a view counts: the one that the user chose for all views
 * (session->shown_event), else the first event, in the order of the attrs, with samples that pass
 * the view's filter. From the index it is only known whether samples of an event can pass; if a
 * view then counts no records, it takes the next event.
 */
struct eventpick {
	struct session *session;
	char *where;		    /* the filter of the view, "": none */
	char *choices;		    /* the filter for choices, which may demand more */
	char *name;		    /* NULL: no event has samples yet */
	struct shown_events events; /* the choices at the last look */
	uint64_t kinds;		    /* of the indexes at the last look */
	size_t passed;		    /* the first choices, which have no records */
	bool looked;
};

/* Look for the first time. choices: see shown_event_where(). */
void eventpick_init(struct eventpick *pick, struct session *session, const char *where,
		    const char *choices);
void eventpick_release(struct eventpick *pick);

/* Has the event changed? More choices exist, or the user chose one. */
bool eventpick_look(struct eventpick *pick);

/* May the next choice have records if this one has none? Not if the user chose this one. */
bool eventpick_may_pass(const struct eventpick *pick);

/* The view has counted no records: take the next choice; after the last one the first again. */
void eventpick_pass_over(struct eventpick *pick);

/* Choose the next event, or the sum of all, for all views. */
void eventpick_next(const struct eventpick *pick, bool all);

/* Append the condition for the event's samples. Without an event it passes nothing. */
void eventpick_condition(const struct eventpick *pick, struct buf *out);

/* The view's filter joined with that condition. NULL: all records pass. */
struct filter *eventpick_filter(const struct eventpick *pick);

/* Append " of cpu-clock (1 of 3 events)", or the same without the first blank. */
void eventpick_title(const struct eventpick *pick, struct buf *out);
void eventpick_add_name(const struct eventpick *pick, struct buf *out);

/* Choose an event by its name. ERR_PARSE: no event has it. */
int eventpick_choose(struct session *session, const char *name, struct err *err);

#endif
