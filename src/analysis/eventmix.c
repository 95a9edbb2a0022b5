/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/eventmix.h"

#include <string.h>

#include "base/text.h"
#include "filter/shown_event.h"
#include "filter/spanfields.h"
#include "wire/vocabulary.h"

bool eventmix_apart(const struct field *by, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (by[i].cut == FIELD_WHOLE && (by[i].id == F_event || by[i].id == F_id))
			return true;
	return false;
}

/* Is it a field of samples? Some of these also occur in records of one other type. */
static bool is_of_samples(enum field_id field)
{
	static const char sample[] = "SAMPLE";
	struct buf records = BUF_INIT;
	bool is;

	vocabulary_records(field, &records);
	is = field != F_event && !spanfields_is(field) && text_begins_with(records.p, sample);
	buf_release(&records);
	return is;
}

/* Would the aggregate combine numbers of two events into one without a unit? */
static bool is_mixed(const struct aggregate *a)
{
	return !aggregate_counts(a) && a->kind != AGGREGATE_DISTINCT &&
	       shown_event_weighs(a->field.id);
}

const struct field *eventmix_of_samples(const struct field *by, size_t n,
					const struct aggregate *aggregates, size_t aggregates_n)
{
	for (size_t i = 0; i < n; i++)
		if (is_of_samples(by[i].id))
			return &by[i];
	for (size_t i = 0; i < aggregates_n; i++)
		if (is_mixed(&aggregates[i]))
			return &aggregates[i].field;
	return NULL;
}

/* Return a filter for the records that pass both filters and have the numbers. */
static struct filter *filter_of(const struct filter *filter, const struct aggregate *a)
{
	struct buf where = BUF_INIT, text = BUF_INIT;
	struct filter *joined = NULL;

	filter_expression(filter, &where);
	if (a->filter_text) {
		struct buf own = BUF_INIT;

		buf_addf(&own, where.len ? "(%s) and (%s)" : "%s(%s)", where.p, a->filter_text);
		buf_release(&where);
		where = own;
	}
	shown_event_where(where.p, &a->field, &text);
	if (text.len)
		filter_parse(&joined, text.p, NULL);
	buf_release(&where);
	buf_release(&text);
	return joined;
}

bool eventmix_find(struct recording *recording, const struct filter *filter, struct aggregate *a,
		   struct buf *names)
{
	struct shown_events events;
	struct filter *joined;
	bool mixed;

	if (!is_mixed(a))
		return false;
	joined = filter_of(filter, a);
	shown_events_read(&events, recording, joined);
	filter_free(joined);
	mixed = events.names.n > 1;
	if (mixed)
		shown_events_others(&events, NULL, names);
	else if (events.names.n)
		eventmix_set_unit(recording, events.names.v[0], a);
	shown_events_release(&events);
	return mixed;
}

void eventmix_set_unit(struct recording *recording, const char *event, struct aggregate *a)
{
	a->clock = shown_event_is_clock(recording, event, a->field.id);
}
