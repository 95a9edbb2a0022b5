/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_WEIGHING_H
#define VIEWS_WEIGHING_H

#include "analysis/quantity.h"
#include "field/field.h"
#include "field/value.h"
#include "filter/filter.h"
#include "shell/app.h"
#include "term/action.h"
#include "views/eventpick.h"

/*
 * Which records a view counts, and what is added up of them: what the views of stacks and of time
 * share. The records behind its numbers are found with it.
 */
struct weighing {
	char *where;	/* the filter of what is counted, "": none */
	char *field;	/* whose numbers are added up; NULL: none was given */
	enum word word; /* it */
	bool weighed;	/* their sum is shown, not how many records there are */
	bool one;	/* of the samples of one event at a time: */
	struct eventpick event;
};

/*
 * "[by FIELD] [where EXPR]", where sum(FIELD) or FIELD is the same as by FIELD; EXPR is the filter
 * of the list where it is not given. After ERR_PARSE there is nothing to release.
 */
int weighing_parse(struct weighing *weighing, struct app *app, const char *arg, struct err *err);
void weighing_release(struct weighing *weighing);

/* Count the samples of one event at a time from now on. */
void weighing_pick_event(struct weighing *weighing, struct app *app);

/* Where that is so: is it another event than before? */
bool weighing_look(struct weighing *weighing);

/* ACTION_EVENT_NEXT and ACTION_EVENT_ALL, where that is so. */
void weighing_act(struct weighing *weighing, enum action action);

/* Append " of cpu-clock (1 of 3 events)" where one is counted at a time; */
void weighing_add_event(const struct weighing *weighing, struct buf *out);

/* and for a run without a screen a line about it and the others, unless there are none. */
void weighing_add_note(const struct weighing *weighing, struct buf *out);

/* What tells views of it apart, with what else does; to be freed. */
char *weighing_topic(const struct weighing *weighing, const char *more);

/* The filter, of the caller; NULL: all records. */
struct filter *weighing_filter(const struct weighing *weighing);

/* When what is counted and added up is known (field/value.h). */
enum value_when weighing_when(const struct weighing *weighing);

/* How a number of the field reads. */
struct quantity weighing_quantity(const struct weighing *weighing, enum quantity_kind kind);

/* Append a count or a sum, as it reads (analysis/quantity.h), with its unit or without. */
void weighing_text(const struct weighing *weighing, uint64_t v, struct buf *out);
void weighing_text_bare(const struct weighing *weighing, uint64_t v, struct buf *out);

/* Are they ns? */
bool weighing_is_time(const struct weighing *weighing);

/* Append the name of the unit, if there is one. */
void weighing_add_unit(const struct weighing *weighing, struct buf *out);

/* Append " where ...", if there is a filter. */
void weighing_add_where(const struct weighing *weighing, struct buf *out);

/*
 * Those of the records that are counted which pass the condition: ACTION_OPEN, or what
 * ACTION_FILTER_* does with the condition.
 */
void weighing_records(const struct weighing *weighing, struct app *app, const char *condition,
		      enum action action);

#endif
