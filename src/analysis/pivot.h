/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_PIVOT_H
#define ANALYSIS_PIVOT_H

#include "analysis/aggregate.h"
#include "filter/shown_event.h"

/*
 * Events side by side: an aggregate for each event, of its samples alone, and ratios of two of
 * them. Groups are those of the samples that pass a filter.
 */

/*
 * The aggregates of a list such as "sum(period),instructions/cycles" (NULL: how many samples there
 * are), each for every choice of events, then the ratios, which are of the first aggregate. They
 * are named as the event; where there are several of an event, as "cycles sum(period)". In a ratio
 * a name may lack its modifiers, cycles of cycles:u, where that names one event; in quotes it may
 * have any bytes. A ratio of events that the index being built has no samples of yet is left out.
 * ERR_PARSE tells what is wrong. The n that are there are to be released, also after an error.
 */
int pivot_aggregates(struct aggregate *aggregates, size_t *n, const char *list,
		     const struct recording *recording, const struct shown_events *events,
		     struct err *err);

/* Append the filter that samples pass which pass a filter ("": none). */
void pivot_where(const char *where, struct buf *out);

#endif
