/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_PIVOT_H
#define ANALYSIS_PIVOT_H

#include "analysis/aggregate.h"
#include "filter/shown_event.h"

/*
 * A column for each event: an aggregate over the samples of the event, and ratios of two such
 * columns. Groups are those of the samples that pass a filter.
 */

/*
 * Make the aggregates of a list such as "sum(period),instructions/cycles" (NULL: numbers of
 * samples): first each aggregate for each event, then the ratios, which use the first aggregate.
 * The name of a column is that of its event, "cycles"; if there are several aggregates, also that
 * of the aggregate, "cycles sum(period)". In a ratio, the modifiers of a name may be omitted,
 * cycles for cycles:u, if the result is unique; a quoted name may have any bytes. Ratios of events
 * that have no samples yet, while the index is being built, are omitted. Returns ERR_PARSE with the
 * mistake. The caller releases the *n aggregates, also after an error.
 */
int pivot_aggregates(struct aggregate *aggregates, size_t *n, const char *list,
		     const struct recording *recording, const struct shown_events *events,
		     struct err *err);

/* Append a filter for the samples that pass the filter `where` ("": all samples). */
void pivot_where(const char *where, struct buf *out);

#endif
