/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_EVENTMIX_H
#define ANALYSIS_EVENTMIX_H

#include "analysis/aggregate.h"
#include "field/field.h"
#include "recording/recording.h"

/*
 * Groups in which samples of different events would count as one: a sum of clock ticks and cache
 * misses, the lines of a function by both. Groups by event have them apart.
 */

/* Does each group by these fields have samples of one event only? */
bool eventmix_apart(const struct field *by, size_t n);

/*
 * The first field that only samples have, so that the groups tell where samples were, or what they
 * weigh; NULL: they count records of any type. It is one of those that were given.
 */
const struct field *eventmix_of_samples(const struct field *by, size_t n,
					const struct aggregate *aggregates, size_t aggregates_n);

/*
 * Append the names of the events (filter/shown_event.h) whose numbers an aggregate would add up or
 * compare, of the records that pass the filter (NULL: all). False: it counts, or there is no more
 * than one, which sets its unit. The indexes are complete.
 */
bool eventmix_find(struct recording *recording, const struct filter *filter,
		   struct aggregate *aggregate, struct buf *names);

/* Set the unit of an aggregate that is of samples of one event; NULL: there is none. */
void eventmix_set_unit(struct recording *recording, const char *event, struct aggregate *aggregate);

#endif
