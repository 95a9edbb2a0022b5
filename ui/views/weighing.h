/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_WEIGHING_H
#define VIEWS_WEIGHING_H

#include "analysis/quantity.h"
#include "field/field.h"
#include "field/value.h"
#include "filter/filter.h"
#include "session/eventpick.h"
#include "shell/app.h"
#include "term/action.h"

/*
 * The records that a view counts, and the field whose values it adds. The views of stacks and of
 * time share this. It also finds the records of a number.
 */
struct weighing {
	char *where;	  /* filter of the counted records; "": none */
	char *field;	  /* whose values are added; NULL: none */
	enum field_id id; /* of the field */
	bool weighed;	  /* show the sum of the field instead of the number of records */
	bool one;	  /* count the samples of one event at a time */
	struct eventpick event;
};

/*
 * Parse "[by FIELD] [where EXPR]". sum(FIELD) and FIELD mean the same as by FIELD. The default EXPR
 * is the list's filter. After ERR_PARSE, there is nothing to release.
 */
int weighing_parse(struct weighing *weighing, struct app *app, const char *arg, struct err *err);
void weighing_release(struct weighing *weighing);

/* Count samples of one event at a time from now on. */
void weighing_pick_event(struct weighing *weighing, struct app *app);

/* If one event is counted at a time, choose it again. Returns true if it has changed. */
bool weighing_look(struct weighing *weighing);

/* If one event is counted at a time, perform ACTION_EVENT_NEXT or ACTION_EVENT_ALL. */
void weighing_act(struct weighing *weighing, enum action action);

/* If one event is counted at a time, append " of cpu-clock (1 of 3 events)". */
void weighing_add_event(const struct weighing *weighing, struct buf *out);

/*
 * For runs without a screen: append a line about the event and the other events, if there are
 * others.
 */
void weighing_add_note(const struct weighing *weighing, struct buf *out);

/*
 * Return a text that, together with more, identifies a view with these records. The caller frees
 * it.
 */
char *weighing_topic(const struct weighing *weighing, const char *more);

/* Return the filter, which the caller owns. NULL: all records pass. */
struct filter *weighing_filter(const struct weighing *weighing);

/* Return when the counted and added values are final (field/value.h). */
enum value_when weighing_when(const struct weighing *weighing);

/* Return how numbers of the field are shown. */
struct quantity weighing_quantity(const struct weighing *weighing, enum quantity_kind kind);

/* Append a count or a sum as the view shows it (analysis/quantity.h), with or without its unit. */
void weighing_text(const struct weighing *weighing, uint64_t v, struct buf *out);
void weighing_text_bare(const struct weighing *weighing, uint64_t v, struct buf *out);

/* Are the numbers ns? */
bool weighing_is_time(const struct weighing *weighing);

/* Append the name of the unit if there is one. */
void weighing_add_unit(const struct weighing *weighing, struct buf *out);

/* Append " where ..." if there is a filter. */
void weighing_add_where(const struct weighing *weighing, struct buf *out);

/* Perform ACTION_OPEN or one of ACTION_FILTER_* with the counted records that meet a condition. */
void weighing_records(const struct weighing *weighing, struct app *app, const char *condition,
		      enum action action);

#endif
