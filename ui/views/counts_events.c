/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/counts_events.h"

#include <string.h>

#include "analysis/eventmix.h"
#include "analysis/pivot.h"
#include "filter/check.h"
#include "views/counted.h"

void counts_events_init(struct counts_events *e, struct app *app, const struct totals_query *q,
			const char *where, bool pivot)
{
	const struct field *of = eventmix_of_samples(q->by, q->n, q->aggregates, q->aggregates_n);
	struct buf choices = BUF_INIT;

	e->mode = pivot				       ? EVENTS_COLUMNS
		  : of && !eventmix_apart(q->by, q->n) ? EVENTS_ONE
						       : EVENTS_ANY;
	if (e->mode == EVENTS_ANY)
		return;
	if (of) {
		struct field whole = *of;

		whole.cut = FIELD_WHOLE;
		whole.typed = NULL;
		shown_event_where(where, &whole, &choices);
	} else {
		buf_adds(&choices, where);
	}
	eventpick_init(&e->pick, app->session, where, choices.p);
	buf_release(&choices);
}

void counts_events_release(struct counts_events *e)
{
	if (e->mode != EVENTS_ANY)
		eventpick_release(&e->pick);
}

bool counts_events_look(struct counts_events *e)
{
	size_t before = e->pick.events.names.n;
	bool other = e->mode != EVENTS_ANY && eventpick_look(&e->pick);

	return e->mode == EVENTS_COLUMNS ? before != e->pick.events.names.n : other;
}

bool counts_events_may_pass(const struct counts_events *e)
{
	return e->mode == EVENTS_ONE && eventpick_may_pass(&e->pick);
}

bool counts_events_chosen(const struct counts_events *e)
{
	return e->mode == EVENTS_ONE && e->pick.name && e->pick.session->shown_event &&
	       !strcmp(e->pick.name, e->pick.session->shown_event) &&
	       strcmp(e->pick.name, SHOWN_EVENT_ALL) != 0 && e->pick.events.names.n > 1;
}

void counts_events_act(const struct counts_events *e, struct app *app, enum action action)
{
	if (e->mode == EVENTS_ONE)
		eventpick_next(&e->pick, action == ACTION_EVENT_ALL);
	else if (e->mode == EVENTS_COLUMNS)
		app_say(app, "Each event has a column here.");
	else
		app_say(app, "Records of any event and type are counted here.");
}

static bool is_all(const struct counts_events *e)
{
	return e->mode == EVENTS_COLUMNS ||
	       (e->pick.name && !strcmp(e->pick.name, SHOWN_EVENT_ALL));
}

void counts_events_condition(const struct counts_events *e, struct buf *out)
{
	if (e->mode == EVENTS_ANY)
		return;
	if (is_all(e))
		pivot_where("", out);
	else
		eventpick_condition(&e->pick, out);
}

void counts_events_filter(const struct counts_events *e, struct totals_query *q)
{
	struct buf text = BUF_INIT;

	if (e->mode == EVENTS_ANY)
		return;
	for (size_t i = 0; i < q->aggregates_n && e->mode == EVENTS_ONE; i++)
		eventmix_set_unit(e->pick.session->rec, e->pick.name, &q->aggregates[i]);
	buf_addf(&text, *e->pick.where ? "(%s) and " : "%s", e->pick.where);
	counts_events_condition(e, &text);
	filter_free(q->filter);
	filter_parse(&q->filter, text.p, NULL);
	buf_release(&text);
}

int counts_events_columns(const struct counts_events *e, const char *list, struct totals_query *q,
			  struct err *err)
{
	struct recording *recording = e->pick.session->rec;
	int rc;

	aggregates_release(q->aggregates, q->aggregates_n);
	rc = pivot_aggregates(q->aggregates, &q->aggregates_n, list, recording, &e->pick.events,
			      err);
	for (size_t i = 0; i < q->aggregates_n && !rc; i++)
		rc = check_field(&q->aggregates[i].field, recording, err);
	return rc;
}

void counts_events_title(const struct counts_events *e, struct buf *out)
{
	if (e->mode == EVENTS_ONE)
		counted_add_picked(&e->pick, out);
}

void counts_events_note(const struct counts_events *e, struct buf *out)
{
	if (e->mode == EVENTS_ONE)
		shown_events_note(&e->pick.events, e->pick.name, out);
}
