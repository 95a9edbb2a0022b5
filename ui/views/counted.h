/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_COUNTED_H
#define VIEWS_COUNTED_H

#include "analysis/quantity.h"
#include "field/field.h"
#include "field/value.h"
#include "filter/filter.h"
#include "session/eventpick.h"
#include "shell/app.h"
#include "term/action.h"
#include "term/theme.h"

/*
 * The records that a view counts, and the field whose values it adds. The views of stacks and of
 * time share this. It also finds the records of a number.
 */
struct counted_records {
	const struct session *session;
	char *where;	  /* filter of the counted records; "": none */
	char *field;	  /* whose values are added; NULL: none */
	enum field_id id; /* of the field */
	bool weighed;	  /* show the sum of the field instead of the number of records */
	bool by_event;	  /* count the samples of one event at a time */
	struct eventpick event;
};

/*
 * Parse "[by FIELD] [where EXPR]". sum(FIELD) and FIELD mean the same as by FIELD. The default EXPR
 * is the list's filter. After ERR_PARSE, there is nothing to release.
 */
int counted_parse(struct counted_records *counted, struct app *app, const char *arg,
		  struct err *err);
void counted_release(struct counted_records *counted);

/* Count samples of one event at a time from now on. */
void counted_pick_event(struct counted_records *counted, struct app *app);

/* Count all records again. */
void counted_drop_event(struct counted_records *counted);

/* If one event is counted at a time, choose it again. Returns true if it has changed. */
bool counted_look(struct counted_records *counted);

/* If one event is counted at a time, perform ACTION_EVENT_NEXT or ACTION_EVENT_ALL. */
void counted_act(struct counted_records *counted, enum action action);

/* Functions for titles, which have parts (widgets/parts.h). The next part is of PARTS_MAIN. */

/* Append " of cpu-clock (1 of 3 events)"; the first function, if one event is counted at a time. */
void counted_add_event(const struct counted_records *counted, struct buf *out);
void counted_add_picked(const struct eventpick *pick, struct buf *out);

/* Append " where ...", or that the list's filter is not applied (session_filter_add_title()). */
void counted_add_where(const struct counted_records *counted, struct buf *out);
void counted_add_where_of(const struct session *session, const char *where, struct buf *out);

/*
 * For runs without a screen: append a line about the event and the other events, if there are
 * others.
 */
void counted_add_note(const struct counted_records *counted, struct buf *out);

/*
 * Return a text that identifies a view with these records. It contains the text `more`. The caller
 * frees it.
 */
char *counted_topic(const struct counted_records *counted, const char *more);

/* Return the filter, which the caller owns. NULL: all records pass. */
struct filter *counted_filter(const struct counted_records *counted);

/* Return when the counted and added values are final (field/value.h). */
enum value_when counted_when(const struct counted_records *counted);

/* Return how numbers of the field are shown. */
struct quantity counted_quantity(const struct counted_records *counted, enum quantity_kind kind);

/* Append a count or a sum as the view shows it (analysis/quantity.h), with or without its unit. */
void counted_text(const struct counted_records *counted, uint64_t v, struct buf *out);
void counted_text_bare(const struct counted_records *counted, uint64_t v, struct buf *out);

/*
 * The style of the event whose samples are counted, also if the filter has a condition that selects
 * it; STYLE_NORMAL: there may be others.
 */
enum style counted_style(const struct counted_records *counted);

/* Are the numbers ns? */
bool counted_is_ns(const struct counted_records *counted);

/* Append the name of the unit if there is one. */
void counted_add_unit(const struct counted_records *counted, struct buf *out);

/* Perform ACTION_OPEN or one of ACTION_FILTER_* with the counted records that meet a condition. */
void counted_records(const struct counted_records *counted, struct app *app, const char *condition,
		     enum action action);

#endif
