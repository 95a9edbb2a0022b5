/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_EVENTPICK_H
#define VIEWS_EVENTPICK_H

#include "filter/shown_event.h"
#include "shell/app.h"
#include "term/action.h"

/*
 * The event that a view counts samples of: the one that somebody chose for all views
 * (app->shown_event), else the first of the attrs that has samples which pass its filter, whatever
 * came first while the index was built. The index alone answers for kinds of records; a view that
 * has counted nothing passes an event over.
 */
struct eventpick {
	struct app *app;
	char *where;		    /* the filter of the view, "": none */
	char *choices;		    /* that of its choices, which may ask for more */
	char *name;		    /* NULL: none has samples yet */
	struct shown_events events; /* the choices, as of the last look */
	uint64_t kinds;		    /* of the indexes then */
	size_t passed;		    /* choices before this one had no records */
	bool looked;
};

/* Look for the first time. choices: see shown_event_where(). */
void eventpick_init(struct eventpick *pick, struct app *app, const char *where,
		    const char *choices);
void eventpick_release(struct eventpick *pick);

/* Is it another one now? There may be more choices, or somebody chose. */
bool eventpick_look(struct eventpick *pick);

/* Can the next choice have records where this one has none? Not where somebody chose this one. */
bool eventpick_may_pass(const struct eventpick *pick);

/* The view has counted no records: take the next choice, after the last the first again. */
void eventpick_pass_over(struct eventpick *pick);

/* ACTION_EVENT_NEXT and ACTION_EVENT_ALL: choose another one for all views. */
void eventpick_act(const struct eventpick *pick, enum action action);

/* Append the condition that its samples pass; what nothing passes while there are none. */
void eventpick_condition(const struct eventpick *pick, struct buf *out);

/* The filter of the view and that condition; NULL: all records pass. */
struct filter *eventpick_filter(const struct eventpick *pick);

/* Append " of cpu-clock (1 of 3 events)", or that without the blank. */
void eventpick_title(const struct eventpick *pick, struct buf *out);
void eventpick_add_name(const struct eventpick *pick, struct buf *out);

/* Choose one by its name. ERR_PARSE: there is no such event. */
int eventpick_choose(struct app *app, const char *name, struct err *err);

#endif
