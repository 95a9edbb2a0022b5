/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILTER_CHECK_H
#define FILTER_CHECK_H

#include "filter/filter.h"
#include "recording/recording.h"

/*
 * Names of a filter that have no meaning in a recording. A name that cannot exist is an error: a
 * field tp.NAME that no tracepoint of the recording has, span.KIND.FIELD of an undefined kind, and
 * wall or a time of day without a wall clock. A name that could exist but does not occur causes a
 * warning.
 */

/*
 * Returns ERR_PARSE, with the column and perhaps a suggestion, if the filter (NULL: none) has a
 * name that cannot exist in the recording.
 */
int check_filter(const struct filter *filter, struct recording *recording, struct err *err);

/* The same for a single field, without a column. */
int check_field(const struct field *field, struct recording *recording, struct err *err);

/*
 * Append a line, without a newline, about the first event, type or comm that the filter (NULL:
 * none) names and no record has. Returns false if there is none. A list of types or of task names
 * is not reported if one of them occurs. Returns false also while an index is incomplete.
 */
bool check_absent(const struct filter *filter, const struct recording *recording, struct buf *out);

/*
 * Append a line about the events whose samples have no cpu, tid, pid or time, if the filter hides
 * them because it selects by that field. Returns false if there are none, if the filter also
 * selects by event or by another type, and while an index is incomplete.
 */
bool check_lacking(const struct filter *filter, const struct recording *recording, struct buf *out);

#endif
