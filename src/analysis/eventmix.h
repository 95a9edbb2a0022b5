/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_EVENTMIX_H
#define ANALYSIS_EVENTMIX_H

#include "analysis/aggregate.h"
#include "field/field.h"
#include "recording/recording.h"

/*
 * Detects groups that would combine samples of different events, such as a sum of clock ticks and
 * cache misses, or samples of both events in one count of a source line. Grouping by event
 * separates them.
 */

/* Does each group by these fields have samples of only one event? */
bool eventmix_apart(const struct field *by, size_t n);

/*
 * Return the first of the given fields that only samples have, so that groups show where samples
 * were taken or what they weigh. NULL: there is none, and groups count records of any type.
 */
const struct field *eventmix_of_samples(const struct field *by, size_t n,
					const struct aggregate *aggregates, size_t aggregates_n);

/*
 * Append the names of the events (filter/shown_event.h) whose numbers an aggregate would add up or
 * compare, for the records that pass the filter (NULL: all). Returns false if the aggregate is a
 * count, or if there is at most one event. A single event sets the unit of the aggregate. The
 * indexes must be complete.
 */
bool eventmix_find(struct recording *recording, const struct filter *filter,
		   struct aggregate *aggregate, struct buf *names);

/* Set the unit of an aggregate for samples of one event; event NULL: no unit. */
void eventmix_set_unit(struct recording *recording, const char *event, struct aggregate *aggregate);

#endif
